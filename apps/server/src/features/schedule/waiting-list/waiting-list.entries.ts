import type { ClientId, SessionId, SessionTypeId, TherapistId, WaitingEntryId } from '@attune/contract/common/ids'
import { dayBounds, todayIn, wallClockOf } from '@attune/contract/common/time/time'
import type { NewWaitingEntry, OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { longestWaitDays, waitingEntryLimit } from '@attune/contract/features/schedule/waiting-list/waiting-list.rules'
import { type Insertable, sql } from 'kysely'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'
import { readBookingAccess } from '../schedule/schedule.ts'
import { findOfferedType, readSessionType } from '../session-type/session-type.ts'
import { readTerms } from '../terms/terms.ts'
import { listActiveEntries, type StoredEntry } from './waiting-list.rows.ts'

type PreferenceInput = Pick<NewWaitingEntry, 'weekdays' | 'from' | 'until' | 'noticeHours' | 'untilDay'>
type PreferredSession = { typeId: SessionTypeId | null; format: NewWaitingEntry['format'] }
type Content = PreferenceInput & PreferredSession
export type PreferenceOfClient = { id: WaitingEntryId; clientId: ClientId } & Content
export type PreferenceChange = { id: WaitingEntryId; version: number } & Content

/** Returns an entry as its client sees it. */
function ownEntryOf(entry: StoredEntry, therapistName: string): OwnWaitingEntry {
  const { clientId: _clientId, accountId: _accountId, ...own } = entry
  return { ...own, therapistName }
}

/** Returns the acting client's active entries, and the therapists whose waiting lists the client can join. */
export async function readOwnWaitingList(tx: Tx) {
  const [entries, { rows: people }] = await Promise.all([
    listActiveEntries(tx),
    sql<{ therapistId: TherapistId; name: string; isOpen: boolean }>`
      select p.account_id as "therapistId", p.name as name,
        coalesce(x.mode <> 'off', false) and def.may_book(c.therapist_id) as "isOpen"
      from app.client_name c join app.person p on p.account_id = c.therapist_id
        left join app.waiting_list_setting x on x.therapist_id = c.therapist_id
      where c.account_id = ${tx.actor.id} order by 2`.execute(tx.kysely),
  ])
  const nameOf = (id: TherapistId) => people.find(({ therapistId }) => therapistId === id)?.name ?? ''
  return {
    items: entries.map((entry) => ownEntryOf(entry, nameOf(entry.therapistId))),
    therapists: people.filter(({ isOpen }) => isOpen).map(({ therapistId, name }) => ({ therapistId, name })),
  }
}

/**
 * Puts the acting client on a therapist's waiting list. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND without a connection, for an unknown session, and for a type that is not offered to the client
 * - CLIENT_INACTIVE, and WAITING_LIST_CLOSED if the therapist has switched the list off
 * - WRONG_DAY if the last day is past or too far ahead
 * - CANNOT_MOVE if the session cannot be exchanged for another time
 * - ALREADY_WAITING, and LIMIT_REACHED if the list is full
 */
export async function joinWaitingList(tx: Tx, preference: NewWaitingEntry, now: Date): Promise<OwnWaitingEntry> {
  const [access, setting, known, record, zone] = await Promise.all([
    readBookingAccess(tx, preference.therapistId),
    tx.kysely
      .selectFrom('waiting_list_setting')
      .select('mode')
      .where('therapist_id', '=', preference.therapistId)
      .executeTakeFirst(),
    tx.kysely.selectFrom('waiting_entry').select('therapist_id').where('id', '=', preference.id).executeTakeFirst(),
    findRecordAt(tx, preference.therapistId),
    readZone(tx),
  ])
  if (access === 'none' || !record) throw notFound()
  if (known) return readOwnEntry(tx, preference.id)
  if (access === 'inactive') throw createRefusal('CLIENT_INACTIVE', 409)
  if (!setting || setting.mode === 'off') throw createRefusal('WAITING_LIST_CLOSED', 409)
  requireDay(preference.untilDay, zone, now)
  const preferred = preference.sessionId
    ? await readSessionContent(tx, preference.therapistId, preference.sessionId, now)
    : await readClientContent(tx, preference.therapistId, preference)
  const entry = {
    therapist_id: preference.therapistId,
    client_id: record,
    session_id: preference.sessionId,
    ...preferred,
  }
  await insertEntry(tx, { id: preference.id, ...entry, ...preferenceColumns(preference), zone }, now)
  describeChange(tx, {
    after: { format: preferred.format, untilDay: preference.untilDay, isInstead: preference.sessionId !== null },
  })
  return readOwnEntry(tx, preference.id)
}

/**
 * Changes the preference of an entry of the acting client. The position in the list does not change. Refuses with NOT_FOUND, WRONG_DAY, and with
 * CHANGED and the current entry if it has changed since `version`.
 */
export async function changeWaitingPreference(
  tx: Tx,
  preference: PreferenceChange,
  now: Date,
): Promise<OwnWaitingEntry> {
  await tx.kysely.selectFrom('waiting_entry').select('id').where('id', '=', preference.id).forUpdate().execute()
  const before = await readOwnEntry(tx, preference.id)
  const versioned = {
    stored: before,
    base: preference.version,
    isSame: () => hasPreference(before, preference),
    repeat: 'next',
    current: () => before,
    changed: () => createRefusal('CHANGED', 409, { entry: before }),
  } as const
  return saveVersioned(versioned, async () => {
    const zone = await readZone(tx)
    requireDay(preference.untilDay, zone, now)
    const preferred = before.sessionId ? {} : await readClientContent(tx, before.therapistId, preference)
    await tx.kysely
      .updateTable('waiting_entry')
      .set({ ...preferred, ...preferenceColumns(preference), zone, version: before.version + 1 })
      .where('id', '=', preference.id)
      .execute()
    describeChange(tx, changedValues({ untilDay: before.untilDay }, { untilDay: preference.untilDay }))
    return readOwnEntry(tx, preference.id)
  })
}

/**
 * Adds a client of the acting therapist for an additional session. Repeating the call changes nothing. Refuses with NOT_FOUND, CLIENT_INACTIVE,
 * ALREADY_WAITING and LIMIT_REACHED, with WRONG_DAY if the last day is past or too far ahead, and with CONFLICT if the id belongs to another client.
 */
export async function addToWaitingList(tx: Tx, preference: PreferenceOfClient, now: Date): Promise<void> {
  const [client, known, zone] = await Promise.all([
    tx.kysely.selectFrom('client_state').select('status').where('id', '=', preference.clientId).executeTakeFirst(),
    tx.kysely.selectFrom('waiting_entry').select('client_id').where('id', '=', preference.id).executeTakeFirst(),
    readZone(tx),
  ])
  if (!client) throw notFound()
  if (known) {
    if (known.client_id !== preference.clientId) throw conflict()
    return
  }
  if (client.status === 'inactive') throw createRefusal('CLIENT_INACTIVE', 409)
  requireDay(preference.untilDay, zone, now)
  const therapist_id = tx.actor.id
  const type = preference.typeId ? await readSessionType(tx, preference.typeId) : null
  const preferred = await readEntryContent(tx, therapist_id, type, preference)
  const entry = { id: preference.id, therapist_id, client_id: preference.clientId, session_id: null, ...preferred }
  await insertEntry(tx, { ...entry, ...preferenceColumns(preference), zone }, now)
  describeChange(tx, { after: { format: preferred.format, untilDay: preference.untilDay } })
}

/** Ends an active entry of the actor and its open offer. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function endWaiting(tx: Tx, id: WaitingEntryId, by: 'withdrawn' | 'removed', now: Date): Promise<void> {
  const found = await tx.kysely.selectFrom('waiting_entry').select('ended_by').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  if (found.ended_by) return
  await tx.kysely
    .updateTable('waiting_entry')
    .set({ ended_at: now, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  describeChange(tx, { after: { endedBy: by } })
}

/**
 * Moves the entries of one of the acting therapist's records to another. Does not move an active entry if the other record has an active entry for
 * the same session, or if both are for an additional session.
 */
export async function moveWaitingEntries(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    update app.waiting_entry e set client_id = ${into}
    where e.therapist_id = ${tx.actor.id} and e.client_id = ${from} and (e.ended_at is not null or not exists (
      select from app.waiting_entry o where o.therapist_id = e.therapist_id and o.client_id = ${into} and o.ended_at is null
        and o.session_id is not distinct from e.session_id))`.execute(tx.kysely)
}

type EntryColumns = Omit<Insertable<DB['waiting_entry']>, 'since'>

async function insertEntry(tx: Tx, columns: EntryColumns, now: Date): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.waiting_entry where therapist_id = ${columns.therapist_id} and ended_at is null`.execute(
    tx.kysely,
  )
  if ((rows[0]?.count ?? 0) >= waitingEntryLimit) throw limitReached(waitingEntryLimit)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('waiting_entry')
    .values({ ...columns, since: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw createRefusal('ALREADY_WAITING', 409)
}

const preferenceColumns = (preference: PreferenceInput) => ({
  weekdays: preference.weekdays,
  from_time: preference.from,
  until_time: preference.until,
  notice_hours: preference.noticeHours,
  until_day: preference.untilDay,
})

const hasPreference = (entry: OwnWaitingEntry, preference: Content) =>
  entry.format === preference.format &&
  entry.typeId === preference.typeId &&
  entry.from === preference.from &&
  entry.until === preference.until &&
  entry.noticeHours === preference.noticeHours &&
  entry.untilDay === preference.untilDay &&
  entry.weekdays.join() === preference.weekdays.join()

function requireDay(day: string, zone: string, now: Date): void {
  const today = todayIn(zone, now)
  const latest = wallClockOf(new Date(now.getTime() + longestWaitDays * 86_400_000).toISOString(), zone).day
  if (day < today || day > latest || Date.parse(dayBounds(day, zone).to) <= now.getTime())
    throw createRefusal('WRONG_DAY', 409)
}

/**
 * Returns the column values for a client's entry that is not about a session: format and duration of a session type that is offered to the client, or
 * the requested format with the usual duration. Refuses with NOT_FOUND for a type that is not offered.
 */
async function readClientContent(tx: Tx, therapistId: TherapistId, { typeId, format }: PreferredSession) {
  const type = typeId ? await findOfferedType(tx, therapistId, typeId) : null
  if (typeId && !type) throw notFound()
  return readEntryContent(tx, therapistId, type, { typeId, format })
}

type TypeContent = Pick<SessionType, 'format' | 'durationMinutes'>

/** Returns the column values for an entry: format and duration of its session type, or the requested format with the therapist's usual duration. */
async function readEntryContent(
  tx: Tx,
  therapistId: TherapistId,
  type: TypeContent | null | undefined,
  { typeId, format }: PreferredSession,
) {
  const { durationMinutes } = type ?? (await readTerms(tx, therapistId))
  return { type_id: typeId, format: type?.format ?? format, duration_minutes: durationMinutes }
}

async function readSessionContent(tx: Tx, therapistId: TherapistId, id: SessionId, now: Date) {
  const { rows } = await sql<{ format: 'in-person' | 'video' | 'phone'; minutes: number; movable: boolean }>`
    select format, (extract(epoch from ends_at - starts_at) / 60)::int as minutes, def.may_wait_instead(id, ${now}::timestamptz) as movable
    from app.session where id = ${id} and therapist_id = ${therapistId}`.execute(tx.kysely)
  const [session] = rows
  if (!session) throw notFound()
  if (!session.movable) throw createRefusal('CANNOT_MOVE', 409)
  return { type_id: null, format: session.format, duration_minutes: session.minutes }
}

async function readOwnEntry(tx: Tx, id: WaitingEntryId): Promise<OwnWaitingEntry> {
  const found = (await readOwnWaitingList(tx)).items.find((entry) => entry.id === id)
  if (!found) throw notFound()
  return found
}

async function findRecordAt(tx: Tx, therapistId: TherapistId): Promise<string | undefined> {
  const row = await tx.kysely
    .selectFrom('client_name')
    .select('id')
    .where('therapist_id', '=', therapistId)
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return row?.id
}
