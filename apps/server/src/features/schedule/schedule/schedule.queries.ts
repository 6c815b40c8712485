import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import type { BookingRules, TimeRange, WeeklyRange } from '@attune/contract/features/schedule/availability/availability'
import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import type { TakenTime } from './schedule.free-slots.ts'
import type { AvailabilityHours } from './schedule.hours.ts'

const day = 24 * 60 * 60_000
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

export type TherapistTimetable = { hours: AvailabilityHours; rules: BookingRules }

type Row = {
  zone: string
  weekly: WeeklyRange[] | null
  bufferBefore: number
  bufferAfter: number
  noticeMinutes: number
  horizonDays: number
  stepMinutes: number
  perDay: number | null
  perWeek: number | null
}

/**
 * Returns a therapist’s hours and booking rules, including day overrides around `from` to `to` (instants in milliseconds). Refuses with NOT_FOUND
 * if the actor cannot see the therapist.
 */
export async function readTimetable(
  tx: Tx,
  therapistId: TherapistId,
  from: number,
  to: number,
): Promise<TherapistTimetable> {
  const [{ rows }, days] = await Promise.all([
    sql<Row>`
      select p.zone, a.weekly, a.buffer_before as "bufferBefore", a.buffer_after as "bufferAfter", a.notice_minutes as "noticeMinutes",
        a.horizon_days as "horizonDays", a.step_minutes as "stepMinutes", a.per_day as "perDay", a.per_week as "perWeek"
      from app.person p left join app.availability a on a.therapist_id = p.account_id
      where p.account_id = ${therapistId}`.execute(tx.kysely),
    readDayOverrides(tx, therapistId, isoDay(from - day), isoDay(to + day)),
  ])
  const [row] = rows
  if (!row) throw notFound()
  const { zone, weekly, ...rules } = row
  return { hours: { zone, weekly: weekly ?? [], days }, rules: weekly ? rules : defaultBookingRules }
}

/**
 * Returns the hours of each day from `from` to `to` (both included) that has its own hours instead of the weekly hours.
 */
export async function readDayOverrides(
  tx: Tx,
  therapistId: TherapistId,
  from: string,
  to: string,
): Promise<Map<string, TimeRange[]>> {
  const { rows } = await sql<{ day: string; ranges: TimeRange[] }>`
    select day, ranges from app.day_override
    where therapist_id = ${therapistId} and day >= ${from}::date and day <= ${to}::date order by day`.execute(tx.kysely)
  return new Map(rows.map((row) => [row.day, row.ranges]))
}

/**
 * The maximum number of taken times that one query reads. If there are more, all time after the last one counts as
 * taken.
 */
const mostTaken = 20_000

/** The session that is being moved. Its current time counts as free. */
export type SessionToMove = { id: SessionId; startsAt: string }

/**
 * Returns a therapist’s taken times between two instants in milliseconds, and the starts of the sessions that count toward the limits per day and per
 * week. Both results exclude the session `moving`.
 */
export async function readTakenTimes(
  tx: Tx,
  therapistId: TherapistId,
  from: number,
  to: number,
  moving: SessionToMove | null = null,
): Promise<{ taken: TakenTime[]; held: string[] }> {
  const [begin, end] = [new Date(from), new Date(to)]
  const [taken, held] = await Promise.all([
    sql<TakenTime>`
      select starts_at as "startsAt", ends_at as "endsAt", is_session as "isSession"
      from def.taken(${therapistId}, ${begin}::timestamptz, ${end}::timestamptz, ${moving?.id ?? null}) limit ${mostTaken}`.execute(
      tx.kysely,
    ),
    sql<{ at: string }>`
      select at from def.held(${therapistId}, ${begin}::timestamptz, ${end}::timestamptz)`.execute(tx.kysely),
  ])
  const last = taken.rows.at(-1)
  const rest = { startsAt: last?.startsAt ?? '', endsAt: end.toISOString(), isSession: false }
  return {
    taken: taken.rows.length < mostTaken ? taken.rows : [...taken.rows, rest],
    held: withoutSessionToMove(
      held.rows.map(({ at }) => at),
      moving,
    ),
  }
}

function withoutSessionToMove(held: string[], moving: SessionToMove | null): string[] {
  const place = moving ? held.findIndex((at) => Date.parse(at) === Date.parse(moving.startsAt)) : -1
  return place < 0 ? held : held.toSpliced(place, 1)
}

/**
 * Returns the id and start of a session of a therapist. Refuses with NOT_FOUND for a session that the actor cannot see.
 */
export async function readSessionToMove(tx: Tx, id: SessionId, therapistId: TherapistId): Promise<SessionToMove> {
  const { rows } = await sql<SessionToMove>`
    select id, starts_at as "startsAt" from app.session where id = ${id} and therapist_id = ${therapistId}`.execute(
    tx.kysely,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Returns whether the actor may book a therapist’s free times. `none` means no connection, `inactive` a connection
 * without the right to book.
 */
export async function readBookingAccess(tx: Tx, therapistId: TherapistId): Promise<'none' | 'inactive' | 'active'> {
  const { actor } = tx
  const record = actor.role === 'guardian' ? sql`id = ${actor.actingFor}` : sql`account_id = ${actor.id}`
  const { rows } = await sql<{ connected: boolean; active: boolean }>`
    select def.may_book(${therapistId}) as active,
      exists (select from app.client_name where therapist_id = ${therapistId} and ${record} and disconnected_at is null) as connected`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (row?.active) return 'active'
  return row?.connected ? 'inactive' : 'none'
}
