import type { SessionId, SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import type {
  BookableHours,
  Slot,
  SlotSearchResult,
  TimeRange,
} from '@attune/contract/features/schedule/availability/availability'
import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { readTypeForFreeTimes } from '../session-type/session-type.ts'
import { readTerms } from '../terms/terms.ts'
import {
  readBookingAccess,
  readSessionToMove,
  readBookingCalendar,
  readTimetable,
  type TherapistTimetable,
  bookableDays,
  type FreeSlot,
  freeSlots,
  dayMs,
  minuteMs,
  withBuffers,
  dayFromNumber,
  type AvailabilityHours,
  dayNumberOf,
} from '../schedule/schedule.ts'
import { type RawBuilder, sql } from 'kysely'

type Format = (typeof sessionFormats)[number]
export type SlotWindow = {
  from: string
  to: string
  format: Format
  durationMinutes?: number | undefined
  /** The id of the session to move, if any. The current time of that session counts as free. */
  sessionId?: SessionId | undefined
  /** The session type, if any. It sets the format and the buffers, and the duration unless that is given. */
  typeId?: SessionTypeId | undefined
}

/** The maximum length of a window in days. */
const maxWindowDays = 62
/** The maximum booking horizon that the rules allow, plus two weeks of margin, in days. */
const maxDaysAhead = 366 + 14

/**
 * Returns the times that clients can book with a therapist. Clients and the therapist get the same times. Refuses with:
 * - BAD_REQUEST if the window is empty or longer than `maxWindowDays`
 * - NOT_FOUND if the acting client has no connection with the therapist, if the session is unknown, or if the type is not offered to the client
 * - CLIENT_INACTIVE if the client is inactive
 * @param window the requested days
 * @param draft unsaved hours and rules that replace the saved ones
 */
export async function findSlots(
  tx: Tx,
  therapistId: TherapistId,
  window: SlotWindow,
  now: Date,
  draft?: Pick<AvailabilityHours, 'weekly'> & Pick<TherapistTimetable, 'rules'>,
): Promise<SlotSearchResult> {
  const days = dayNumberOf(window.to) - dayNumberOf(window.from) + 1
  if (!(days >= 1 && days <= maxWindowDays)) throw createRefusal('BAD_REQUEST', 400)
  const [connection, saved, terms, moving, type] = await Promise.all([
    readBookingAccess(tx, therapistId),
    readTimetable(tx, therapistId, now.getTime(), now.getTime() + maxDaysAhead * dayMs),
    readTerms(tx, therapistId),
    window.sessionId ? readSessionToMove(tx, window.sessionId, therapistId) : null,
    window.typeId ? readTypeForFreeTimes(tx, therapistId, window.typeId) : null,
  ])
  refuseWithoutBookingAccess(connection)
  const timetable = withBuffers(
    draft ? { hours: { ...saved.hours, weekly: draft.weekly }, rules: draft.rules } : saved,
    type,
  )
  const { today, earliest, latest } = bookableDays(timetable, now)
  const week = await readBookingCalendar(tx, therapistId, timetable, today, latest, moving)
  const durationMinutes = window.durationMinutes ?? type?.durationMinutes ?? terms.durationMinutes
  const format = type?.format ?? window.format
  const wanted = { format, durationMinutes, now }
  const [next] = freeSlots(week, { ...wanted, from: dayFromNumber(today), to: dayFromNumber(latest) })
  return {
    zone: timetable.hours.zone,
    durationMinutes,
    formats: formatsOf(timetable.hours).filter((one) => !type || one === type.format),
    slots: Array.from(freeSlots(week, { ...wanted, from: window.from, to: window.to }), toSlot(format)),
    next: next ? isoOf(next.startsAt) : null,
    earliest: isoOf(earliest),
    latest: dayFromNumber(latest),
    proposeTimes: terms.proposeTimes,
  }
}

/** The maximum number of next free times per day. */
const mostPerDay = 2

/**
 * Returns the next free times of the acting therapist for a session: at most `limit` in total and two on a day. The times do not overlap and keep the
 * buffers to each other. Ignores the minimum notice and the limits per day and week, which bind clients only. Refuses with NOT_FOUND for an unknown
 * session or session type.
 */
export async function listNextFreeTimes(
  tx: Tx,
  wanted: Omit<SlotWindow, 'from' | 'to'> & { durationMinutes: number; limit: number },
  now: Date,
): Promise<Slot[]> {
  const therapistId = tx.actor.id
  const [saved, moving, type] = await Promise.all([
    readTimetable(tx, therapistId, now.getTime(), now.getTime() + maxDaysAhead * dayMs),
    wanted.sessionId ? readSessionToMove(tx, wanted.sessionId, therapistId) : null,
    wanted.typeId ? readTypeForFreeTimes(tx, therapistId, wanted.typeId) : null,
  ])
  const { hours, rules } = withBuffers(saved, type)
  const timetable = { hours, rules: { ...rules, noticeMinutes: 0, perDay: null, perWeek: null } }
  const { today, latest } = bookableDays(timetable, now)
  const calendar = await readBookingCalendar(tx, therapistId, timetable, today, latest, moving)
  const { format, durationMinutes, limit } = wanted
  const gap = (rules.bufferBefore + rules.bufferAfter) * minuteMs
  const found: FreeSlot[] = []
  const days = { from: dayFromNumber(today), to: dayFromNumber(latest) }
  for (const slot of freeSlots(calendar, { ...days, format, durationMinutes, now })) {
    const last = found.at(-1)
    if (last && slot.startsAt < last.endsAt + gap) continue
    if (slot.startsAt <= now.getTime() || found.filter(({ day }) => day === slot.day).length >= mostPerDay) continue
    found.push(slot)
    if (found.length === limit) break
  }
  return found.map(toSlot(format))
}

/**
 * Returns the hours in which clients can book a therapist. Refuses with NOT_FOUND if the acting client is not connected
 * with the therapist, and with CLIENT_INACTIVE if the client is inactive.
 */
export async function readBookableHours(tx: Tx, therapistId: TherapistId, now: Date): Promise<BookableHours> {
  const [connection, timetable] = await Promise.all([
    readBookingAccess(tx, therapistId),
    readTimetable(tx, therapistId, now.getTime(), now.getTime() + maxDaysAhead * dayMs),
  ])
  refuseWithoutBookingAccess(connection)
  const { zone, weekly, days } = timetable.hours
  const { today, latest } = bookableDays(timetable, now)
  const [first, last] = [dayFromNumber(today), dayFromNumber(latest)]
  return {
    zone,
    weekly: weekly.map((range) => ({ weekday: range.weekday, ...bookableRange(range) })),
    days: [...days]
      .filter(([day]) => day >= first && day <= last)
      .map(([day, ranges]) => ({ day, ranges: ranges.map(bookableRange) })),
  }
}

/** Returns whether the acting client can book the therapist and the therapist offers hours in any format. */
export async function hasBookableHours(tx: Tx, therapistId: TherapistId, now: Date): Promise<boolean> {
  const [access, timetable] = await Promise.all([
    readBookingAccess(tx, therapistId),
    readTimetable(tx, therapistId, now.getTime(), now.getTime() + maxDaysAhead * dayMs),
  ])
  return access !== 'none' && access !== 'inactive' && formatsOf(timetable.hours).length > 0
}

function refuseWithoutBookingAccess(access: Awaited<ReturnType<typeof readBookingAccess>>): void {
  if (access === 'none') throw notFound()
  if (access === 'inactive') throw createRefusal('CLIENT_INACTIVE', 409)
}

/** Returns the range as clients see it. The location is empty if the range offers no session in person. */
const bookableRange = ({ from, until, formats, location }: TimeRange): TimeRange => ({
  from,
  until,
  formats,
  location: formats.includes('in-person') ? location : '',
})

/** Returns the formats of the weekly hours and day overrides, in the order of the contract. */
function formatsOf({ weekly, days }: AvailabilityHours): Format[] {
  const open = new Set([...weekly, ...[...days.values()].flat()].flatMap((range) => range.formats))
  return sessionFormats.filter((format) => open.has(format))
}

const isoOf = (instant: number) => new Date(instant).toISOString()

/** Converts a free slot to a slot of the response. Only an in-person slot has a location. */
const toSlot = (format: Format) => (slot: FreeSlot) => ({
  startsAt: isoOf(slot.startsAt),
  endsAt: isoOf(slot.endsAt),
  location: format === 'in-person' ? slot.location : '',
})

/** SQL condition that is true if a therapist has weekly hours. `therapist` is an expression for the id of the account. */
export const hasHoursSql = (therapist: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.availability a where a.therapist_id = ${therapist} and a.weekly <> '[]')`
