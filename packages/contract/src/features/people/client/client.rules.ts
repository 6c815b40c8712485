/** The maximum number of contacts of a client. */
export const maxContacts = 10

/** The maximum number of rows of an imported file in one request. */
export const maxImportRows = 200

/** The maximum number of rows of an imported file that one request compares with the existing records. */
export const maxComparedRows = 500
