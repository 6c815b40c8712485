import { textLengths } from './lengths.ts'

/** Characters that Postgres cannot store: NUL and lone surrogates. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether Postgres can store a text: no NUL, no lone surrogate. Forms use this function, because they load no schema. */
export const isStorable = (value: string) => !unstorable.test(value)

/** White space with at least one line break or tab. U+0085 is a line break that `\s` does not include. */
const breaks = /[\s\u0085]*[\t\n\v\f\r\u0085\u2028\u2029][\s\u0085]*/g

/** Replaces line breaks and tabs, with the spaces around them, by one space each, and trims the text. */
export const joinLines = (value: string) => value.replace(breaks, ' ').trim()

/** Whether a text has a character other than white space. */
export const isFilled = (value: string) => value.trim() !== ''

/** Whether a text is an `https` URL with a host name that has a dot. */
export const isHttpsLink = (value: string) => /^https:\/\/[^\s/]+\.[^\s]+$/.test(value.trim())

/** Whether a text is an `http` or `https` URL. */
export const isHttpAddress = (value: string) => /^https?:\/\/[^\s/]/i.test(value.trim()) && URL.canParse(value)

/** Returns an email address as it is stored and compared: trimmed and in lower case. */
export const normalizeEmail = (typed: string) => typed.trim().toLowerCase()

/**
 * A normalized email address: dot-separated letters, digits and `'+-_` before the @, and a host name with only letters in its last part. An
 * apostrophe cannot be the last character before the @.
 */
export const emailPattern = /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Whether the schema `Email` accepts a text. Forms use this function, because they load no schema. */
export const isEmail = (typed: string) => typed.length <= textLengths.email && emailPattern.test(normalizeEmail(typed))

export const languages = ['en', 'es', 'fr', 'de'] as const

export const themes = ['system', 'light', 'dark'] as const
