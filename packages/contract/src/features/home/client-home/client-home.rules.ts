/** The number of upcoming sessions on the client's home. */
export const homeSessionLimit = 5
