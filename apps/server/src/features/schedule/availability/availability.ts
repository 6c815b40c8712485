import type { TherapistId } from '@attune/contract/common/ids'
import {
  readBookingCalendar,
  readTimetable,
  bookableDays,
  countFreeByDay as countFree,
  dayMs,
  dayNumberAt,
  dayFromNumber,
  hoursSegments,
  rangesOnDay,
  offsetIntervalsAround,
} from '../schedule/schedule.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { readTerms } from '../terms/terms.ts'

export { findSlots, hasHoursSql, hasBookableHours } from './availability.offer.ts'

type Span = { startsAt: string; endsAt: string }
export type OpenRange = Span & { formats: ('in-person' | 'video' | 'phone')[]; location: string }

/**
 * Returns a therapist's hours within a span, sorted by start: the weekly hours with the day overrides applied. Includes hours that are already
 * booked. Refuses with NOT_FOUND if the actor cannot see the therapist.
 */
export async function listOpenRanges(tx: Tx, therapistId: TherapistId, span: Span): Promise<OpenRange[]> {
  const [from, to] = [Date.parse(span.startsAt), Date.parse(span.endsAt)]
  const { hours } = await readTimetable(tx, therapistId, from, to)
  const { first, last, stretches } = daysOf(hours.zone, from, to)
  const open: OpenRange[] = []
  for (let number = first; number <= last; number++) {
    for (const piece of hoursSegments(rangesOnDay(hours, number), number, stretches)) {
      if (piece.from >= to || piece.to <= from) continue
      const { formats, location } = piece.range
      const [startsAt, endsAt] = [new Date(piece.from).toISOString(), new Date(piece.to).toISOString()]
      const before = open.at(-1)
      // If the clock goes back, an hour of the range occurs twice. The second occurrence extends the range before it.
      if (before && before.endsAt === startsAt && before.formats === formats) before.endsAt = endsAt
      else open.push({ startsAt, endsAt, formats, location })
    }
  }
  return open
}

/**
 * Returns the number of further sessions of the usual duration that clients can book on each day of a span. The days are days of the therapist's
 * zone. Refuses with NOT_FOUND if the actor cannot see the therapist.
 */
export async function countFreeSlots(
  tx: Tx,
  therapistId: TherapistId,
  span: Span,
  now: Date,
): Promise<{ day: string; free: number }[]> {
  const [from, to] = [Date.parse(span.startsAt), Date.parse(span.endsAt)]
  const [timetable, { durationMinutes }] = await Promise.all([
    readTimetable(tx, therapistId, from, to),
    readTerms(tx, therapistId),
  ])
  const { first, last } = daysOf(timetable.hours.zone, from, to)
  const { today, latest } = bookableDays(timetable, now)
  const [begin, end] = [Math.max(first, today), Math.min(last, latest)]
  // If the span has no bookable day, no query is needed: clients cannot book days in the past or beyond the horizon.
  const week =
    begin > end
      ? { ...timetable, taken: [], held: [] }
      : await readBookingCalendar(tx, therapistId, timetable, begin, end)
  return countFree(week, { from: dayFromNumber(first), to: dayFromNumber(last), durationMinutes, now })
}

function daysOf(zone: string, from: number, to: number) {
  const stretches = offsetIntervalsAround(zone, Math.floor(from / dayMs) - 1, Math.floor(to / dayMs) + 1)
  return { first: dayNumberAt(from, stretches), last: dayNumberAt(to - 1, stretches), stretches }
}
