/** The database functions of the backend client, by name. Empty, because no feature needs one yet. */
export const backendRpc = {}
