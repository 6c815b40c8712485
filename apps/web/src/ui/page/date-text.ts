import { wallClockOf } from '@attune/contract/common/time/time'
import { dateWordsOf, dayInWords, type DayStyle } from './date-words.ts'

/** Returns the locale for dates. English dates use the British format: 'Thu 26 Nov', 24 hours. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(language: string, options: Intl.DateTimeFormatOptions) {
  const key = language + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(localeOf(language), options)
  formatters.set(key, fresh)
  return fresh
}

const capitalize = (text: string, language: string) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** The IANA time zone and the language in which times are formatted. */
export type Locale = { zone: string; language: string }

/** Returns the time of an instant in the reader's zone, in the 24-hour format: '11:00'. */
export const timeText = (instant: string, locale: Locale) => wallClockOf(instant, locale.zone).time

/** Returns the calendar day of an instant in the reader's zone, as `YYYY-MM-DD`. */
export const localDay = (instant: string, locale: Locale) => wallClockOf(instant, locale.zone).day

/**
 * Returns a calendar day (`YYYY-MM-DD`) in words: 'Thu 26 Nov', with `title` 'Thu 26 November', with `long` 'Thursday,
 * 26 November'. Adds the year if it is not the current year.
 */
export function dayText(day: string, locale: Locale, style: DayStyle = 'short', now = new Date()) {
  const otherYear = day.slice(0, 4) !== localDay(now.toISOString(), locale).slice(0, 4)
  const text = dayInWords(day, locale.language, style, otherYear)
  // A long day is capitalized, because it is shown at the start of a line.
  return style === 'long' ? capitalize(text, locale.language) : text
}

/** Returns a day without its weekday: '2 May 1992'. */
export function dateText(day: string, language: string) {
  return datePartsText(day, language, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Returns the given parts of a calendar day (`YYYY-MM-DD`) in the language's format. Example: `{ month: 'short' }`. */
export const datePartsText = (day: string, language: string, parts: Intl.DateTimeFormatOptions) =>
  formatter(language, { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))

/** Returns the short name of a day's month as it is written within a sentence: 'Dec', in German 'Dez.', in French 'déc.'. */
export const monthInSentence = (day: string, language: string) =>
  formatter(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .find(({ type }) => type === 'month')?.value ?? ''

/**
 * Returns the name of a weekday within a sentence: 'Monday' for 1 to 'Sunday' for 7, in French 'lundi'. The style 'title' begins with a
 * capital letter; the style 'short' is 'Mon'.
 */
export function weekdayText(weekday: number, language: string, style: 'sentence' | 'title' | 'short' = 'sentence') {
  const options = { weekday: style === 'short' ? 'short' : 'long', timeZone: 'UTC' } as const
  const name = formatter(language, options).format(new Date(Date.UTC(2024, 0, weekday)))
  if (style === 'short') return name.replace('.', '')
  return style === 'title' ? capitalize(name, language) : name
}

/** Returns the month of an instant: 'March 2026'. */
export const monthOfText = (instant: string, locale: Locale) =>
  formatter(locale.language, { month: 'long', year: 'numeric', timeZone: locale.zone }).format(new Date(instant))

/** Returns 'today', 'tomorrow' or 'yesterday' in the reader's language; null for any other day. */
function nearDay(day: string, locale: Locale, now = new Date()): string | null {
  const today = localDay(now.toISOString(), locale)
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  return dateWordsOf(locale.language).near[distance + 1] ?? null
}

/** Returns a day for the start of a line: 'Today', 'Tomorrow', 'Yesterday' or 'Thu 26 Nov', in the given style. */
export const dayLabelText = (day: string, locale: Locale, now = new Date(), style: DayStyle = 'short') =>
  capitalize(nearDay(day, locale, now) ?? dayText(day, locale, style, now), locale.language)

/**
 * Returns an instant for the start of a line: 'Thu 26 Nov, 11:00', with 'Today', 'Tomorrow' or 'Yesterday' instead of
 * the date. The style `title` writes the month in full.
 */
export function momentText(instant: string, locale: Locale, now = new Date(), style: 'short' | 'title' = 'short') {
  const day = localDay(instant, locale)
  const dayLabel = nearDay(day, locale, now) ?? dayText(day, locale, style, now)
  return `${capitalize(dayLabel, locale.language)}, ${timeText(instant, locale)}`
}

/** Returns an instant as `momentText` does, but for the middle of a sentence: 'today, 11:00'. */
export function momentInSentence(instant: string, locale: Locale, now = new Date()) {
  const day = localDay(instant, locale)
  return `${nearDay(day, locale, now) ?? dayText(day, locale, 'short', now)}, ${timeText(instant, locale)}`
}

export { cityOf } from '@attune/contract/common/time/cities'

/** Whether the clocks of two zones differ at this instant. */
export function clocksDiffer(instant: string, one: string, other: string) {
  if (one === other) return false
  const a = wallClockOf(instant, one)
  const b = wallClockOf(instant, other)
  return a.day !== b.day || a.time !== b.time
}

/**
 * Returns the age of an instant in words: '17 minutes ago'. The largest unit is the week. Returns null for less than a minute, for which the caller
 * shows its own text.
 */
export function agoText(instant: string, language: string, now = new Date()): string | null {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return null
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'always' })
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour')
  const days = Math.floor(minutes / (24 * 60))
  return days < 7 ? relative.format(-days, 'day') : relative.format(-Math.floor(days / 7), 'week')
}

/** Returns a range of days, including the first and the last: '16 – 20 Nov 2026'. */
export function daysText(first: string, last: string, language: string) {
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return formatter(language, options).formatRange(at(first), at(last))
}

/** Returns a day with weekday and year: 'Thursday, 19 November 2026'. */
export function fullDayText(day: string, language: string) {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const text = formatter(language, options).format(new Date(`${day}T12:00:00Z`))
  return capitalize(language === 'en' ? text.replace(/^(\p{L}+),? /u, '$1, ') : text, language)
}

/** Returns the weekday and the number of a day, 'Thu' and '19', for the head of a column. */
export function columnHeadText(day: string, language: string, style: 'short' | 'narrow' = 'short') {
  const at = new Date(`${day}T12:00:00Z`)
  const weekday = formatter(language, { weekday: style, timeZone: 'UTC' }).format(at).replace('.', '')
  return { weekday: capitalize(weekday, language), number: String(Number(day.slice(8))) }
}

const unitMinutes = { week: 10_080, day: 1440, hour: 60, minute: 1 } as const

/** Returns a duration in words, in the largest unit up to `largest` that divides it without remainder: '2 days'. One day is '24 hours'. */
export function durationText(minutes: number, language: string, largest: 'week' | 'day' = 'day'): string {
  const fits = (unit: keyof typeof unitMinutes) =>
    minutes % unitMinutes[unit] === 0 && (unit !== 'day' || minutes > unitMinutes.day)
  const units = largest === 'week' ? (['week', 'day', 'hour'] as const) : (['day', 'hour'] as const)
  const unit = units.find(fits) ?? 'minute'
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, options as Intl.NumberFormatOptions).format(minutes / unitMinutes[unit])
}

/** Formats seconds as minutes and seconds: '2:05'. */
export const formatSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
