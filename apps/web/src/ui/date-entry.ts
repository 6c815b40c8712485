import { isDay } from '@attune/contract/common/time'
import { datePartsText } from './page/date-text.ts'

/** Returns the text of a calendar day (`YYYY-MM-DD`) in a date field: '3 Dec 2026', in German '3. Dez. 2026'. */
export const dateEntryText = (day: string, language: string) =>
  datePartsText(day, language, { day: 'numeric', month: 'short', year: 'numeric' })

type EntryContext = { language: string; today: string; max?: string | undefined }

/**
 * Returns the calendar day (`YYYY-MM-DD`) that a person typed, or null if the text is not a day. The day comes before
 * the month, as in all languages of the product. The month can be a number or a name. Without a year, the year of
 * `today` is used. ISO dates are accepted too. A day after `max` is not accepted. A year of two digits is in this
 * century or, if that day is after `max`, in the last one.
 */
export function parseDateEntry(typed: string, { language, today, max = '2999-12-31' }: EntryContext): string | null {
  const text = typed.trim()
  if (isDay(text)) return text <= max ? text : null
  const [, day = '', month = '', year = ''] =
    /^(?:\p{L}+\.?,?\s+)?(\d{1,2})[.\s/-]*(?:de\s+)?(\d{1,2}|\p{L}{3,})\.?[\s,/.-]*(?:de\s+)?(\d{4}|\d{2})?$/u.exec(
      text,
    ) ?? []
  const monthNumber = /^\d/.test(month) ? Number(month) : monthFromName(month, language)
  if (!day || !monthNumber) return null
  const rest = `${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  const years = year.length === 2 ? [`20${year}`, `19${year}`] : [year || today.slice(0, 4)]
  const [first = ''] = years.map((each) => `${each}-${rest}`).filter((each) => each <= max)
  return isDay(first) ? first : null
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
