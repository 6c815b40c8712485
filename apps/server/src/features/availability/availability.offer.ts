import type { Slots } from '@attune/contract/features/availability'
import { formats } from '@attune/contract/features/session.shapes'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { termsOf } from '../terms/terms.ts'
import {
  connectionTo,
  type Moving,
  movingOf,
  takenBetween,
  timetableOf,
  type Timetable,
} from './availability.queries.ts'
import { bookable, type FreeSlot, freeSlots, type Week } from './availability.slots.ts'
import {
  day,
  dayAt,
  dayOf,
  type Hours,
  minute,
  numberOf,
  piecesOf,
  rangesOn,
  stretchesAround,
} from './availability.times.ts'

type Format = (typeof formats)[number]
export type Window = {
  from: string
  to: string
  format: Format
  durationMinutes?: number | undefined
  /** A session that is to be moved. */
  sessionId?: string | undefined
}

/** Days that can be asked for at once. */
const longestWindow = 62
/** The furthest that rules can reach, with the weeks around. */
const furthest = 366 + 14

/**
 * What a client may book with a therapist, whether the client asks or the therapist. Refuses BAD_REQUEST for a window that is none or too
 * long, NOT_FOUND for whom the actor does not know, CLIENT_INACTIVE where the connection rests.
 * @param draft hours and rules that are not saved yet, in place of those that hold
 */
export async function slotsFor(
  tx: Tx,
  therapistId: string,
  window: Window,
  now: Date,
  draft?: Pick<Hours, 'weekly'> & Pick<Timetable, 'rules'>,
): Promise<Slots> {
  const days = numberOf(window.to) - numberOf(window.from) + 1
  if (!(days >= 1 && days <= longestWindow)) throw refuse('BAD_REQUEST', 400)
  const [connection, saved, terms, moving] = await Promise.all([
    connectionTo(tx, therapistId),
    timetableOf(tx, therapistId, now.getTime(), now.getTime() + furthest * day),
    termsOf(tx, therapistId),
    window.sessionId ? movingOf(tx, window.sessionId, therapistId) : null,
  ])
  if (connection === 'unknown') throw notFound()
  if (connection === 'resting') throw refuse('CLIENT_INACTIVE', 409)
  const timetable = draft ? { hours: { ...saved.hours, weekly: draft.weekly }, rules: draft.rules } : saved
  const { today, earliest, latest } = bookable(timetable, now)
  const week = await weekOf(tx, therapistId, timetable, today, latest, moving)
  const durationMinutes = window.durationMinutes ?? terms.durationMinutes
  const wanted = { format: window.format, durationMinutes, now }
  const [next] = freeSlots(week, { ...wanted, from: dayOf(today), to: dayOf(latest) })
  return {
    zone: timetable.hours.zone,
    durationMinutes,
    formats: formatsOf(timetable.hours),
    slots: Array.from(freeSlots(week, { ...wanted, from: window.from, to: window.to }), toSlot(window.format)),
    next: next ? isoOf(next.startsAt) : null,
    earliest: isoOf(earliest),
    latest: dayOf(latest),
    proposeTimes: terms.proposeTimes,
  }
}

/** In the order of the contract: those of the week and of single days. */
function formatsOf({ weekly, days }: Hours): Format[] {
  const open = new Set([...weekly, ...[...days.values()].flat()].flatMap((range) => range.formats))
  return formats.filter((format) => open.has(format))
}

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

const isoOf = (instant: number) => new Date(instant).toISOString()

/** A place is told for sessions in person. */
const toSlot = (format: Format) => (slot: FreeSlot) => ({
  startsAt: isoOf(slot.startsAt),
  endsAt: isoOf(slot.endsAt),
  location: format === 'in-person' ? slot.location : '',
})

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
