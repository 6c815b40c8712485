import type { SessionId } from '@attune/contract/common/ids'
import { withCalendarLock } from '../schedule/schedule.ts'
import type { Absence, AbsenceId } from '@attune/contract/features/schedule/availability/availability'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { dayBounds, wallClockOf } from '@attune/contract/common/time/time'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { readSessionsById } from '../session/session.ts'

const absenceColumns = sql`id, title, starts_at as "startsAt", ends_at as "endsAt", whole_days as "wholeDays"`

/** Returns all absences of the acting therapist, sorted by start. */
export async function listAllAbsences(tx: Tx): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select ${absenceColumns} from app.absence where therapist_id = ${tx.actor.id} order by starts_at, id`.execute(
    tx.kysely,
  )
  return rows
}

/** Returns the acting therapist's absences that have not ended, sorted by start. */
export async function listAbsencesNotEnded(tx: Tx, now: Date): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select ${absenceColumns} from app.absence where therapist_id = ${tx.actor.id} and ends_at > ${now} order by starts_at, id`.execute(
    tx.kysely,
  )
  return rows
}

type Span = { startsAt: string; endsAt: string }
export type AffectedSessions = { items: Session[]; total: number }

const dayLong = 24 * 60 * 60_000
/**
 * The maximum number of sessions that `readAffectedSessions` returns. `total` also counts the sessions beyond this maximum.
 */
const maxListed = 100

/** Returns the planned and requested sessions that overlap a span and have not ended, sorted by start. */
export async function readAffectedSessions(tx: Tx, span: Span, now: Date): Promise<AffectedSessions> {
  const dayBefore = new Date(Date.parse(span.startsAt) - dayLong)
  const { rows } = await sql<{ id: SessionId; total: number }>`
    select s.id, count(*) over () as total from app.session s
    where s.therapist_id = ${tx.actor.id} and s.starts_at < ${span.endsAt} and s.starts_at > ${dayBefore}
      and s.ends_at > ${span.startsAt} and s.ends_at > ${now} and s.status = any (${['pending', ...slotHoldingStatuses]}::text[]) and s.deleted_at is null
    order by s.starts_at, s.id limit ${maxListed}`.execute(tx.kysely)
  const sessions = await readSessionsById(
    tx,
    rows.map(({ id }) => id),
    now,
  )
  return { items: rows.flatMap(({ id }) => sessions.get(id) ?? []), total: rows[0]?.total ?? 0 }
}

/**
 * Creates an absence of the acting therapist, or changes the existing absence with this id. If `wholeDays` is true, extends the absence to whole days
 * of the therapist's zone. Returns it with the sessions that it affects (see `readAffectedSessions`). Takes the calendar lock: a session that is
 * scheduled concurrently is either among these or is checked against the absence.
 * Throws a violation of `absence_pkey` if another therapist has an absence with this id. Refuses with BAD_REQUEST if the extended absence is too
 * long.
 */
export async function saveAbsence(
  tx: Tx,
  wanted: Absence,
  now: Date,
): Promise<{ absence: Absence; hits: Session[]; total: number }> {
  const own = tx.actor.id
  const span = wanted.wholeDays
    ? toWholeDays(wanted, await readOwnZone(tx))
    : { startsAt: wanted.startsAt, endsAt: wanted.endsAt }
  if (Date.parse(span.endsAt) - Date.parse(span.startsAt) > maxLength) throw createRefusal('BAD_REQUEST', 400)
  const values = sql`${wanted.title}, ${span.startsAt}, ${span.endsAt}, ${wanted.wholeDays}`
  return withCalendarLock(tx, own, async () => {
    const updated = await sql<Absence>`
      update app.absence set (title, starts_at, ends_at, whole_days, updated_at) = row (${values}, ${now})
      where id = ${wanted.id} and therapist_id = ${own} returning ${absenceColumns}`.execute(tx.kysely)
    const absence =
      updated.rows[0] ??
      (
        await sql<Absence>`
        insert into app.absence (id, therapist_id, title, starts_at, ends_at, whole_days) values (${wanted.id}, ${own}, ${values})
        returning ${absenceColumns}`.execute(tx.kysely)
      ).rows[0]
    if (!absence) throw notFound()
    const { items, total } = await readAffectedSessions(tx, span, now)
    return { absence, hits: items, total }
  })
}

export async function removeAbsence(tx: Tx, id: AbsenceId): Promise<void> {
  const { rows } = await sql<{ id: AbsenceId }>`
    delete from app.absence where id = ${id} and therapist_id = ${tx.actor.id} returning id`.execute(tx.kysely)
  if (!rows.length) throw notFound()
}

/**
 * The maximum length of an absence in milliseconds. The check constraint of the table `absence` has the same limit.
 */
const maxLength = 1100 * dayLong

/** Extends a span to whole days of the zone. A start or end at midnight stays unchanged. */
export function toWholeDays({ startsAt, endsAt }: Span, zone: string): Span {
  const lastInstant = new Date(Date.parse(endsAt) - 1).toISOString()
  return {
    startsAt: dayBounds(wallClockOf(startsAt, zone).day, zone).from,
    endsAt: dayBounds(wallClockOf(lastInstant, zone).day, zone).to,
  }
}

async function readOwnZone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select zone from app.person where account_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
  return rows[0]?.zone ?? 'UTC'
}
