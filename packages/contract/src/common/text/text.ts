import { textLengths } from './lengths.ts'

/** Characters that Postgres cannot store: NUL and lone surrogates. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether Postgres can store a text: no NUL, no lone surrogate. Forms use this function, because they load no schema. */
export const isStorable = (value: string) => !unstorable.test(value)

/** Returns the position of the first character that Postgres cannot store, counted from 1 as a person counts characters; 0 if there is none. */
export function unstorablePosition(value: string): number {
  const index = value.search(unstorable)
  return index < 0 ? 0 : Array.from(value.slice(0, index)).length + 1
}

/** White space with at least one line break or tab. U+0085 is a line break that `\s` does not include. */
const breaks = /[\s\u0085]*[\t\n\v\f\r\u0085\u2028\u2029][\s\u0085]*/g

/**
 * Invisible characters that a name does not need: control characters, characters that reverse the direction of the
 * following text (U+202A to U+202E, U+2066 to U+2069), soft hyphens, and spaces without width. Keeps U+200C to U+200F,
 * because names in Arabic, Persian, Hebrew and Indian scripts contain these characters.
 */
const unneededInName = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/**
 * Returns a name on one line. Replaces each line break or tab, with the spaces around it, by one space. Removes other
 * invisible characters and trims the name. Otherwise a name could reverse the direction of the text after it in a page
 * or an email.
 */
export const cleanName = (value: string) => value.replace(breaks, ' ').replace(unneededInName, '').trim()

/** Matches a text that consists of invisible characters only, including those that `\s` does not match. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether a text has a visible character. */
export const isFilled = (value: string) => !invisible.test(value)

/** Whether a text is an `https` URL with a host name that has a dot. */
export const isHttpsLink = (value: string) => /^https:\/\/[^\s/]+\.[^\s]+$/.test(value.trim())

/** Normalizes a text for searching: removes differences in case, accents and white space, and replaces ß by ss. */
export const foldForSearch = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the words of a text without case and accents. Only letters and digits are parts of words. */
export const wordsForSearch = (text: string): string[] =>
  foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns an email address as it is stored and compared: trimmed and in lower case. */
export const normalizeEmail = (typed: string) => typed.trim().toLowerCase()

/**
 * A normalized email address. Before the @: parts of letters, digits and `'+-_`, separated by dots; the last character
 * is not an apostrophe. After the @: a host name with only letters in its last part.
 */
export const emailPattern = /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Whether the schema `Email` accepts a text. Forms use this function, because they load no schema. */
export const isEmail = (typed: string) => typed.length <= textLengths.email && emailPattern.test(normalizeEmail(typed))

export const languages = ['en', 'es', 'fr', 'de'] as const

export const themes = ['system', 'light', 'dark'] as const
/** The effects of the Enter key in the field for a message. */
export const enterKeys = ['line-break', 'send'] as const
