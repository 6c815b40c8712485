/** The highest number of contacts of a client. */
export const maxContacts = 10

/** The highest number of rows of an imported file in one request. */
export const maxImportRows = 200
