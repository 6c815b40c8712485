import { foldForSearch } from '../text/text.ts'

/**
 * Decodes a text file. Recognizes UTF-16 by its byte order mark. Decodes bytes that are not valid UTF-8 as
 * Windows-1252, an encoding that spreadsheets still write.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'utf-16' | 'windows-1252' } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

/** The order of day and month in ambiguous dates. */
export type DateOrder = 'day-first' | 'month-first'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const yearLast = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})(?:[T ,]+\d{1,2}[:.]\d{2}.*)?$/
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th|er)?[-/. ]+(?:de )?([a-z]{3,10})[-/., ]+(?:del? )?(\d{4})$/
const nameAndDay = /^([a-z]{3,10})[. ]+(\d{1,2})(?:st|nd|rd|th)?[, ]+(\d{4})$/

/** The beginnings of the names of the months in the languages of the product, without diacritics. */
const monthNames = [
  /^jan|^ene/,
  /^feb|^fev/,
  /^mar|^mrz/,
  /^a[pvb]r/,
  /^ma[iy]/,
  /^jui?n/,
  /^jui?l/,
  /^aug|^aou|^ago/,
  /^sep/,
  /^o[ck]t/,
  /^nov/,
  /^de[cz]|^dic/,
]

/**
 * Converts a date of the file to `YYYY-MM-DD`. `order` applies only to numeric dates that end with the year. Ignores a time after a numeric date.
 * Returns null if the date does not exist or its year does not have four digits.
 */
export function parseDate(typed: string, order: DateOrder): string | null {
  const text = typed.trim()
  const forward = yearFirst.exec(text)
  if (forward) return validDate(Number(forward[1]), Number(forward[2]), Number(forward[3]))
  const backward = yearLast.exec(text)
  if (!backward) return parseNamedMonth(text)
  const [one, two, year] = [Number(backward[1]), Number(backward[2]), Number(backward[3])]
  return order === 'day-first' ? validDate(year, two, one) : validDate(year, one, two)
}

/** Converts a date with the name of its month, for example `2-May-1992`, `2. Mai 1992`, `May 2, 1992` or `2 de mayo de 1992`. */
function parseNamedMonth(typed: string): string | null {
  const text = foldForSearch(typed)
  const [, day, name = '', year] = dayAndName.exec(text) ?? []
  const [, otherName = '', otherDay, otherYear] = nameAndDay.exec(text) ?? []
  const month = monthNames.findIndex((pattern) => pattern.test(name || otherName))
  return month < 0 ? null : validDate(Number(year ?? otherYear), month + 1, Number(day ?? otherDay))
}

function validDate(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

/**
 * Returns the order of day and month in a column. The first date with a number above 12, which must be the day, decides. If there is none, a column
 * of an English file is month-first if any of its dates contains a slash; every other column is day-first.
 */
export function dateOrderOf(values: readonly string[], english: boolean): DateOrder {
  let slashes = false
  for (const value of values) {
    const parts = yearLast.exec(value.trim())
    if (!parts) continue
    if (Number(parts[1]) > 12) return 'day-first'
    if (Number(parts[2]) > 12) return 'month-first'
    slashes ||= value.includes('/')
  }
  return english && slashes ? 'month-first' : 'day-first'
}

const separators = ['.', '/', '-', ' '] as const
/** Returns the first separator, because a time may follow the date. */
const separatorOf = (value: string) => /[-./ ]/.exec(value.trim())?.[0] ?? ' '

/** Converts a date whose order of day and month is not known. Returns null if both orders are dates and differ. */
function parseUnambiguousDate(typed: string): string | null {
  const [one, other] = [parseDate(typed, 'day-first'), parseDate(typed, 'month-first')]
  return one !== null && other !== null && one !== other ? null : (one ?? other)
}

/**
 * Returns a function that converts the dates with one separator. If some of them are day-first and others month-first, the order of none is known.
 */
function readerOfDates(values: readonly string[], english: boolean): (value: string) => string | null {
  const isRefutedBy = (order: DateOrder) => (value: string) =>
    parseDate(value, order) === null && parseUnambiguousDate(value) !== null
  if (values.some(isRefutedBy('day-first')) && values.some(isRefutedBy('month-first'))) return parseUnambiguousDate
  const order = dateOrderOf(values, english)
  return (value) => parseDate(value, order)
}

/**
 * Returns a function that converts a date of a column to `YYYY-MM-DD`. The order of day and month is determined for each separator of the
 * column by itself, because a column that two programs filled may contain both 25.12.1990 and 12/25/1990. If it contains both 25/12/1990 and
 * 12/25/1990, the function returns null for 02/05/1990, which could be either.
 */
export function dateReaderOf(values: readonly string[], english: boolean): (value: string) => string | null {
  const readers = new Map<string, (value: string) => string | null>(
    separators.map((one) => [
      one,
      readerOfDates(
        values.filter((value) => separatorOf(value) === one),
        english,
      ),
    ]),
  )
  return (value) => readers.get(separatorOf(value))?.(value) ?? null
}
