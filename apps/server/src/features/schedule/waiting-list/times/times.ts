import type { AccountId, FreedTimeId, SessionTypeId } from '@attune/contract/common/ids'
import { quietHours } from '@attune/contract/common/constants'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { WaitingListSettings } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  bookableDays,
  type FreeSlot,
  freeSlots,
  minuteMs,
  readBookingCalendar,
  readTimetable,
  withBuffers,
  dayFromNumber,
} from '../../schedule/schedule.ts'
import { fitsPreference, type Night, offerEnd } from './fit.ts'
import type { StoredEntry, StoredOffer } from '../waiting-list.rows.ts'

/** A time that became free, as stored. */
export type FreedRow = {
  id: FreedTimeId
  startsAt: string
  endsAt: string
  /** Whether the time is that of a session that was cancelled, denied or moved. False if, for example, a busy time was deleted. */
  wasSession: boolean
  freedAt: string
  /** The time at which the therapist was notified; null if they were not. */
  notifiedAt: string | null
  /** The time at which the freed time was first offered; null if it was never offered. */
  offeredAt: string | null
}
type Buffers = { id: SessionTypeId; bufferBefore: number | null; bufferAfter: number | null }

/** The data that determines which times can be offered. */
export type OfferCalendar = {
  /** The therapist's calendar, with offered times as taken. */
  calendar: Awaited<ReturnType<typeof readBookingCalendar>>
  types: Buffers[]
  settings: Pick<WaitingListSettings, 'answerHours' | 'noticeHours'>
  /** The clients' quiet hours. */
  nights: ReadonlyMap<string, Night>
  /** The first day that can be booked, as a day number. */
  today: number
  /** The last day that can be booked, as a day number. */
  latest: number
}

/**
 * A time that can be offered to an entry. `expiresAt` is the time until which the client can accept it. For a client without an account, that is the
 * start of the session.
 */
export type OfferableTime = Pick<FreeSlot, 'startsAt' | 'endsAt' | 'location'> & { expiresAt: Date }

/**
 * Reads the acting therapist's calendar for offers, without the booking notice and the limits per day and week, which apply only to bookings by
 * clients.
 */
export async function readOfferCalendar(
  tx: Tx,
  { settings, offers }: { settings: OfferCalendar['settings']; offers: readonly StoredOffer[] },
  now: Date,
): Promise<OfferCalendar> {
  const therapistId = tx.actor.id
  const [{ hours, rules }, nights, { rows: types }] = await Promise.all([
    readTimetable(tx, therapistId, now.getTime(), now.getTime() + 380 * 86_400_000),
    readNights(tx),
    sql<Buffers>`
      select id, buffer_before as "bufferBefore", buffer_after as "bufferAfter" from app.session_type where therapist_id = ${therapistId}`.execute(
      tx.kysely,
    ),
  ])
  const timetable = { hours, rules: { ...rules, noticeMinutes: 0, perDay: null, perWeek: null } }
  const { today, latest } = bookableDays(timetable, now)
  const calendar = await readBookingCalendar(tx, therapistId, timetable, today, latest)
  const offered = offers.map(({ startsAt, endsAt }) => ({ startsAt, endsAt, isSession: true }))
  return {
    calendar: { ...calendar, taken: [...calendar.taken, ...offered] },
    types,
    settings,
    nights,
    today,
    latest,
  }
}

/** Adds an offered time to the taken times. */
export function takeTime(of: OfferCalendar, { startsAt, endsAt }: OfferableTime): void {
  const iso = (at: number) => new Date(at).toISOString()
  of.calendar.taken = [...of.calendar.taken, { startsAt: iso(startsAt), endsAt: iso(endsAt), isSession: true }]
}

/** Yields the times within a freed time that match an entry, starting with the time of the freed session itself. */
export function* timesWithin(
  of: OfferCalendar,
  freed: FreedRow,
  entry: StoredEntry,
  now: Date,
): Generator<OfferableTime> {
  const [from, to] = [Date.parse(freed.startsAt), Date.parse(freed.endsAt)]
  const length = entry.durationMinutes * minuteMs
  if (freed.wasSession && from + length <= to && isFree(of, from, from + length)) {
    const found = offerable(
      of,
      entry,
      { startsAt: from, endsAt: from + length, location: locationAt(of, entry, from, now) },
      now,
    )
    if (found) yield found
  }
  const { zone } = of.calendar.hours
  const days = { from: wallClockOf(freed.startsAt, zone).day, to: wallClockOf(freed.endsAt, zone).day }
  for (const slot of freeSlots(calendarFor(of, entry), { ...days, ...wantedBy(entry), now })) {
    if (slot.startsAt < from || slot.endsAt > to) continue
    const found = offerable(of, entry, slot, now)
    if (found) yield found
  }
}

/** Yields the next free times that match an entry and do not overlap one another. */
export function* nextTimes(of: OfferCalendar, entry: StoredEntry, now: Date): Generator<OfferableTime> {
  const days = { from: dayFromNumber(of.today), to: dayFromNumber(of.latest) }
  let end = 0
  for (const slot of freeSlots(calendarFor(of, entry), { ...days, ...wantedBy(entry), now })) {
    const found = slot.startsAt >= end ? offerable(of, entry, slot, now) : null
    if (!found) continue
    end = found.endsAt
    yield found
  }
}

/** Returns a time with the end of its offer; null if the time does not match the entry. */
export function offerable(
  of: OfferCalendar,
  entry: StoredEntry,
  { startsAt, endsAt, location }: Omit<OfferableTime, 'expiresAt'>,
  now: Date,
): OfferableTime | null {
  if (!fitsPreference({ ...entry, notAfter: entry.sessionStartsAt }, { startsAt, endsAt }, now)) return null
  const expiresAt = endOfOffer(of, entry, startsAt, now)
  return expiresAt && { startsAt, endsAt, location: entry.format === 'in-person' ? location : '', expiresAt }
}

/**
 * Returns the time until which an offer can be accepted, see `offerEnd`. A client without an account is asked by phone and can accept until the
 * session begins.
 */
export function endOfOffer(
  { settings, nights }: OfferCalendar,
  { accountId, zone }: StoredEntry,
  startsAt: number,
  now: Date,
): Date | null {
  if (!accountId) return startsAt > now.getTime() ? new Date(startsAt) : null
  return offerEnd({ startsAt, ...settings, night: nights.get(accountId) ?? { ...quietHours, zone } }, now)
}

type NightRow = { account_id: AccountId; zone: string; quiet_from: string | null; quiet_to: string | null }

/** Returns the quiet hours of the clients on the acting therapist's waiting list. The default ones apply to a client who has switched them off. */
async function readNights(tx: Tx): Promise<Map<string, Night>> {
  const { rows } = await tx.run<NightRow>(
    'select account_id, zone, quiet_from, quiet_to from def.quiet_hours_of_waiting()',
  )
  return new Map(
    rows.map(({ account_id, zone, quiet_from, quiet_to }) => [
      account_id,
      quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to, zone } : { ...quietHours, zone },
    ]),
  )
}

const wantedBy = ({ format, durationMinutes }: StoredEntry) => ({ format, durationMinutes })

const calendarFor = ({ calendar, types }: OfferCalendar, { typeId }: StoredEntry) => ({
  ...calendar,
  ...withBuffers(
    calendar,
    types.find(({ id }) => id === typeId),
  ),
})

const isFree = ({ calendar }: OfferCalendar, from: number, to: number) =>
  !calendar.taken.some(({ startsAt, endsAt }) => Date.parse(startsAt) < to && Date.parse(endsAt) > from)

/** Returns the location in the therapist's availability at a time; empty outside the availability. */
function locationAt(of: OfferCalendar, entry: StoredEntry, at: number, now: Date): string {
  if (entry.format !== 'in-person') return ''
  const { day } = wallClockOf(new Date(at).toISOString(), of.calendar.hours.zone)
  const empty = { ...of.calendar, taken: [], held: [] }
  const slots = freeSlots(empty, { from: day, to: day, ...wantedBy(entry), now })
  for (const slot of slots) if (slot.startsAt <= at && at < slot.endsAt) return slot.location
  return ''
}
