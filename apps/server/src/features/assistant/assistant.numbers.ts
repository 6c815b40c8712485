/** A part of a text that a placeholder replaces. `key` is the same for two spellings of one number or email address. */
export type KeyedSpan = { key: string; from: number; to: number; isKnown: boolean }

const separator = '[\\s\\u00a0\\u202f().\\/\\\\,·_\\-\\u2010-\\u2015]{0,3}'
/** The shortest number of a record that is replaced. Shorter ones, such as house numbers, occur in every text. */
const shortestNumber = 4
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

const twoDigitCodes = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/
/** Returns the digits of a phone number without its country code and without the leading zero. */
function nationalDigits(number: string): string {
  const digits = number.replace(/\(0\)/, '').replace(/\D/g, '')
  const isInternational = /^\s*(?:\+|00)/.test(number)
  const international = digits.replace(/^00/, '')
  const withoutCode = /^[17]/.test(international)
    ? international.slice(1)
    : international.slice(twoDigitCodes.test(international) ? 2 : 3)
  return (isInternational ? withoutCode : digits).replace(/^0+/, '')
}

/** Returns a pattern for a number of the record in any spacing; a phone number also with or without its country code. */
function patternOf(number: string): RegExp | null {
  const compact = number.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (compact.length < shortestNumber || !/\p{N}/u.test(compact)) return null
  const spaced = (written: string) => [...written].map(escaped).join(separator)
  const national = /\p{L}/u.test(compact) ? '' : nationalDigits(number.normalize('NFKC'))
  const prefix = `(?:(?:\\+|00)${separator}\\d{1,3}${separator})?(?:\\(?0\\)?${separator})?`
  const forms = [spaced(compact), ...(national.length >= 6 ? [prefix + spaced(national)] : [])]
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.reverse().join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

const keyOf = (written: string): string =>
  written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns a function that finds the numbers of the record in any spacing. */
export function knownNumberFinder(numbers: readonly string[]): (text: string) => KeyedSpan[] {
  const patterns = numbers.flatMap((number) => {
    const pattern = patternOf(number)
    return pattern ? [{ key: keyOf(number), pattern }] : []
  })
  return (text) =>
    patterns.flatMap(({ key, pattern }) =>
      Array.from(text.matchAll(pattern), (match) => ({
        key,
        from: match.index,
        to: match.index + match[0].length,
        isKnown: true,
      })),
    )
}

const longNumbers = [
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[A-Z]{1,3}[ -]?\d{6,}[A-Z]?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}.,])(?:\+|00)?\(?\d(?:[ \u00a0\u202f./()-]{0,3}\d){6,}(?![\p{L}\p{N}])/gu,
]
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d{2}'
/** Dates, spans of years and times. A date of a phone number's form is none: it has no digits beside it. */
const dates = new RegExp(
  `(?<!\\d[./-]?)(?:${year}-${month}-${day}(?:T\\d{2}:\\d{2})?|${day}[./-] ?${month}[./-] ?${year}|${month}[./-]${day}[./-]${year}|${day}[./]${month}[./]\\d{2}|${year}(?: ?[/–-] ?${year})?|\\d{1,2}[:h]\\d{2})(?![./-]?\\d)`,
  'gu',
)
/** Single digits, such as the answers of a questionnaire. */
const singleDigits = /^\d(?:[ /.-]+\d)*$/

/** Finds numbers of seven digits or more, IBANs and insurance numbers. Dates, times and years are no numbers. */
export const findLongNumbers = (text: string): KeyedSpan[] =>
  longNumbers.flatMap((pattern) =>
    Array.from(text.replace(dates, (found) => '|'.repeat(found.length)).matchAll(pattern), (match) => match)
      .filter((match) => !singleDigits.test(match[0]))
      .map((match) => ({ key: keyOf(match[0]), from: match.index, to: match.index + match[0].length, isKnown: false })),
  )

const anyEmail = /[\p{L}\p{N}\p{M}._%+'-]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/gu

/** Returns a function that finds email addresses: every one, and those of the record also with spaces or '(at)' around the sign. */
export function emailFinder(emails: readonly string[]): (text: string) => KeyedSpan[] {
  const known = emails.flatMap((email) => {
    const [local = '', host = ''] = email.trim().split('@')
    if (!local || !host) return []
    const sign = '\\s*(?:@|\\(at\\)|\\[at\\]|\\{at\\}| at )\\s*'
    return [
      {
        key: email.trim().toLowerCase(),
        pattern: new RegExp(`(?<![\\p{L}\\p{N}])${escaped(local)}${sign}${escaped(host)}(?![\\p{L}\\p{N}])`, 'giu'),
      },
    ]
  })
  const keys = new Set(known.map(({ key }) => key))
  const spanOf = (match: RegExpExecArray, key: string): KeyedSpan => ({
    key,
    from: match.index,
    to: match.index + match[0].length,
    isKnown: keys.has(key),
  })
  return (text) => [
    ...known.flatMap(({ key, pattern }) => Array.from(text.matchAll(pattern), (match) => spanOf(match, key))),
    ...Array.from(text.matchAll(anyEmail), (match) => spanOf(match, match[0].toLowerCase())),
  ]
}
