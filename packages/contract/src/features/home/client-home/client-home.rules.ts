/** The maximum number of upcoming sessions on the client's home page. */
export const homeSessionLimit = 5
