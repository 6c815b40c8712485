/** A part of a text that a placeholder replaces. */
export type KeyedSpan = {
  /** A key that is equal for all spellings of one number or email address. */
  key: string
  from: number
  to: number
  /** Whether the record contains the number or email address. */
  isKnown: boolean
}

/** The characters between two digits of a number. */
const separator = '[\\s().\\/\\\\,·_\\-\\u2010-\\u2015]{0,3}'
const onlySeparator = new RegExp(`^${separator}$`)
/** The minimum length of a record's number that is replaced. Shorter ones, such as house numbers, occur in every text. */
const shortestNumber = 4

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

const keyOf = (written: string): string =>
  written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The letters and digits of a text in capitals, with the offset of each in the text. */
type CompactText = { text: string; compact: string; offsets: number[] }

function compactOf(text: string): CompactText {
  const result: CompactText = { text, compact: '', offsets: [] }
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const capital = character.normalize('NFKC').toUpperCase()
    result.compact += capital
    for (let unit = 0; unit < capital.length; unit++) result.offsets.push(index)
  }
  return result
}

const isPartOfWord = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '')

/** Returns the places where the letters and digits of a number follow each other with only separators between them. */
function placesOf(key: string, { text, compact, offsets }: CompactText): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  for (let at = compact.indexOf(key); at >= 0; at = compact.indexOf(key, at + 1)) {
    const [from, to] = [offsets[at] as number, (offsets[at + key.length - 1] as number) + 1]
    const isJoined = Array.from(key.slice(1), (_, index) => at + index).every((before) =>
      onlySeparator.test(text.slice((offsets[before] as number) + 1, offsets[before + 1])),
    )
    if (isJoined && !isPartOfWord(text[to])) places.push({ from, to })
  }
  return places
}

/** A country code and a leading zero before a phone number. */
const phonePrefix = new RegExp(`(?:(?:\\+|00)${separator}(?:\\d${separator}){1,3})?(?:\\(?0\\)?${separator})?$`)

/** Returns a function that finds the record's numbers in any spacing, and phone numbers also with or without their country code. */
export function knownNumberFinder(numbers: readonly string[]): (text: string) => KeyedSpan[] {
  const known = numbers
    .map((number) => {
      const key = keyOf(number)
      const national = /\p{L}/u.test(key) ? '' : nationalDigits(number.normalize('NFKC'))
      return { key, national: national.length >= 6 ? national : null }
    })
    .filter(({ key }) => key.length >= shortestNumber && /\d/.test(key))
  return (text) => {
    if (known.length === 0) return []
    const prepared = compactOf(text)
    const spanOf = (key: string, from: number, to: number): KeyedSpan[] =>
      isPartOfWord(text[from - 1]) ? [] : [{ key, from, to, isKnown: true }]
    return known.flatMap(({ key, national }) => [
      ...placesOf(key, prepared).flatMap(({ from, to }) => spanOf(key, text[from - 1] === '+' ? from - 1 : from, to)),
      ...(national ? placesOf(national, prepared) : []).flatMap(({ from, to }) => {
        const prefix = phonePrefix.exec(text.slice(Math.max(0, from - 24), from))?.[0].length ?? 0
        return spanOf(key, from - prefix, to)
      }),
    ])
  }
}

const longNumbers = [
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[A-Z]{1,3}[ -]?\d{6,}[A-Z]?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}.,])(?:\+|00)?\(?\d(?:[ \u00a0\u202f./()-]{0,3}\d){6,}(?![\p{L}\p{N}])/gu,
]
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d{2}'
/** Matches dates, spans of years and times. A date must have no digits next to it; otherwise it is part of a number. */
const dates = new RegExp(
  `(?<!\\d[./-]?)(?:${year}-${month}-${day}(?:T\\d{2}:\\d{2})?|${day}[./-] ?${month}[./-] ?${year}|${month}[./-]${day}[./-]${year}|${day}[./]${month}[./]\\d{2}|${year}(?: ?[/–-] ?${year})?|\\d{1,2}[:h]\\d{2})(?![./-]?\\d)`,
  'gu',
)
/** Matches single digits, such as the answers of a questionnaire. */
const singleDigits = /^\d(?:[ /.-]+\d)*$/

/** Finds numbers of seven digits or more, IBANs and insurance numbers. Ignores dates, times and years. */
export const findLongNumbers = (text: string): KeyedSpan[] =>
  longNumbers.flatMap((pattern) =>
    Array.from(text.replace(dates, (found) => '|'.repeat(found.length)).matchAll(pattern), (match) => match)
      .filter((match) => !singleDigits.test(match[0]))
      .map((match) => ({ key: keyOf(match[0]), from: match.index, to: match.index + match[0].length, isKnown: false })),
  )

const anyEmail = /[\p{L}\p{N}\p{M}._%+'-]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/gu

/** Returns a function that finds all email addresses. It finds those of the record even with spaces or '(at)' instead of the @. */
export function emailFinder(emails: readonly string[]): (text: string) => KeyedSpan[] {
  const known = emails.map(normalized).filter((email) => /^[^@]+@[^@]+$/.test(email))
  return (text) => {
    const lower = text.toLowerCase()
    return [
      ...(lower.length === text.length ? known.flatMap((email) => placesOfEmail(email, lower)) : []),
      ...Array.from(text.matchAll(anyEmail), (match) => {
        const key = normalized(match[0])
        return { key, from: match.index, to: match.index + match[0].length, isKnown: known.includes(key) }
      }),
    ]
  }
}
const normalized = (email: string): string => email.trim().toLowerCase()
const atSign = /^\s*(?:@|\(at\)|\[at\]|\{at\}| at )\s*/

function placesOfEmail(email: string, lower: string): KeyedSpan[] {
  const [local = '', host = ''] = email.split('@')
  const spans: KeyedSpan[] = []
  for (let at = lower.indexOf(local); at >= 0; at = lower.indexOf(local, at + 1)) {
    const sign = atSign.exec(lower.slice(at + local.length, at + local.length + 12))?.[0].length ?? 0
    const from = at + local.length + sign
    if (sign > 0 && lower.startsWith(host, from) && !isPartOfWord(lower[at - 1]))
      spans.push({ key: email, from: at, to: from + host.length, isKnown: true })
  }
  return spans
}
