import {
  weekOf,
  timetableOf,
  bookable,
  freeByDay as countFree,
  day,
  dayAt,
  dayOf,
  piecesOf,
  rangesOn,
  stretchesAround,
} from '../schedule/schedule.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { termsOf } from '../terms/terms.ts'

type Span = { startsAt: string; endsAt: string }
export type OpenRange = Span & { formats: ('in-person' | 'video' | 'phone')[]; location: string }

/** A therapist's hours between two instants, by start: weekly hours and day overrides, regardless of what is planned. */
export async function openRanges(tx: Tx, therapistId: string, span: Span): Promise<OpenRange[]> {
  const [from, to] = [Date.parse(span.startsAt), Date.parse(span.endsAt)]
  const { hours } = await timetableOf(tx, therapistId, from, to)
  const { first, last, stretches } = daysOf(hours.zone, from, to)
  const open: OpenRange[] = []
  for (let number = first; number <= last; number++) {
    for (const piece of piecesOf(rangesOn(hours, number), number, stretches)) {
      if (piece.from >= to || piece.to <= from) continue
      const { formats, location } = piece.range
      const [startsAt, endsAt] = [new Date(piece.from).toISOString(), new Date(piece.to).toISOString()]
      const before = open.at(-1)
      // An hour that exists twice stays one range.
      if (before && before.endsAt === startsAt && before.formats === formats) before.endsAt = endsAt
      else open.push({ startsAt, endsAt, formats, location })
    }
  }
  return open
}

/** How many sessions of the usual duration clients can still book on each day of a span. Days of the therapist's zone. */
export async function freeByDay(
  tx: Tx,
  therapistId: string,
  span: Span,
  now: Date,
): Promise<{ day: string; free: number }[]> {
  const [from, to] = [Date.parse(span.startsAt), Date.parse(span.endsAt)]
  const [timetable, { durationMinutes }] = await Promise.all([
    timetableOf(tx, therapistId, from, to),
    termsOf(tx, therapistId),
  ])
  const { first, last } = daysOf(timetable.hours.zone, from, to)
  const { today, latest } = bookable(timetable, now)
  const [begin, end] = [Math.max(first, today), Math.min(last, latest)]
  // Days in the past or beyond the horizon cannot be booked and need no query.
  const week =
    begin > end ? { ...timetable, taken: [], held: [] } : await weekOf(tx, therapistId, timetable, begin, end)
  return countFree(week, { from: dayOf(first), to: dayOf(last), durationMinutes, now })
}

function daysOf(zone: string, from: number, to: number) {
  const stretches = stretchesAround(zone, Math.floor(from / day) - 1, Math.floor(to / day) + 1)
  return { first: dayAt(from, stretches), last: dayAt(to - 1, stretches), stretches }
}
