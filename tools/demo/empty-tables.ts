/** The tables that the demo practice leaves empty, each with the reason. A deep test compares them with the database. */
export const emptyTables: Record<string, string> = {}
