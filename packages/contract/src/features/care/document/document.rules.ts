/** The maximum number of open requests per client and of documents per record, and the maximum length of a title. */
export const documentLimits = { title: 200, requests: 20, documents: 2_000 } as const
