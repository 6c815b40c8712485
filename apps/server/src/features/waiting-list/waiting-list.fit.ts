import { quietHours } from '@attune/contract/common/constants'
import { dayBounds, instantOf, wallClockOf, weekdayOf } from '@attune/contract/common/time'
import { shortestAnswerMinutes } from '@attune/contract/features/waiting-list.rules'

const [minute, hour] = [60_000, 3_600_000]

/** When a client could come (see the contract). `notAfter` is the start of the session that an offer would replace. */
export type Wish = {
  weekdays: number[]
  from: string
  until: string
  zone: string
  noticeHours: number
  untilDay: string
  notAfter: string | null
}
type Slot = { startsAt: number; endsAt: number }

/** Whether a time, in milliseconds, fits the wish of a client who is asked at `now`. */
export function fitsWish(wish: Wish, slot: Slot, now: Date): boolean {
  if (slot.startsAt < now.getTime() + wish.noticeHours * hour) return false
  if (wish.notAfter !== null && slot.startsAt >= Date.parse(wish.notAfter)) return false
  const [begin, end] = [clockAt(slot.startsAt, wish.zone), clockAt(slot.endsAt, wish.zone)]
  if (begin.day > wish.untilDay || !wish.weekdays.includes(weekdayOf(begin.day)) || begin.time < wish.from) return false
  // A session that ends at midnight ends at 24:00 of its day.
  if (end.day !== begin.day)
    return wish.until === '24:00' && end.time === '00:00' && slot.endsAt - slot.startsAt < 24 * hour
  return end.time <= wish.until
}

/** An offer that would end in the night ends this long after the quiet hours, so that there is time to read it in the morning. */
const morningMinutes = 60

/**
 * Returns until when an offer can be accepted; null if the time is too soon to be offered. An offer does not end in the
 * quiet hours of the client's zone or in the first hour after them: it then ends one hour after them. In any case it ends
 * at the booking notice before the session.
 */
export function offerEnd(
  offer: { startsAt: number; answerHours: number; noticeMinutes: number; zone: string },
  now: Date,
): Date | null {
  const latest = offer.startsAt - offer.noticeMinutes * minute
  if (latest < now.getTime() + shortestAnswerMinutes * minute) return null
  return new Date(Math.min(latest, morningAfter(now.getTime() + offer.answerHours * hour, offer.zone)))
}

function morningAfter(end: number, zone: string): number {
  const { day, time } = clockAt(end, zone)
  const tomorrow = clockAt(Date.parse(dayBounds(day, zone).to), zone).day
  const morningOf = (one: string) => Date.parse(instantOf(one, quietHours.to, zone)) + morningMinutes * minute
  if (time >= quietHours.from) return morningOf(tomorrow)
  return Math.max(end, morningOf(day))
}

const clockAt = (at: number, zone: string) => wallClockOf(new Date(at).toISOString(), zone)
