import type { TherapistId } from '@attune/contract/common/ids'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { requireCalendarLock } from './schedule.lock.ts'

export type TimeSlot = { id: string; therapistId: TherapistId; startsAt: string; endsAt: string }

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000]

export const slotOf = (
  id: string,
  therapistId: TherapistId,
  time: { startsAt: string; durationMinutes: number },
): TimeSlot => ({
  id,
  therapistId,
  startsAt: time.startsAt,
  endsAt: new Date(Date.parse(time.startsAt) + time.durationMinutes * minute).toISOString(),
})

export const slotTakenRefusal = (conflicts: Conflict[]) => createRefusal('SLOT_TAKEN', 409, { conflicts })

/**
 * Refuses with SLOT_TAKEN if there are conflicts and `anyway` is false. Otherwise returns the value to store in the
 * column `booked_anyway`.
 */
export function bookedAnywayColumn(conflicts: Conflict[], anyway: boolean): { booked_anyway: boolean } {
  if (conflicts.length && !anyway) throw slotTakenRefusal(conflicts)
  return { booked_anyway: conflicts.length > 0 }
}

export type TimeSpan = { startsAt: string; endsAt: string }

/**
 * Returns the conflicts of a slot, except the session `slot.id` itself. Throws without the calendar lock. The query is
 * a separate statement after the lock, so it sees all changes that the previous holder of the lock has committed.
 */
export async function listConflictsWithSlot(tx: Tx, slot: TimeSlot): Promise<Conflict[]> {
  const [conflicts = []] = await lockedConflictsInSpans(tx, slot.therapistId, [slot], [slot.id])
  return conflicts
}

/**
 * Returns at most five conflicts for each time span, in one query. Conflicts are scheduled sessions, busy times, events
 * of imported calendars and absences.
 * @param but the ids of sessions and busy times to ignore, because they are being moved
 */
export async function listConflictsInSpans(
  tx: Tx,
  therapistId: TherapistId,
  spans: readonly TimeSpan[],
  but: readonly string[] = [],
): Promise<Conflict[][]> {
  const { rows } = await overlapsQuery(therapistId, spans, but).execute(tx.kysely)
  const found: Conflict[][] = spans.map(() => [])
  for (const { number, ...conflict } of rows) found[number - 1]?.push(conflict)
  return found
}

/**
 * Like `listConflictsInSpans`, but throws if the transaction does not hold the calendar lock. Only this function may decide
 * whether a slot is taken.
 */
export const lockedConflictsInSpans: typeof listConflictsInSpans = async (tx, therapistId, spans, but) => {
  requireCalendarLock(tx, therapistId)
  return listConflictsInSpans(tx, therapistId, spans, but)
}

/**
 * Builds the query for conflicts. Each index scan has a lower and an upper bound: sessions and busy times last at most
 * 24 hours, and rows of imported events at most 25 hours. The bounds are parameters, because row security prevents
 * Postgres from using an index for bounds that it computes from a column.
 */
export function overlapsQuery(therapistId: TherapistId, spans: readonly TimeSpan[], but: readonly string[] = []) {
  const before = (milliseconds: number) =>
    spans.map(({ startsAt }) => new Date(Date.parse(startsAt) - milliseconds).toISOString())
  const within = (row: string, least: string) =>
    sql`${sql.ref(`${row}.therapist_id`)} = ${therapistId} and ${sql.ref(`${row}.starts_at`)} < w.ends_at
      and ${sql.ref(`${row}.starts_at`)} > ${sql.ref(`w.${least}`)} and ${sql.ref(`${row}.ends_at`)} > w.starts_at`
  return sql<Conflict & { number: number }>`
    select w.number, t.kind, t.starts_at as "startsAt", t.ends_at as "endsAt", t.session_id as "sessionId",
      case when t.kind = 'session' then ${namesIn(therapistId, sql`t.session_id`)} else t.name end as name
    from unnest(${spans.map(({ startsAt }) => startsAt)}::timestamptz[], ${spans.map(({ endsAt }) => endsAt)}::timestamptz[],
        ${before(day)}::timestamptz[], ${before(day + hour)}::timestamptz[])
      with ordinality w (starts_at, ends_at, day_before, longer_before, number)
    cross join lateral (
      select 'session' as kind, s.starts_at, s.ends_at, s.id as session_id, '' as name from app.session s
        where ${within('s', 'day_before')} and s.status = any (${[...slotHoldingStatuses]}::text[]) and s.id <> all (${but}::uuid[])
      union all
      select 'event', e.starts_at, e.ends_at, null, e.title from app.event e where ${within('e', 'day_before')} and e.id <> all (${but}::uuid[])
      union all
      select 'imported', i.starts_at, i.ends_at, null, i.title from app.imported_event i where ${within('i', 'longer_before')}
      union all
      select 'absence', a.starts_at, a.ends_at, null, a.title from app.absence a
        where a.therapist_id = ${therapistId} and a.starts_at < w.ends_at and a.ends_at > w.starts_at
      order by 2, 1 limit 5) t
    order by w.number, t.starts_at`
}

/** Returns the other requests that overlap a slot, at most five. Requests may overlap each other until one of them is confirmed. */
export async function listRivalRequests(tx: Tx, slot: TimeSlot): Promise<Conflict[]> {
  const dayBefore = new Date(Date.parse(slot.startsAt) - day)
  const { rows } = await sql<Conflict>`
    select 'session' as kind, s.starts_at as "startsAt", s.ends_at as "endsAt", s.id as "sessionId", ${namesIn(slot.therapistId, sql`s.id`)} as name
    from app.session s
    where s.therapist_id = ${slot.therapistId} and s.starts_at < ${slot.endsAt} and s.starts_at > ${dayBefore} and s.ends_at > ${slot.startsAt}
      and s.status = 'pending' and s.id <> ${slot.id}
    order by s.starts_at limit 5`.execute(tx.kysely)
  return rows
}

const namesIn = (therapistId: TherapistId, session: RawBuilder<unknown>) => sql`
  coalesce((select string_agg(c.first_name || ' ' || left(c.last_name, 1) || '.', ', ' order by c.last_name)
    from app.session_client sc join app.client_name c on c.id = sc.client_id
    where sc.therapist_id = ${therapistId} and sc.session_id = ${session}), '')`

/**
 * Returns the times within a slot at which a connected therapist is busy, at most five. A client reads only these
 * times, not the reason.
 */
export async function listBusyTimes(tx: Tx, slot: TimeSlot): Promise<Conflict[]> {
  const { rows } = await sql<{ startsAt: string; endsAt: string }>`
    select starts_at as "startsAt", ends_at as "endsAt"
    from def.busy(${slot.therapistId}, ${slot.startsAt}::timestamptz, ${slot.endsAt}::timestamptz, ${slot.id}) limit 5`.execute(
    tx.kysely,
  )
  // The kind is always 'session', so a client does not learn what takes the time.
  return rows.map((row) => ({ kind: 'session', ...row, sessionId: null, name: '' }))
}

/** Like `listBusyTimes`, but throws if the transaction does not hold the calendar lock. Use it before a slot is taken. */
export async function listLockedBusyTimes(tx: Tx, slot: TimeSlot): Promise<Conflict[]> {
  requireCalendarLock(tx, slot.therapistId)
  return listBusyTimes(tx, slot)
}
