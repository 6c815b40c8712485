import type { ExternalAccountId, ExternalCalendarId } from '@attune/contract/common/ids'
import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import type { ExternalCalendar } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import {
  externalLimits,
  type SyncDirection,
} from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, limitReached, notFound } from '../../../../platform/policy/refusal.ts'
import { addExternalImport, deleteImportedCalendar } from '../../calendar/calendar.ts'
import { findAccountRow, findExternalCalendar } from './accounts.ts'
import type { FoundCalendar } from '../external-calendar.provider.ts'
import { deleteCalendar } from '../sync/sync.ts'
import { wakeCalendar } from '../sync/wake.ts'

export type ExternalCalendarSettings = {
  direction: SyncDirection
  /** The way in which events in the calendar name a session. */
  privacy: FeedMode
  /** Whether events also contain the location or the link of the video call. */
  withPlace: boolean
  /** Whether changes to busy times in the calendar are applied here without asking. */
  follows: boolean
}

/** Whether an earlier call has added the calendar with this id to the account. Refuses with CONFLICT if it belongs to another account. */
export async function isKnownCalendar(tx: Tx, id: ExternalCalendarId, accountId: ExternalAccountId): Promise<boolean> {
  const { rows } = await sql<{ accountId: ExternalAccountId }>`
    select account_id as "accountId" from app.external_calendar where id = ${id} and therapist_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
  if (rows[0] && rows[0].accountId !== accountId) throw conflict()
  return rows.length > 0
}

/** Refuses with LIMIT_REACHED if the therapist cannot connect another calendar. */
export async function requireRoom(tx: Tx): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.external_calendar where therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  if ((rows[0]?.count ?? 0) >= externalLimits.calendars) throw limitReached(externalLimits.calendars)
}

type NewCalendar = FoundCalendar &
  ExternalCalendarSettings & { id: ExternalCalendarId; accountId: ExternalAccountId; isOwn: boolean }

/**
 * Adds a calendar and starts its sync. A read-only calendar is never written. Refuses with LIMIT_REACHED, and with CONFLICT if it is already
 * connected.
 */
export async function addCalendar(tx: Tx, calendar: NewCalendar, now: Date): Promise<void> {
  const { id, accountId, url, name, color, canWrite, isOwn, privacy, withPlace, follows } = calendar
  const direction = canWrite ? calendar.direction : 'read'
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  await requireRoom(tx)
  const { rows } =
    await sql`select from app.external_calendar where therapist_id = ${tx.actor.id} and url = ${url}`.execute(tx.kysely)
  if (rows.length > 0) throw conflict()
  await tx.kysely
    .insertInto('external_calendar')
    .values({
      id,
      therapist_id: tx.actor.id,
      account_id: accountId,
      url,
      name,
      color,
      can_write: canWrite,
      is_own: isOwn,
      direction,
      privacy,
      with_place: withPlace,
      follows,
      next_sync_at: now,
    })
    .execute()
  await setBlocking(tx, id, name, direction)
  await wakeCalendar(tx, id, now)
}

/** Lets the events of a calendar block slots, unless the calendar is write-only. */
async function setBlocking(tx: Tx, id: ExternalCalendarId, name: string, direction: SyncDirection): Promise<void> {
  if (direction === 'write') await deleteImportedCalendar(tx, id)
  else await addExternalImport(tx, id, name)
}

/** Changes the sync settings of a calendar. The next sync compares all events, because other events may now be included. Refuses with NOT_FOUND. */
export async function changeCalendar(
  tx: Tx,
  { id, ...settings }: ExternalCalendarSettings & { id: ExternalCalendarId },
  now: Date,
): Promise<ExternalCalendar> {
  const known = await findExternalCalendar(tx, id, now)
  const direction = known.canWrite ? settings.direction : 'read'
  await sql`update app.external_calendar set direction = ${direction}, privacy = ${settings.privacy}, with_place = ${settings.withPlace},
      follows = ${settings.follows}, sync_token = null, ctag = null, compared_at = null
    where id = ${id} and therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  await setBlocking(tx, id, known.name, direction)
  if (known.state !== 'stopped') await wakeCalendar(tx, id, now)
  return findExternalCalendar(tx, id, now)
}

/**
 * Disconnects a calendar. With `delete`, a job first deletes Attune's events in the calendar, unless the sync is stopped or nothing was written; in
 * the meantime, the calendar blocks no times. Refuses with NOT_FOUND.
 */
export async function removeCalendar(
  tx: Tx,
  id: ExternalCalendarId,
  events: 'stay' | 'delete',
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ state: string; written: boolean }>`
    select c.state, exists (select from app.external_event e where e.therapist_id = c.therapist_id and e.calendar_id = c.id) as written
    from app.external_calendar c where c.id = ${id} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const [known] = rows
  if (!known) throw notFound()
  if (events === 'stay' || known.state === 'stopped' || !known.written) return deleteCalendar(tx, id)
  await setBlocking(tx, id, '', 'write')
  await sql`update app.external_calendar set state = 'removing', failing_since = null, failures = 0 where id = ${id} and therapist_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
  await wakeCalendar(tx, id, now)
}

/**
 * Disconnects an account and all its calendars. With `delete`, a job first deletes Attune's events in them. `deleteLeftAccounts` deletes the account
 * once it has no calendars. Refuses with NOT_FOUND.
 */
export async function removeAccount(
  tx: Tx,
  id: ExternalAccountId,
  events: 'stay' | 'delete',
  now: Date,
): Promise<void> {
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  await findAccountRow(tx, id)
  const { rows } = await sql<{ id: ExternalCalendarId }>`
    select id from app.external_calendar where therapist_id = ${tx.actor.id} and account_id = ${id} order by id`.execute(
    tx.kysely,
  )
  for (const calendar of rows) await removeCalendar(tx, calendar.id, events, now)
  // Locks the account after its calendars. A sync uses the same order, which prevents deadlocks.
  await sql`update app.external_account set is_leaving = true where id = ${id} and therapist_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
}
