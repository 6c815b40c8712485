import type { TherapistId } from '@attune/contract/common/ids'
import type { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import type { Tx } from '../../../platform/database/actor.ts'
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
import { type SessionToMove, readTakenTimes, readTimetable, type TherapistTimetable } from './schedule.queries.ts'

type Format = (typeof sessionFormats)[number]

/**
 * Returns the timetable of a therapist with the taken times around the day numbers `first` to `last`. Covers the whole
 * weeks of both days, because sessions are also limited per week.
 */
export async function readBookingCalendar(
  tx: Tx,
  therapistId: TherapistId,
  timetable: TherapistTimetable,
  first: number,
  last: number,
  moving: SessionToMove | null = null,
): Promise<BookingCalendar> {
  return { ...timetable, ...(await readTakenTimes(tx, therapistId, (first - 8) * dayMs, (last + 9) * dayMs, moving)) }
}

/**
 * Returns the day number of a time, and the segment of the therapist’s hours that contains the whole time and allows
 * the format. `around` is undefined if there is none.
 */
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
 * Returns whether the therapist’s hours contain the whole time and allow the format. Ignores booked times. Also returns
 * true if the therapist has entered no hours.
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

type Time = { therapistId: TherapistId; startsAt: string; endsAt: string }
type Offer = {
  location: string
  /** Returns whether the time would be bookable if nothing else were booked. */
  offered: () => boolean
  /** Returns whether the time can be booked now. */
  free: () => Promise<boolean>
}

/** Buffers that replace those of the booking rules; null keeps the buffer of the rules. */
export type Buffers = { bufferBefore: number | null; bufferAfter: number | null }

/** Returns a timetable with the buffers of a session type. */
export const withBuffers = (timetable: TherapistTimetable, buffers: Buffers | null | undefined): TherapistTimetable =>
  buffers
    ? {
        ...timetable,
        rules: {
          ...timetable.rules,
          bufferBefore: buffers.bufferBefore ?? timetable.rules.bufferBefore,
          bufferAfter: buffers.bufferAfter ?? timetable.rules.bufferAfter,
        },
      }
    : timetable

/**
 * Checks whether a requested time fits a therapist’s hours, booking rules and taken times (see `Offer`). `location` is the room for a session in
 * person at that time, and empty for other formats.
 * @param how the session that is moved, and the buffers of a session type
 */
export async function checkOffer(
  tx: Tx,
  { therapistId, startsAt, endsAt }: Time,
  format: Format,
  now: Date,
  how: { moving?: SessionToMove; buffers?: Buffers | null } = {},
): Promise<Offer> {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const timetable = withBuffers(await readTimetable(tx, therapistId, from, to), how.buffers)
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
    free: async () => among(await readBookingCalendar(tx, therapistId, timetable, number, number, how.moving)),
  }
}
