/** Characters that Postgres cannot store: NUL and lone surrogates. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether Postgres can store a text: no NUL, no lone surrogate. Separate from the schemas for forms, which load no schema. */
export const isStorable = (value: string) => !unstorable.test(value)

/** Whether a text has a character other than white space. */
export const isFilled = (value: string) => value.trim() !== ''

/** Whether a text is an `https` URL with a host name that has a dot. */
export const isHttpsLink = (value: string) => /^https:\/\/[^\s/]+\.[^\s]+$/.test(value.trim())

/** Whether a text is an `http` or `https` URL. */
export const isHttpAddress = (value: string) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)

/** Whether a text looks like an email address. Forms use this quick check; the server decides with the schema `Email`. */
export const looksLikeEmail = (typed: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())

export const languages = ['en', 'es', 'fr', 'de'] as const

export const themes = ['system', 'light', 'dark'] as const
