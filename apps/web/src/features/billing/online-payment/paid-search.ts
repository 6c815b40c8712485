/** The search parameter with which the provider sends a client back after a payment. */
export type PaidSearch = { paid?: 1 }

/** Parses search parameters and drops unknown ones. */
export const parsePaidSearch = (raw: Record<string, unknown>): PaidSearch => (raw.paid === 1 ? { paid: 1 } : {})
