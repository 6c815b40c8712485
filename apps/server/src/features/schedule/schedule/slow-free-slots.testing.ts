import { shiftDay } from '@attune/contract/common/time/time'
import type { SlotQuery, BookingCalendar } from './schedule.free-slots.ts'

const [minute, hour] = [60_000, 3_600_000]

/**
 * Returns the free times by a slow and simple computation: a session fits if every minute of it is free and within one
 * range. `startsAt` is in milliseconds. Uses no code of the implementation under test.
 */
export function referenceSlots(
  { hours, rules, taken, held }: BookingCalendar,
  wanted: SlotQuery,
): { startsAt: number; location: string }[] {
  const wall = (instant: number) => wallClock(hours.zone, instant)
  const today = wall(Math.floor(wanted.now.getTime() / minute) * minute).day
  const apart = (rules.bufferBefore + rules.bufferAfter) * minute
  const slots: { startsAt: number; location: string }[] = []
  for (let isoDay = wanted.from; isoDay <= wanted.to; isoDay = shiftDay(isoDay, 1)) {
    if (isoDay > shiftDay(today, rules.horizonDays)) continue
    const startedOn = held.map((startsAt) => wall(Math.floor(Date.parse(startsAt) / minute) * minute).day)
    if (rules.perDay !== null && startedOn.filter((one) => one === isoDay).length >= rules.perDay) continue
    const sameWeek = startedOn.filter((one) => monday(one) === monday(isoDay)).length
    if (rules.perWeek !== null && sameWeek >= rules.perWeek) continue

    const weekday = new Date(isoDay).getUTCDay() || 7
    const ranges = hours.days.get(isoDay) ?? hours.weekly.filter((range) => range.weekday === weekday)
    const opened = ranges.map((range) => ({ range, from: minutesOf(range.from), until: minutesOf(range.until) }))
    const rangeAt = (instant: number) => {
      const at = wall(instant)
      if (at.day !== isoDay) return undefined
      return opened.find(({ from, until }) => from <= at.minutes && at.minutes < until)?.range
    }
    const isTaken = (instant: number) =>
      taken.some(({ startsAt, endsAt, isSession }) => {
        const margin = isSession ? apart : 0
        return instant < Date.parse(endsAt) + margin && instant + minute > Date.parse(startsAt) - margin
      })

    const noon = Date.parse(`${isoDay}T12:00:00Z`)
    for (let start = noon - 27 * hour; start < noon + 27 * hour; start += minute) {
      const range = rangeAt(start)
      if (!range || (wanted.format && !range.formats.some((format) => format === wanted.format))) continue
      if ((wall(start).minutes - minutesOf(range.from)) % rules.stepMinutes !== 0) continue
      if (start < wanted.now.getTime() + rules.noticeMinutes * minute) continue
      let fits = true
      for (let at = start; fits && at < start + wanted.durationMinutes * minute; at += minute) {
        fits = rangeAt(at) === range && !isTaken(at)
      }
      if (fits) slots.push({ startsAt: start, location: range.location })
    }
  }
  return slots
}

type WallMinute = { day: string; minutes: number }
const cacheByZone = new Map<string, Map<number, WallMinute>>()
const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the wall-clock time of an instant, to the minute. Caches one value per quarter of an hour, because clocks
 * change only at the start of a quarter.
 */
function wallClock(zone: string, instant: number): WallMinute {
  const ofZone = cacheByZone.get(zone) ?? new Map<number, WallMinute>()
  cacheByZone.set(zone, ofZone)
  const quarter = Math.floor(instant / (15 * minute))
  const since = instant / minute - quarter * 15
  const seen = ofZone.get(quarter)
  if (seen) return { day: seen.day, minutes: seen.minutes + since }
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: zone } as const
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options)
  formatters.set(zone, formatter)
  const [date = '', time = ''] = formatter.format(quarter * 15 * minute).split(' ')
  ofZone.set(quarter, { day: date, minutes: minutesOf(time) })
  return wallClock(zone, instant)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const monday = (isoDay: string) => shiftDay(isoDay, -((new Date(isoDay).getUTCDay() + 6) % 7))
