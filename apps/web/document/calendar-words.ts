const languages = ['en', 'de', 'fr', 'es'] as const
type Language = (typeof languages)[number]

/** Pairs of days in the same month, in two months, in two years, and on the same day. */
const ranges = [
  ['2024-01-08', '2024-01-12'],
  ['2024-01-29', '2024-02-02'],
  ['2024-12-30', '2025-01-03'],
  ['2024-01-08', '2024-01-08'],
] as const

const at = (day: string) => new Date(`${day}T12:00:00Z`)

function wordsOf(language: Language) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: 'UTC' })
  const letter = format({ weekday: 'narrow' })
  const day = format({ day: 'numeric', month: 'short', year: 'numeric' })
  return {
    // From Monday to Sunday.
    letters: [1, 2, 3, 4, 5, 6, 7].map((date) => letter.format(at(`2024-01-0${date}`))).join(''),
    ranges: ranges.map(([first, last]) => patternOf(day.formatRangeToParts(at(first), at(last)))),
    month: patternOf(format({ month: 'long', year: 'numeric' }).formatToParts(at('2024-01-15'))),
  }
}

const names: Record<string, string> = { day: 'd', month: 'm', year: 'y' }

/**
 * Returns the order of the parts of one day or of two days. Capital letters stand for the parts of the second day. Thin spaces are replaced, because
 * browsers write ordinary spaces where Node writes thin ones.
 */
const patternOf = (parts: readonly { type: string; value: string; source?: string }[]) =>
  parts
    .map(({ type, value, source }) => {
      const name = names[type]
      if (!name) return value.replaceAll(/\s/g, ' ')
      return `{${source === 'endRange' ? name.toUpperCase() : name}}`
    })
    .join('')

/**
 * Returns, by language, the order of the parts of the dates that the document writes into the frame of the calendar, and the letters of weekdays.
 * Both are found during the build, in the way in which the calendar formats dates, so that the document needs no `Intl` object.
 */
export const calendarWords = () => Object.fromEntries(languages.map((language) => [language, wordsOf(language)]))
