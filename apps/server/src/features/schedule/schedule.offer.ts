import type { sessionFormats } from '@attune/contract/features/session.rules'
import type { Tx } from '../../platform/database/actor.ts'
import { freeSlots, type BookingCalendar } from './schedule.free-slots.ts'
import {
  dayMs,
  dayNumberAt,
  dayFromNumber,
  minuteMs,
  hoursSegments,
  rangesOnDay,
  offsetIntervalsAround,
} from './schedule.hours.ts'
import { type SessionToMove, takenBetween, readTimetable, type TherapistTimetable } from './schedule.queries.ts'

type Format = (typeof sessionFormats)[number]

/**
 * Reads the taken times around the bookable days. Covers the whole weeks of the first and the last day, because
 * sessions are also limited per week.
 */
export async function readBookingCalendar(
  tx: Tx,
  therapistId: string,
  timetable: TherapistTimetable,
  first: number,
  last: number,
  moving: SessionToMove | null = null,
): Promise<BookingCalendar> {
  return { ...timetable, ...(await takenBetween(tx, therapistId, (first - 8) * dayMs, (last + 9) * dayMs, moving)) }
}

/** Returns the day of a time, and the range of the therapist’s hours for a format that contains the whole time. */
function hoursAround({ hours }: TherapistTimetable, { from, to }: { from: number; to: number }, format: Format) {
  const near = Math.floor(from / dayMs)
  const stretches = offsetIntervalsAround(hours.zone, near - 1, near + 1)
  const number = dayNumberAt(from, stretches)
  const fitting = rangesOnDay(hours, number).filter((range) => range.formats.includes(format))
  const around = hoursSegments(fitting, number, stretches).find(
    (piece) => piece.from <= from && from < piece.to && to <= piece.end,
  )
  return { number, around }
}

/**
 * Whether the therapist’s hours for this format contain the whole time. Ignores what is booked. Also true if the
 * therapist has entered no hours, because then no time is outside of them.
 */
export async function isWithinAvailability(
  tx: Tx,
  { therapistId, startsAt, endsAt }: Time,
  format: Format,
): Promise<boolean> {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const timetable = await readTimetable(tx, therapistId, from, to)
  const { weekly, days } = timetable.hours
  const hasHours = weekly.length > 0 || days.size > 0
  return !hasHours || hoursAround(timetable, { from, to }, format).around !== undefined
}

type Time = { therapistId: string; startsAt: string; endsAt: string }
/** `offered`: whether the time is within the therapist’s availability; `free`: whether the time can be booked now. */
type Offer = { location: string; offered: () => boolean; free: () => Promise<boolean> }

/**
 * Compares a requested time with what the therapist offers. Returns also the location for sessions in person at that
 * time.
 */
export async function checkOffer(
  tx: Tx,
  { therapistId, startsAt, endsAt }: Time,
  format: Format,
  now: Date,
  moving: SessionToMove | null = null,
): Promise<Offer> {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const timetable = await readTimetable(tx, therapistId, from, to)
  const { number, around } = hoursAround(timetable, { from, to }, format)
  const wanted = {
    from: dayFromNumber(number),
    to: dayFromNumber(number),
    format,
    durationMinutes: (to - from) / minuteMs,
    now,
  }
  const among = (week: BookingCalendar) => [...freeSlots(week, wanted)].some((slot) => slot.startsAt === from)
  return {
    location: format === 'in-person' ? (around?.range.location ?? '') : '',
    offered: () => among({ ...timetable, taken: [], held: [] }),
    free: async () => among(await readBookingCalendar(tx, therapistId, timetable, number, number, moving)),
  }
}
