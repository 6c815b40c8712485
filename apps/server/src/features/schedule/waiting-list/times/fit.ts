import { wallClockOf, weekdayOf } from '@attune/contract/common/time/time'
import { shortestAnswerMinutes } from '@attune/contract/features/schedule/waiting-list/waiting-list.rules'
import { quietHoursEnd } from '../../../messages/notification/notification.ts'

const [minute, hour] = [60_000, 3_600_000]

/** The times at which a client could come (see the contract). */
export type WaitingPreference = {
  weekdays: number[]
  from: string
  until: string
  zone: string
  /** The client needs at least this many hours of notice. */
  noticeHours: number
  /** The last day on which the client wants the session. */
  untilDay: string
  /** The start of the session that the client wants to move to an earlier time; null if the client wants an additional session. */
  notAfter: string | null
}
type Slot = { startsAt: number; endsAt: number }

/** Whether a time in milliseconds matches the preference of a client to whom it is offered at `now`. */
export function fitsPreference(preference: WaitingPreference, slot: Slot, now: Date): boolean {
  if (slot.startsAt < now.getTime() + preference.noticeHours * hour) return false
  if (preference.notAfter !== null && slot.startsAt >= Date.parse(preference.notAfter)) return false
  const [begin, end] = [clockAt(slot.startsAt, preference.zone), clockAt(slot.endsAt, preference.zone)]
  if (
    begin.day > preference.untilDay ||
    !preference.weekdays.includes(weekdayOf(begin.day)) ||
    begin.time < preference.from
  )
    return false
  // A session that ends at midnight ends at 24:00 of its day.
  if (end.day !== begin.day)
    return preference.until === '24:00' && end.time === '00:00' && slot.endsAt - slot.startsAt < 24 * hour
  return end.time <= preference.until
}

/** The quiet hours of a client: wall-clock times of a zone. */
export type Night = { from: string; to: string; zone: string }

/** An offer that would expire during the quiet hours expires this number of minutes after they end, so that the client can read it in the morning. */
const morningMinutes = 60

/**
 * Returns the time until which an offer can be accepted; null if the client would have too little time outside the quiet hours. An offer that would
 * expire in the quiet hours or in the hour after them expires one hour after them. In any case, it expires `noticeHours` before the session.
 */
export function offerEnd(
  offer: { startsAt: number; answerHours: number; noticeHours: number; night: Night },
  now: Date,
): Date | null {
  const latest = offer.startsAt - offer.noticeHours * hour
  const awake = quietEnd(now.getTime(), offer.night) ?? now.getTime()
  if (latest < awake + shortestAnswerMinutes * minute) return null
  return new Date(Math.min(latest, morningAfter(now.getTime() + offer.answerHours * hour, offer.night)))
}

function morningAfter(end: number, night: Night): number {
  const quiet = quietEnd(end, night) ?? quietEnd(end - morningMinutes * minute, night)
  return quiet === null ? end : Math.max(end, quiet + morningMinutes * minute)
}

/** Returns the end of the quiet hours at a time; null outside them. */
const quietEnd = (at: number, { from, to, zone }: Night): number | null =>
  quietHoursEnd({ from, to }, zone, new Date(at))?.getTime() ?? null

const clockAt = (at: number, zone: string) => wallClockOf(new Date(at).toISOString(), zone)
