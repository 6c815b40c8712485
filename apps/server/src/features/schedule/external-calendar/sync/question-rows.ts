import type { ExternalCalendarId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { FoundChange } from '../events/compare.ts'

/**
 * Replaces the open questions about an Attune event by those about `changes`: creates new ones, updates known ones, and closes the rest, which no
 * longer need an answer. Notifies no one.
 */
export async function askAbout(
  tx: Tx,
  { calendarId, objectId }: { calendarId: ExternalCalendarId; objectId: string },
  changes: FoundChange[],
  now: Date,
): Promise<void> {
  const subjects = changes.map(({ subjectId }) => subjectId)
  await sql`update app.external_question set answer = 'gone', answered_at = ${now}
    where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId} and object_id = ${objectId} and answered_at is null
      and subject_id <> all (${subjects}::uuid[])`.execute(tx.kysely)
  for (const change of changes) {
    const [startsAt, endsAt] = change.change === 'moved' ? [change.startsAt, change.endsAt] : [null, null]
    await sql`insert into app.external_question
        (id, therapist_id, calendar_id, object_id, subject_id, kind, change, starts_at, ends_at, asked_at)
      values (${randomUUID()}, ${tx.actor.id}, ${calendarId}, ${objectId}, ${change.subjectId}, ${change.kind}, ${change.change},
        ${startsAt}, ${endsAt}, ${now})
      on conflict (therapist_id, calendar_id, subject_id) where answered_at is null
      do update set change = excluded.change, starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(
      tx.kysely,
    )
  }
}

/** Returns Attune's events in a calendar that have open questions. */
export async function listAskedObjects(tx: Tx, calendarId: ExternalCalendarId): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct object_id as id from app.external_question
    where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId} and answered_at is null`.execute(tx.kysely)
  return new Set(rows.map(({ id }) => id))
}
