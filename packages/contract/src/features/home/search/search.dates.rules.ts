import { foldForSearch, type languages } from '../../../common/text/text.ts'
import { isDay, periodStart, shiftDay, weekdayOf } from '../../../common/time/time.ts'
import { searchedDateWords, type SearchedDateWords } from './search.date-words.rules.ts'

type SearchLanguage = (typeof languages)[number]
/** A range of days, `YYYY-MM-DD`, both included. */
export type DayRange = { from: string; until: string }
type Reading = { ranges: DayRange[]; rest: string[] }
type Reader = { words: SearchedDateWords; today: string; monthFirst: boolean }
/** The number of words that a pattern has read, and the days that they mean. */
type Read = { length: number; ranges: DayRange[] } | null

const nothing = { ranges: [], rest: '' }

/**
 * Finds the date in a search, such as 'last Tuesday', '12.11.', '12 November', 'next week', in the reader's language. Returns the days that the date
 * can mean, the nearest first, and the other words of the search. If the search contains no date, returns no days.
 * @param today the current day in the reader's zone
 */
export function datesIn(
  query: string,
  { language, today }: { language: SearchLanguage; today: string },
): { ranges: DayRange[]; rest: string } {
  const words = searchedDateWords(language)
  const typed = foldForSearch(query)
    .replace(/['’]/g, ' ')
    .replace(/(\d)\.\s+(?=\d)/g, '$1.')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const reader = { words, today, monthFirst: language === 'en' }
  const reading = findDate(typed, reader)
  return reading ? { ranges: reading.ranges, rest: reading.rest.join(' ') } : nothing
}

function findDate(typed: string[], reader: Reader): Reading | null {
  for (let at = 0; at < typed.length; at++) {
    const following = typed.slice(at)
    for (const pattern of patterns) {
      const found = pattern(following, reader)
      if (!found || found.ranges.length === 0) continue
      const others = [...typed.slice(0, at), ...typed.slice(at + found.length)]
      return { ranges: found.ranges, rest: others.filter((word) => !reader.words.fillers.has(word)) }
    }
  }
  return null
}

const single = (day: string): DayRange => ({ from: day, until: day })
const distance = (range: DayRange, today: string) => Math.abs(Date.parse(range.from) - Date.parse(today))
const nearest = (ranges: DayRange[], today: string, count: number) =>
  ranges.toSorted((a, b) => distance(a, today) - distance(b, today)).slice(0, count)

const twoDigits = (number: number) => String(number).padStart(2, '0')
const dayOf = (year: number, month: number, day: number) => `${year}-${twoDigits(month)}-${twoDigits(day)}`

/** Returns the days of a date that exist in the calendar; for a date without a year, at most the two that are nearest to today. */
function daysOf({ year, month, day }: { year: string | undefined; month: number; day: number }, today: string) {
  const now = Number(today.slice(0, 4))
  const years = year ? [year.length === 2 ? 2000 + Number(year) : Number(year)] : [now - 1, now, now + 1]
  const days = years.map((one) => dayOf(one, month, day)).filter(isDay)
  return nearest(days.map(single), today, 2)
}

/** Reads a date such as '2026-11-12'. */
function readIsoDay([first = '']: string[]): Read {
  return isDay(first) ? { length: 1, ranges: [single(first)] } : null
}

/** Reads a date such as '12.11.', '12.11.26', '12/11', '12-11-2026'. With a slash, English readers may mean either order. */
function readNumbers([first = '']: string[], { today, monthFirst }: Reader): Read {
  const parts = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/.exec(first)
  if (!parts) return null
  const [, one, sign, two, year] = parts
  const [a, b] = [Number(one), Number(two)]
  const dayFirst = daysOf({ year, day: a, month: b }, today)
  if (sign === '.' || !monthFirst || a === b) return { length: 1, ranges: dayFirst }
  return { length: 1, ranges: [...daysOf({ year, day: b, month: a }, today), ...dayFirst] }
}

const yearOf = (word: string | undefined) => (/^[12]\d{3}$/.test(word ?? '') ? word : undefined)
const dayNumberOf = (word: string | undefined) => Number(/^(\d{1,2})(?:\.|st|nd|rd|th|er)?$/.exec(word ?? '')?.[1] ?? 0)

/** Reads a date such as '12 November', '12 de noviembre de 2026'. */
function readDayMonth(typed: string[], { words, today }: Reader): Read {
  const day = dayNumberOf(typed[0])
  const second = words.fillers.has(typed[1] ?? '') ? 2 : 1
  const month = words.months.get(typed[second] ?? '')
  if (!day || !month) return null
  const third = words.fillers.has(typed[second + 1] ?? '') ? second + 2 : second + 1
  const year = yearOf(typed[third])
  return { length: year ? third + 1 : second + 1, ranges: daysOf({ year, month, day }, today) }
}

/** Reads a date or a month such as 'November 12', 'November 2026', 'November'. */
function readMonth(typed: string[], { words, today }: Reader): Read {
  const month = words.months.get(typed[0] ?? '')
  if (!month) return null
  const day = dayNumberOf(typed[1])
  if (day) {
    const year = yearOf(typed[2])
    return { length: year ? 3 : 2, ranges: daysOf({ year, month, day }, today) }
  }
  const second = words.fillers.has(typed[1] ?? '') ? 2 : 1
  const year = yearOf(typed[second])
  const months = daysOf({ year, month, day: 1 }, today).map(({ from }) => monthFrom(from))
  return { length: year ? second + 1 : 1, ranges: months }
}

const monthFrom = (first: string): DayRange => ({ from: first, until: shiftDay(periodStart('monthly', first, 1), -1) })
const weekFrom = (first: string): DayRange => ({ from: first, until: shiftDay(first, 6) })

/** Reads the name of a day such as 'yesterday', 'day after tomorrow'. */
function readNamedDay(typed: string[], { words, today }: Reader): Read {
  for (const [name, shift] of words.days) {
    const parts = name.split(' ')
    if (parts.every((part, at) => typed[at] === part))
      return { length: parts.length, ranges: [single(shiftDay(today, shift))] }
  }
  return null
}

/** Reads a weekday, week or month such as 'last Tuesday', 'mardi dernier', 'next week', 'Tuesday'. */
function readRelative(typed: string[], reader: Reader): Read {
  const { words } = reader
  const before = words.directions.get(typed[0] ?? '')
  const at = before === undefined ? 0 : 1
  const named = typed[at] ?? ''
  const behind = before === undefined ? words.directions.get(typed[1] ?? '') : undefined
  const ranges = rangesOf(named, before ?? behind, reader)
  return ranges && { length: at + (behind === undefined ? 1 : 2), ranges }
}

function rangesOf(named: string, direction: number | undefined, { words, today }: Reader): DayRange[] | null {
  const weekday = words.weekdays.get(named)
  if (weekday) return weekdaysFrom(weekday, direction, today).map(single)
  if (direction === undefined) return null
  if (words.week.has(named)) return [weekFrom(periodStart('weekly', today, direction))]
  if (words.month.has(named)) return [monthFrom(periodStart('monthly', today, direction))]
  return null
}

/**
 * Returns the day with this weekday in a direction: the next such day (1), the last one (-1), or that of this week (0). Without a direction, returns
 * the two such days that are nearest to today.
 */
function weekdaysFrom(weekday: number, direction: number | undefined, today: string): string[] {
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  if (direction === 1) return [shiftDay(today, ahead || 7)]
  if (direction === -1) return [shiftDay(today, ahead - 7)]
  if (direction === 0) return [shiftDay(periodStart('weekly', today), weekday - 1)]
  return [shiftDay(today, ahead), shiftDay(today, ahead - 7)]
}

const patterns = [readIsoDay, readNumbers, readDayMonth, readMonth, readNamedDay, readRelative]
