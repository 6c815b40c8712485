import { isDay } from '@attune/contract/common/time/time'
import { datePartsText } from '../page/date-text.ts'

/** Returns the text of a calendar day (`YYYY-MM-DD`) in a date field: '3 Dec 2026', in German '3. Dez. 2026'. */
export const dateEntryText = (day: string, language: string) =>
  datePartsText(day, language, { day: 'numeric', month: 'short', year: 'numeric' })

type EntryContext = { language: string; today: string; max?: string | undefined }

/** The optional start of a typed date: a weekday or, in French, an article. */
const weekday = /(?:\p{L}+\.?,?\s+)?/u.source
/** A day, optionally with the ordinal ending of English, French or Spanish: '1st', '1er', '1.º'. */
const ordinalDay = /(\d{1,2})(?!\d)(?:st|nd|rd|th|er|\.?º)?/u.source
const year = /(\d{4}|\d{2})/u.source

/** Matches '3.12.', '3 Dec 2026' and '3 de diciembre de 2026'. */
const dayFirst = new RegExp(
  `^${weekday}${ordinalDay}[.\\s/-]*(?:de\\s+)?(\\d{1,2}|\\p{L}{3,})\\.?(?:[\\s,/.-]*(?:de\\s+)?${year})?$`,
  'iu',
)
/** Matches dates of digits only, such as '0312', '031226' and '03122026'. */
const digitsOnly = new RegExp(`^(\\d{2})(\\d{2})${year}?$`)
/** Matches 'Dec 3, 2026'. The month must be a name, because in '12/3' the day comes first. */
const monthNameFirst = new RegExp(`^${weekday}(\\p{L}{3,})\\.?\\s*${ordinalDay}(?:[\\s,]+${year})?$`, 'iu')

/** The parts of a typed date. The month is a number or a name. */
type TypedDate = { day: string; month: string; year: string }

function splitDate(text: string): TypedDate | null {
  const [, month = '', dayAfter = '', yearAfter = ''] = monthNameFirst.exec(text) ?? []
  if (month) return { day: dayAfter, month, year: yearAfter }
  const [whole, day = '', monthAfter = '', last = ''] = dayFirst.exec(text) ?? digitsOnly.exec(text) ?? []
  return whole === undefined ? null : { day, month: monthAfter, year: last }
}

/**
 * Returns the calendar day (`YYYY-MM-DD`) that a person typed, or null if the text is not a day. The day comes before
 * the month, as in all languages of the product, unless the month is a name. ISO dates are accepted too. A day after
 * `max` is not accepted. A year of two digits is in this century or, if that day is after `max`, in the last one.
 */
export function parseDateEntry(typed: string, { language, today, max = '2999-12-31' }: EntryContext): string | null {
  const text = typed.trim()
  if (isDay(text)) return text <= max ? text : null
  const { day, month, year } = splitDate(text) ?? { day: '', month: '', year: '' }
  const monthNumber = /^\d/.test(month) ? Number(month) : monthFromName(month, language)
  if (!day || !monthNumber) return null
  const rest = `${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  const years = year.length === 2 ? [`20${year}`, `19${year}`] : year ? [year] : likelyYears(rest, today)
  const [first = ''] = years.map((each) => `${each}-${rest}`).filter((each) => each <= max)
  return isDay(first) ? first : null
}

/** The number of days that a date without a year can be in the past. An earlier date belongs to the next year. */
const recentDays = 90

/**
 * Returns the years of a day that was typed without a year, the likely one first: on 22 November, '3 Dec' and '3 Nov'
 * are days of this year, and '12 Jan' is a day of the next year.
 */
function likelyYears(monthAndDay: string, today: string): string[] {
  const year = Number(today.slice(0, 4))
  const age = (Date.parse(today) - Date.parse(`${year}-${monthAndDay}`)) / 86_400_000
  return age > recentDays ? [year + 1, year, year - 1].map(String) : [year, year - 1].map(String)
}

/**
 * Returns the number of the only month with a name that begins with `letters`, ignoring case and accents. Returns 0 if
 * there is no such month or several.
 */
function monthFromName(letters: string, language: string): number {
  if (letters.length < 3) return 0
  const begin = plainLetters(letters)
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1).filter((number) =>
    (['long', 'short'] as const).some((month) =>
      plainLetters(datePartsText(`2024-${String(number).padStart(2, '0')}-01`, language, { month })).startsWith(begin),
    ),
  )
  return numbers.length === 1 ? (numbers[0] ?? 0) : 0
}

const plainLetters = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
