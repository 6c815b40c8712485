/** The highest number of open requests of one client, and of documents of one record. */
export const documentLimits = { title: 200, requests: 20, documents: 2_000 } as const
