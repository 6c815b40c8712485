import type { AccountId, ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { withCalendarLock } from '../../schedule/schedule/schedule.ts'
import { findClientEvent, hasRecordContent, recordClientEvent } from '../client-history/client-history.ts'
import { undoJoinDays } from '@attune/contract/common/constants'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { voidInvitation } from './connection.void-invitation.ts'

const day = 24 * 60 * 60_000

/** Returns the account and the names of a client record that the actor can see, or null for any other record. */
async function findRecordNames(tx: Tx, clientId: ClientId) {
  const { rows } = await sql<{ account: string | null; clientName: string; therapistName: string }>`
    select c.account_id as account, c.name as "clientName", t.name as "therapistName"
    from app.client_name c left join app.person t on t.account_id = c.therapist_id where c.id = ${clientId}`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}

/**
 * Returns the name of the connected person, the number of sessions that disconnecting would cancel, and the first 10 of them. Refuses with NOT_FOUND,
 * and with NOT_CONNECTED for a record without an account.
 */
export async function previewDisconnect(tx: Tx, clientId: ClientId, now: Date) {
  const record = await findRecordNames(tx, clientId)
  if (!record) throw notFound()
  if (!record.account) throw createRefusal('NOT_CONNECTED', 409)
  const { rows } = await sql<{ id: SessionId; startsAt: string }>`
    select s.id, s.starts_at as "startsAt" from app.session_client sc join app.session s on s.id = sc.session_id
    where sc.client_id = ${clientId} and sc.answer <> 'declined' and sc.starts_at > ${now} and s.status in ('pending', 'scheduled', 'confirmed', 'rescheduled')
    order by sc.starts_at, s.id`.execute(tx.kysely)
  const name = tx.actor.role === 'client' ? record.therapistName : record.clientName
  return { name, futureSessions: rows.length, sessions: rows.slice(0, 10) }
}

type Disconnecting = {
  clientId: ClientId
  command: string
  /** The number of shared parts of notes that name the client. The notification to the therapist contains this number. */
  sharedParts?: number
}

/**
 * Disconnects a client record on behalf of its therapist or its client. Cancels future sessions, updates the record
 * and its timeline, and notifies both people. Does nothing if the record is already disconnected. Refuses with
 * NOT_FOUND, and with NOT_CONNECTED for a record without an account.
 */
export async function disconnect(tx: Tx, act: Disconnecting, now: Date): Promise<void> {
  const record = await findRecordNames(tx, act.clientId)
  if (!record) throw notFound()
  const { rows } = await tx.run<{ therapist_id: TherapistId; account_id: AccountId; fresh: boolean }>(
    'select therapist_id, account_id, fresh from def.disconnect($1, $2, $3)',
    [act.clientId, now, act.command],
  )
  const ended = rows[0]
  if (!ended) throw createRefusal('NOT_CONNECTED', 409)
  if (!ended.fresh) return
  tx.recordErased('connection', [act.clientId])
  const notification = {
    type: 'connection-ended',
    email: { actingFor: ended.therapist_id, subject: act.clientId },
  } as const
  await notify(tx, {
    ...notification,
    to: ended.therapist_id,
    params: { name: record.clientName, ...(act.sharedParts && { count: act.sharedParts }) },
    about: { type: 'client', id: act.clientId },
  })
  await notify(tx, {
    ...notification,
    to: ended.account_id,
    params: { name: record.therapistName },
    about: { type: 'user', id: ended.therapist_id },
  })
}

/**
 * Undoes the connection of a client who has joined. If the record has content, disconnects it as `disconnect` does. Otherwise notifies the client,
 * and deletes a record that the join created. A record that the therapist created becomes pending again, and its invitation is voided. Repeating the
 * command changes nothing. Refuses with NOT_FOUND, with NOT_CONNECTED, with TOO_LATE after 7 days, and with CONFLICT if the command was used for
 * another record.
 */
export async function undoJoin(tx: Tx, act: { id: ClientId; command: string }, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const [before, record] = await Promise.all([
      findClientEvent(tx, act.command),
      tx.kysely
        .selectFrom('client')
        .select(['account_id', 'connected_at'])
        .where('id', '=', act.id)
        .where('therapist_id', '=', tx.actor.id)
        .forUpdate()
        .executeTakeFirst(),
    ])
    if (before) {
      if (before.client_id !== act.id) throw conflict()
      return
    }
    if (!record) throw notFound()
    if (!record.account_id || !record.connected_at) throw createRefusal('NOT_CONNECTED', 409)
    if (Date.parse(record.connected_at) + undoJoinDays * day < now.getTime()) throw createRefusal('TOO_LATE', 409)
    if (await hasRecordContent(tx, act.id)) return disconnect(tx, { clientId: act.id, command: act.command }, now)

    const account = record.account_id
    const names = await findRecordNames(tx, act.id)
    await notify(tx, {
      to: account,
      type: 'connection-undone',
      params: { name: names?.therapistName ?? '' },
      about: null,
    })
    await recordClientEvent(tx, { client: act.id, kind: 'join-undone', command: act.command })
    if (await wasCreatedByJoin(tx, act.id)) {
      await tx.run('select def.drop_record($1)', [act.id])
      return
    }
    await tx.run('select def.unbind_record($1)', [act.id])
    await voidInvitation(tx, act.id, ['sent', 'opened', 'accepted'])
  })
}

async function wasCreatedByJoin(tx: Tx, clientId: ClientId): Promise<boolean> {
  const made = tx.kysely
    .selectFrom('client_event')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .where('kind', '=', 'joined')
    .where('detail', '=', 'new')
  return (await made.executeTakeFirst()) !== undefined
}
