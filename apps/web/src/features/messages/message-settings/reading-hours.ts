import { instantOf, shiftDay, wallClockOf, weekdayOf, weekdays } from '@attune/contract/common/time/time'
import type { WeeklyReadingHours } from '@attune/contract/features/messages/message-settings/message-settings'
import { clocksDiffer, weekdayText, type Locale } from '../../../ui/page/date-text.ts'

type Period = WeeklyReadingHours['readingHours'][number]
type DayRange = { day: number; from: string; until: string }

/**
 * Returns the reading hours in words, in the reader's zone: 'Mon–Fri 09:00–17:00; Sat 10:00–12:00'. Combines
 * consecutive days with the same hours. Converts the hours for the coming seven days, because zones change their clocks
 * on different days.
 */
export function readingHoursText(hours: readonly Period[], zone: string, locale: Locale, now: Date): string {
  const ranges = hours.flatMap((period) =>
    period.days.flatMap((day) => rangesIn({ day, from: period.from, until: period.until }, zone, locale.zone, now)),
  )
  const byDay = weekdays.map((day) => ({ day, text: rangesText(ranges.filter((range) => range.day === day)) }))
  const groups: { first: number; last: number; text: string }[] = []
  for (const { day, text } of byDay) {
    const before = groups.at(-1)
    if (before && before.text === text) before.last = day
    else groups.push({ first: day, last: day, text })
  }
  const name = (day: number) => weekdayText(day, locale.language, 'short')
  return groups
    .filter(({ text }) => text)
    .map(({ first, last, text }) => `${first === last ? name(first) : `${name(first)}–${name(last)}`} ${text}`)
    .join('; ')
}

/** Converts a range of reading hours to another zone. A range that crosses midnight there becomes two ranges. */
function rangesIn(range: DayRange, zone: string, other: string, now: Date): DayRange[] {
  if (!clocksDiffer(now.toISOString(), zone, other)) return [range]
  const today = wallClockOf(now.toISOString(), zone).day
  const day = shiftDay(today, (range.day - weekdayOf(today) + 7) % 7)
  const start = wallClockOf(instantOf(day, range.from, zone), other)
  const end = wallClockOf(
    range.until === '24:00' ? instantOf(shiftDay(day, 1), '00:00', zone) : instantOf(day, range.until, zone),
    other,
  )
  const first = weekdayOf(start.day)
  if (start.day === end.day) return [{ day: first, from: start.time, until: end.time }]
  const beforeMidnight = { day: first, from: start.time, until: '24:00' }
  return end.time === '00:00'
    ? [beforeMidnight]
    : [beforeMidnight, { day: weekdayOf(end.day), from: '00:00', until: end.time }]
}

/** Formats the ranges of one day in order. Ranges that touch or overlap are merged. */
function rangesText(ranges: readonly DayRange[]): string {
  const merged: { from: string; until: string }[] = []
  for (const { from, until } of ranges.toSorted((one, other) => one.from.localeCompare(other.from))) {
    const before = merged.at(-1)
    if (before && from <= before.until) before.until = until > before.until ? until : before.until
    else merged.push({ from, until })
  }
  return merged.map(({ from, until }) => `${from}–${until}`).join(', ')
}
