import type { ExternalAccountId, ExternalCalendarId } from '@attune/contract/common/ids'
import type { ExternalProblem } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import type { SyncDirection } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  deleteImportedEvents,
  type IcsSegment,
  countImportedEvents,
  insertImportedEvents,
} from '../../calendar/calendar.ts'
import type { ProviderAccount } from '../external-calendar.providers.ts'

/** An external calendar with the account data that the sync needs. */
export type SyncedCalendar = {
  id: ExternalCalendarId
  accountId: ExternalAccountId
  url: string
  name: string
  direction: SyncDirection
  privacy: FeedMode
  /** Whether events also contain the location or the link of the video call. */
  withPlace: boolean
  /** Whether changes to busy times in the calendar are applied here without asking. */
  follows: boolean
  state: 'new' | 'ok' | 'failing' | 'stopped' | 'removing'
  /** The number of failures since the last success. */
  failures: number
  /** The time of the first failure since the last success; null if there is none. */
  failingSince: string | null
  /** The time at which the therapist was notified of the failures; null if they were not. */
  notifiedAt: string | null
  /** The time of the last sync; null before the first. */
  syncedAt: string | null
  /** The time of the last full comparison; null before the first. */
  comparedAt: string | null
  token: string | null
  tag: string | null
} & Omit<ProviderAccount, 'id'>

/** An Attune event in an external calendar, with its last known state on both sides. */
export type ExternalEventRow = {
  /** The id of the session, busy time or series. */
  subjectId: string
  kind: 'session' | 'event' | 'series'
  uid: string
  href: string
  /** Null if the event is not in the external calendar, or if the server gives no etag. */
  etag: string | null
  sequence: number
  /** The digest of the last write by Attune. An empty digest makes the next sync write. */
  ourHash: string
  /** The digest of the event as it was last read from the external calendar. */
  theirHash: string
  /** The digest of a write whose result is unknown; empty if there is none. */
  pendingHash: string
  /** Whether the therapist was asked about a change. Until they answer, nothing is written. */
  isAsked: boolean
  lastDay: string
}

/**
 * Whether an event must be written again, or removed, although it is over. An erasure of one of the clients of its sessions sets its last day to the
 * end of 9999.
 */
export const isRenewed = ({ lastDay }: ExternalEventRow): boolean => lastDay === '9999-12-31'

/** The time in seconds for which a process may sync a calendar without renewing its lease. */
const leaseSeconds = 120

/** Leases the calendar to one process for `leaseSeconds`. Returns undefined if another process holds the lease, or if the calendar is stopped. */
export async function takeLease(tx: Tx, id: ExternalCalendarId, lease: string): Promise<SyncedCalendar | undefined> {
  const { rows } = await sql<SyncedCalendar>`
    update app.external_calendar c set lease = ${lease}, lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 s'
    from app.external_account a
    where c.id = ${id} and c.therapist_id = ${tx.actor.id} and c.state <> 'stopped'
      and (c.lease is null or c.lease_until < clock_timestamp()) and a.therapist_id = c.therapist_id and a.id = c.account_id
    returning c.id, c.account_id as "accountId", c.url, c.name, c.direction, c.privacy, c.with_place as "withPlace", c.follows, c.state,
      c.failures, c.failing_since as "failingSince", c.told_at as "notifiedAt", c.synced_at as "syncedAt", c.compared_at as "comparedAt",
      c.sync_token as token, c.ctag as tag, a.provider, a.address, a.user_name as "userName", a.sealed`.execute(
    tx.kysely,
  )
  return rows[0]
}

/** Thrown if another process has taken over the calendar, or if it was removed. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Extends the lease and locks the calendar until the transaction ends, so that nothing is saved after the lease was lost. Throws LeaseLost. */
export async function keepLease(tx: Tx, id: ExternalCalendarId, lease: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update app.external_calendar set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 s'
    where id = ${id} and therapist_id = ${tx.actor.id} and lease = ${lease}`.execute(tx.kysely)
  if (numAffectedRows !== 1n) throw new LeaseLost()
}

type CalendarUpdate = Partial<{
  state: SyncedCalendar['state']
  error: ExternalProblem | null
  failures: number
  failing_since: Date | string | null
  told_at: Date
  synced_at: Date
  next_sync_at: Date
  events: number
  written: number
  unreadable: number
  sync_token: string | null
  ctag: string | null
  compared_at: Date
  compared: number
  repaired: number
  lease: null
  direction: SyncDirection
  can_write: boolean
}>

export const updateCalendar = (tx: Tx, id: ExternalCalendarId, set: CalendarUpdate) =>
  tx.kysely
    .updateTable('external_calendar')
    .set(set)
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()

export async function listEventRows(tx: Tx, calendarId: ExternalCalendarId): Promise<ExternalEventRow[]> {
  const { rows } = await sql<ExternalEventRow>`
    select subject_id as "subjectId", kind, uid, href, etag, sequence, our_hash as "ourHash", their_hash as "theirHash",
      begun_hash as "pendingHash", is_asked as "isAsked", last_day as "lastDay" from app.external_event where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId}`.execute(
    tx.kysely,
  )
  return rows
}

export const saveEventRow = (tx: Tx, calendarId: ExternalCalendarId, row: ExternalEventRow) => {
  const set = {
    href: row.href,
    etag: row.etag,
    sequence: row.sequence,
    our_hash: row.ourHash,
    their_hash: row.theirHash,
    begun_hash: row.pendingHash,
    is_asked: row.isAsked,
    last_day: row.lastDay,
  }
  return tx.kysely
    .insertInto('external_event')
    .values({
      therapist_id: tx.actor.id,
      calendar_id: calendarId,
      subject_id: row.subjectId,
      kind: row.kind,
      uid: row.uid,
      ...set,
    })
    .onConflict((on) => on.columns(['therapist_id', 'calendar_id', 'subject_id']).doUpdateSet(set))
    .execute()
}

export const deleteEventRow = (tx: Tx, calendarId: ExternalCalendarId, subjectId: string) =>
  sql`delete from app.external_event where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId} and subject_id = ${subjectId}`.execute(
    tx.kysely,
  )

/** Returns the etags of external events by address. */
export async function readKnownItems(tx: Tx, calendarId: ExternalCalendarId): Promise<Map<string, string>> {
  const { rows } = await sql<{ href: string; etag: string }>`
    select href, etag from app.external_item where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId}`.execute(
    tx.kysely,
  )
  return new Map(rows.map(({ href, etag }) => [href, etag]))
}

/** An event that Attune has not written. */
export type ForeignItem = {
  href: string
  etag: string
  /** The times of the event, each at most a day long. */
  pieces: IcsSegment[]
  /** The id of the session, busy time or series of which the event is a copy; null for other events. A copy blocks no time. */
  copyOf: string | null
  isUnreadable: boolean
}

/** Replaces external events and the times that they block. Removes those in `gone`. */
export async function saveForeign(
  tx: Tx,
  calendarId: ExternalCalendarId,
  items: ForeignItem[],
  gone: string[],
): Promise<void> {
  const owner = tx.actor.id
  const hrefs = [...items.map(({ href }) => href), ...gone]
  if (hrefs.length === 0) return
  await deleteImportedEvents(tx, calendarId, hrefs)
  await tx.run(
    'delete from app.external_item where therapist_id = $1 and calendar_id = $2 and href = any ($3::text[])',
    [owner, calendarId, gone],
  )
  await tx.run(
    `insert into app.external_item (therapist_id, calendar_id, href, etag, copy_of, is_unreadable)
     select $1, $2, r.href, r.etag, r.copy_of, r.is_unreadable
     from unnest($3::text[], $4::text[], $5::uuid[], $6::boolean[]) r (href, etag, copy_of, is_unreadable)
     on conflict (therapist_id, calendar_id, href)
       do update set etag = excluded.etag, copy_of = excluded.copy_of, is_unreadable = excluded.is_unreadable`,
    [
      owner,
      calendarId,
      items.map(({ href }) => href),
      items.map(({ etag }) => etag),
      items.map(({ copyOf }) => copyOf),
      items.map(({ isUnreadable }) => isUnreadable),
    ],
  )
  const pieces = items.flatMap(({ href, pieces: some }) => some.map((piece) => ({ source: href, ...piece })))
  await insertImportedEvents(tx, calendarId, pieces)
}

type Counts = { events: number; written: number; unreadable: number }

/** Returns the counts for the settings page. */
export async function readCounts(tx: Tx, calendarId: ExternalCalendarId): Promise<Counts> {
  const [events, { rows }] = await Promise.all([
    countImportedEvents(tx, calendarId),
    sql<Omit<Counts, 'events'>>`
      select (select count(*)::int from app.external_event where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId} and etag is not null) as written,
      (select count(*)::int from app.external_item where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId} and is_unreadable) as unreadable`.execute(
      tx.kysely,
    ),
  ])
  return { events, ...(rows[0] ?? { written: 0, unreadable: 0 }) }
}
