import { shiftDay } from '@attune/contract/common/time/time'
import { instantAtWallClock, wallClockAt } from '../wall-clock.ts'

/** The start and end of an afternoon, in minutes since midnight. */
const afternoon = { from: 13 * 60, until: 18 * 60 }

/**
 * Returns the rest of this afternoon (13:00 to 18:00) in a zone, from the next full hour. If less than an hour is left, returns the whole afternoon
 * of tomorrow.
 */
export function nextAfternoon(now: Date, zone: string): { startUtc: string; endUtc: string } {
  const { day, minute } = wallClockAt(now.toISOString(), zone)
  const from = Math.max(afternoon.from, Math.ceil(minute / 60) * 60)
  const isOver = from >= afternoon.until
  const on = isOver ? shiftDay(day, 1) : day
  return {
    startUtc: instantAtWallClock({ day: on, minute: isOver ? afternoon.from : from }, zone),
    endUtc: instantAtWallClock({ day: on, minute: afternoon.until }, zone),
  }
}
