import type { ImportedCalendarId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { IcsSegment } from '../ics/ics.ts'

/** Adds the imported calendar in which the events of an external calendar block times. Does nothing if it exists. */
export async function addExternalImport(tx: Tx, id: ImportedCalendarId, name: string): Promise<void> {
  await sql`insert into app.imported_calendar (id, therapist_id, name, address, next_read_at, is_external)
    values (${id}, ${tx.actor.id}, ${name}, '', 'infinity', true) on conflict do nothing`.execute(tx.kysely)
}

/** Deletes an imported calendar with its events. */
export async function deleteImportedCalendar(tx: Tx, id: ImportedCalendarId): Promise<void> {
  await tx.kysely.deleteFrom('imported_calendar').where('id', '=', id).where('therapist_id', '=', tx.actor.id).execute()
}

/** Stores the time at which an external calendar was read. */
export async function markExternalImportRead(tx: Tx, id: ImportedCalendarId, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('imported_calendar')
    .set({ read_at: now })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
}

/** Deletes the busy times of events of an external calendar. `sources` are the addresses of the events. */
export async function deleteImportedEvents(tx: Tx, calendarId: ImportedCalendarId, sources: string[]): Promise<void> {
  await tx.run(
    'delete from app.imported_event where therapist_id = $1 and calendar_id = $2 and source = any ($3::text[])',
    [tx.actor.id, calendarId, sources],
  )
}

/** Inserts the busy times of events of an external calendar. `source` is the address of the event. */
export async function insertImportedEvents(
  tx: Tx,
  calendarId: ImportedCalendarId,
  events: (IcsSegment & { source: string })[],
): Promise<void> {
  if (events.length === 0) return
  await tx.run(
    `insert into app.imported_event (therapist_id, calendar_id, number, starts_at, ends_at, title, source)
     select $1, $2, m.last + r.number, r.starts_at, r.ends_at, r.title, r.source
     from (select coalesce(max(number), 0)::int as last from app.imported_event where therapist_id = $1 and calendar_id = $2) m,
       unnest($3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[]) with ordinality r (starts_at, ends_at, title, source, number)`,
    [
      tx.actor.id,
      calendarId,
      events.map((one) => one.startsAt),
      events.map((one) => one.endsAt),
      events.map((one) => one.title),
      events.map((one) => one.source),
    ],
  )
}

/** Counts the events of an external calendar that block slots. */
export async function countImportedEvents(tx: Tx, calendarId: ImportedCalendarId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct source)::int as count from app.imported_event
    where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId}`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}
