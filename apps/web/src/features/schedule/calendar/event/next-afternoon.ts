import { shiftDay } from '@attune/contract/common/time/time'
import { instantAtWallClock, wallClockAt } from '../wall-clock.ts'

/** The minutes of the day at which an afternoon begins and ends. */
const afternoon = { from: 13 * 60, until: 18 * 60 }

/**
 * Returns the afternoon of today in a zone, from 13:00 to 18:00, without the hours that have begun. If less than an hour of
 * it is left, returns the afternoon of tomorrow.
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
