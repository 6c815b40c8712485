import type { formats } from '@attune/contract/features/session.shapes'
import type { Tx } from '../../platform/database/actor.ts'
import { freeSlots, type Week } from './schedule.free-slots.ts'
import { day, dayAt, dayOf, minute, piecesOf, rangesOn, stretchesAround } from './schedule.hours.ts'
import { type Moving, takenBetween, timetableOf, type Timetable } from './schedule.queries.ts'

type Format = (typeof formats)[number]

/** What is taken around the days that can be booked at all; whole weeks, because a week may hold only so many. */
export async function weekOf(
  tx: Tx,
  therapistId: string,
  timetable: Timetable,
  first: number,
  last: number,
  moving: Moving | null = null,
): Promise<Week> {
  return { ...timetable, ...(await takenBetween(tx, therapistId, (first - 8) * day, (last + 9) * day, moving)) }
}

type Time = { therapistId: string; startsAt: string; endsAt: string }
/** `offered`: the timetable has this time; `free`: it can be booked now. */
type Offer = { location: string; offered: () => boolean; free: () => Promise<boolean> }

/** How a wished time, or another for a session, stands to what its therapist offers, and where sessions in person take place then. */
export async function offerAt(
  tx: Tx,
  { therapistId, startsAt, endsAt }: Time,
  format: Format,
  now: Date,
  moving: Moving | null = null,
): Promise<Offer> {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const timetable = await timetableOf(tx, therapistId, from, to)
  const { hours } = timetable
  const near = Math.floor(from / day)
  const stretches = stretchesAround(hours.zone, near - 1, near + 1)
  const number = dayAt(from, stretches)
  const fitting = rangesOn(hours, number).filter((range) => range.formats.includes(format))
  const around = piecesOf(fitting, number, stretches).find(
    (piece) => piece.from <= from && from < piece.to && to <= piece.end,
  )
  const wanted = { from: dayOf(number), to: dayOf(number), format, durationMinutes: (to - from) / minute, now }
  const among = (week: Week) => [...freeSlots(week, wanted)].some((slot) => slot.startsAt === from)
  return {
    location: format === 'in-person' ? (around?.range.location ?? '') : '',
    offered: () => among({ ...timetable, taken: [], held: [] }),
    free: async () => among(await weekOf(tx, therapistId, timetable, number, number, moving)),
  }
}
