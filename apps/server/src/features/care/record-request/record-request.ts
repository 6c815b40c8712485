import type { ClientId, RecordRequestId } from '@attune/contract/common/ids'
import { monthAfter, todayIn } from '@attune/contract/common/time/time'
import type { RecordHolder, RecordRequest } from '@attune/contract/features/care/record-request/record-request'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readZone } from '../../people/profile/profile.ts'
import {
  type Holder,
  listHolders,
  listRequests,
  lockRequest,
  type RequestOf,
  seenRequest,
} from './record-request.queries.ts'

export { listOpenRecordRequests } from './record-request.open.ts'
export { hasRecordRequestsSql } from './record-request.has.ts'

/** Returns the therapists who have a record about the acting client, with the client's requests to them, latest first. */
export async function listOwnRecordRequests(tx: Tx, now: Date): Promise<RecordHolder[]> {
  const [holders, requests] = await Promise.all([listHolders(tx), listRequests(tx, sql`r.account_id = ${tx.actor.id}`)])
  return holders.map(({ clientId, name, zone, isClosed }) => {
    const own = requests.filter((request) => request.clientId === clientId)
    return {
      clientId,
      therapistName: name,
      isClosed,
      mayAsk: !isClosed && own.every(({ state }) => state !== 'open'),
      requests: own.map((request) => seenRequest(request, zone, now)),
    }
  })
}

/** Returns the requests of a client of the acting therapist, latest first. Refuses with NOT_FOUND. */
export async function listRecordRequestsOfClient(
  tx: Tx,
  clientId: ClientId,
  now: Date,
): Promise<{ isReachable: boolean; items: RecordRequest[] }> {
  const { rows } = await sql<{ isReachable: boolean }>`
    select c.account_id is not null as "isReachable" from app.client_name c
    where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  const [client] = rows
  if (!client) throw notFound()
  const zone = await readZone(tx)
  const items = await listRequests(tx, sql`r.therapist_id = ${tx.actor.id} and r.client_id = ${clientId}`)
  return { ...client, items: items.map((item) => seenRequest(item, zone, now)) }
}

/**
 * Asks the therapist of a record of the acting client for a copy of it, and notifies the therapist. The request is due one calendar month after the
 * therapist's present day. Repeating the call changes nothing. Refuses with NOT_FOUND, CLOSED and ALREADY_ASKED, and with CONFLICT if the id is in
 * use.
 */
export async function askForRecord(tx: Tx, { id, clientId }: RequestOf, now: Date): Promise<void> {
  const holder = (await listHolders(tx)).find((each) => each.clientId === clientId)
  if (!holder) throw notFound()
  const own = await listRequests(tx, sql`r.account_id = ${tx.actor.id} and r.client_id = ${clientId}`)
  if (own.some((request) => request.id === id)) return
  if (holder.isClosed) throw createRefusal('CLOSED', 409)
  if (own.some(({ state }) => state === 'open')) throw createRefusal('ALREADY_ASKED', 409)
  if (!(await insertRequest(tx, { id, holder }, now))) return
  await notifyTherapist(tx, 'copy-asked', { id, ...holder })
}

/** Inserts a request. Of two at the same time, the second is refused with ALREADY_ASKED. Returns false if it is the same request, sent twice. */
async function insertRequest(
  tx: Tx,
  { id, holder: { therapistId, clientId, zone } }: { id: RecordRequestId; holder: Holder },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into app.record_request (id, therapist_id, client_id, asked_at, due_on)
    values (${id}, ${therapistId}, ${clientId}, ${now}, ${monthAfter(todayIn(zone, now))}) on conflict do nothing returning id`.execute(
    tx.kysely,
  )
  if (rows.length) return true
  const open = await listRequests(tx, sql`r.client_id = ${clientId} and r.state = 'open'`)
  if (open.some((request) => request.id === id)) return false
  throw open.length ? createRefusal('ALREADY_ASKED', 409) : conflict()
}

/**
 * Withdraws an open request of the acting client and notifies the therapist. Repeating the call changes nothing. Refuses with NOT_FOUND and ENDED.
 */
export async function withdrawRecordRequest(tx: Tx, id: RecordRequestId, now: Date): Promise<void> {
  const { state, therapist_id: therapistId, client_id: clientId } = await lockRequest(tx, id)
  if (state === 'withdrawn') return
  if (state !== 'open') throw createRefusal('ENDED', 409)
  await tx.kysely
    .updateTable('record_request')
    .set({ state: 'withdrawn', ended_at: now })
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .execute()
  await notifyTherapist(tx, 'copy-withdrawn', { id, therapistId, clientId })
}

/**
 * Notifies the therapist that the acting client has asked for a copy or withdrawn the request. The email is dropped if the request has ended by the
 * time at which the email is due.
 */
async function notifyTherapist(
  tx: Tx,
  type: 'copy-asked' | 'copy-withdrawn',
  { id, therapistId, clientId }: RequestOf & { therapistId: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.name from app.client_name c where c.id = ${clientId}`.execute(tx.kysely)
  const name = rows[0]?.name ?? ''
  await notify(tx, {
    to: therapistId,
    type,
    params: { name },
    about: { type: 'client', id: clientId },
    email: { subject: id },
  })
}
