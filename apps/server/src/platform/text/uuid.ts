const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is a UUID in lower case, as Postgres and the contract's `Id` write it. */
export const isUuid = (text: string): boolean => uuid.test(text)
