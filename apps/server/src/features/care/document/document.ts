import type {
  AccountId,
  ClientId,
  DocumentId,
  DocumentRequestId,
  FileId,
  TherapistId,
} from '@attune/contract/common/ids'
import type {
  ClientDocument,
  DocumentRequest,
  OwnDocument,
  OwnRequest,
} from '@attune/contract/features/care/document/document'
import { documentLimits } from '@attune/contract/features/care/document/document.rules'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'
import { readFilesById, grantAccess, requireOwnFiles, revokeAccess } from '../file/file.ts'
import { requireNotHeld } from '../record-retention/record-retention.ts'
import { notify } from '../../messages/notification/notification.ts'

export { readDocumentFiles } from './document.files.ts'
export { findDocumentsByName } from './document.find.ts'
export { hasDocumentsSql } from './document.has.ts'

type Row = Omit<ClientDocument, 'file'> & { fileId: FileId }

async function withFiles<One extends Row>(tx: Tx, rows: One[]) {
  const ids = rows.map(({ fileId }) => fileId)
  const files = await readFilesById(tx, ids)
  return rows.flatMap(({ fileId, ...row }) => {
    const file = files.get(fileId)
    return file ? [{ ...row, file }] : []
  })
}

const documentSql = sql`d.id, d.file_id as "fileId", d.is_from_client as "isFromClient", d.is_shared as "isShared", d.added_at as "addedAt"`
const requestSql = sql`r.id, r.title, r.asked_at as "askedAt"`
const openSql = sql`r.answered_at is null and r.cancelled_at is null`

type Recipient = { accountId: AccountId | null; isActive: boolean }

async function requireClient(tx: Tx, clientId: ClientId): Promise<Recipient> {
  const { rows } = await sql<Recipient>`
    select c.account_id as "accountId", c.status <> 'inactive' as "isActive" from app.client_state c
    where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** Returns the documents of a client and the open requests, latest first. Refuses with NOT_FOUND. */
export async function listClientDocuments(
  tx: Tx,
  clientId: ClientId,
): Promise<{ items: ClientDocument[]; requests: DocumentRequest[] }> {
  await requireClient(tx, clientId)
  const { rows } = await sql<Row>`
    select ${documentSql} from app.document d
    where d.therapist_id = ${tx.actor.id} and d.client_id = ${clientId} and d.deleted_at is null
    order by d.added_at desc, d.id limit ${documentLimits.documents}`.execute(tx.kysely)
  const { rows: requests } = await sql<DocumentRequest>`
    select ${requestSql} from app.document_request r
    where r.therapist_id = ${tx.actor.id} and r.client_id = ${clientId} and ${openSql} order by r.asked_at desc, r.id`.execute(
    tx.kysely,
  )
  return { items: await withFiles(tx, rows), requests }
}

/** Returns the documents and requests of the acting client: own uploads, shared documents and open requests, latest first. */
export async function listOwnDocuments(tx: Tx): Promise<{ items: OwnDocument[]; requests: OwnRequest[] }> {
  const nameSql = sql`coalesce(p.name, '') as "therapistName"`
  const { rows } = await sql<Row & { therapistName: string }>`
    select ${documentSql}, ${nameSql} from app.document d left join app.person p on p.account_id = d.therapist_id
    where d.client_id = any ((select def.my_records())::uuid[]) and d.shown_to = ${tx.actor.id}
    order by d.added_at desc, d.id limit ${documentLimits.documents}`.execute(tx.kysely)
  const { rows: requests } = await sql<OwnRequest>`
    select ${requestSql}, ${nameSql} from app.document_request r left join app.person p on p.account_id = r.therapist_id
    where r.account_id = ${tx.actor.id} and ${openSql} order by r.asked_at desc, r.id`.execute(tx.kysely)
  return { items: await withFiles(tx, rows), requests }
}

/** Refuses with LIMIT_REACHED if a record has the maximum number of documents beside this one. */
async function requireSpace(tx: Tx, ofRecord: RawBuilder<unknown>, id: DocumentId): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.document d where ${ofRecord} and d.deleted_at is null and d.id <> ${id}`.execute(
    tx.kysely,
  )
  if ((rows[0]?.count ?? 0) >= documentLimits.documents) throw limitReached(documentLimits.documents)
}

type DocumentOf = { clientId: ClientId; id: DocumentId }
type RequestOf = { clientId: ClientId; id: DocumentRequestId }

/**
 * Adds a file of the acting therapist to a record. Notifies the client if it is shared, unless the caller does so itself. Repeating the call changes
 * nothing. Refuses with NOT_FOUND, with FILE_REFUSED for a refused or quarantined file, with LIMIT_REACHED, and with CONFLICT if the id is in use.
 */
export async function addDocument(
  tx: Tx,
  added: DocumentOf & { fileId: FileId; isShared: boolean; isAnnounced?: boolean },
): Promise<void> {
  const { id, clientId, fileId, isShared, isAnnounced = true } = added
  const { accountId } = await requireClient(tx, clientId)
  if (await isRepeat(tx, { id, fileId })) return
  await requireOwnFiles(tx, [fileId])
  await requireSpace(tx, sql`d.therapist_id = ${tx.actor.id} and d.client_id = ${clientId}`, id)
  const { rows } = await sql`
    insert into app.document (id, therapist_id, client_id, account_id, file_id, is_from_client, is_shared)
    values (${id}, ${tx.actor.id}, ${clientId}, ${tx.actor.id}, ${fileId}, false, ${isShared}) on conflict do nothing returning id`.execute(
    tx.kysely,
  )
  if (!rows.length) throw conflict()
  if (!isShared || !accountId) return
  await grantAccess(tx, [fileId], [accountId])
  if (isAnnounced) await notifyAbout(tx, 'document-shared', { to: accountId, id })
}

async function isRepeat(tx: Tx, { id, fileId }: { id: DocumentId; fileId: FileId }): Promise<boolean> {
  const { rows } = await sql`select from app.document d where d.id = ${id} and d.file_id = ${fileId}`.execute(tx.kysely)
  return rows.length > 0
}

async function shareWith(
  tx: Tx,
  { id, fileId, accountId }: { id: DocumentId; fileId: FileId; accountId: AccountId },
): Promise<void> {
  await grantAccess(tx, [fileId], [accountId])
  await notifyAbout(tx, 'document-shared', { to: accountId, id })
}

/** Notifies the client of a document or a request. The notification contains neither the name of the file nor the title of the request. */
async function notifyAbout(
  tx: Tx,
  type: 'document-shared' | 'document-asked',
  { to, id }: { to: string; id: DocumentId | DocumentRequestId },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.name as name from app.person p where p.account_id = ${tx.actor.id}
      and ${to} = any (def.my_people())`.execute(tx.kysely)
  const [row] = rows
  const email = { actingFor: tx.actor.id }
  if (row) await notify(tx, { to, type, params: row, about: { type: 'document', id }, email })
}

type Own = { fileId: FileId; isShared: boolean; isFromClient: boolean }

/** Returns a document of the acting therapist, deleted or not, and locks it. Refuses with NOT_FOUND. */
async function lockDocument(tx: Tx, { clientId, id }: DocumentOf): Promise<Own> {
  const { rows } = await sql<Own>`
    select d.file_id as "fileId", d.is_shared as "isShared", d.is_from_client as "isFromClient" from app.document d
    where d.therapist_id = ${tx.actor.id} and d.client_id = ${clientId} and d.id = ${id} for update`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/**
 * Shares a document of the acting therapist and notifies the client, or stops sharing it. A document that a client uploaded stays shared. Repeating
 * the call changes nothing. Refuses with NOT_FOUND.
 */
export async function shareDocument(tx: Tx, { isShared, ...of }: DocumentOf & { isShared: boolean }): Promise<void> {
  const { accountId } = await requireClient(tx, of.clientId)
  const before = await lockDocument(tx, of)
  if (before.isFromClient || before.isShared === isShared) return
  await sql`update app.document set is_shared = ${isShared} where therapist_id = ${tx.actor.id} and id = ${of.id}`.execute(
    tx.kysely,
  )
  if (!isShared) await revokeAccess(tx, [before.fileId], 'all')
  else if (accountId) await shareWith(tx, { id: of.id, fileId: before.fileId, accountId })
}

/**
 * Deletes or restores a document. While it is deleted, the client cannot read the therapist's file. Refuses with NOT_FOUND, with HELD to delete a
 * document of a record with a legal hold, and with LIMIT_REACHED to restore one.
 */
export async function setDocumentDeleted(tx: Tx, of: DocumentOf, deletedAt: Date | null): Promise<void> {
  const { accountId } = await requireClient(tx, of.clientId)
  const { fileId, isShared, isFromClient } = await lockDocument(tx, of)
  if (deletedAt) await requireNotHeld(tx, of.clientId)
  else await requireSpace(tx, sql`d.therapist_id = ${tx.actor.id} and d.client_id = ${of.clientId}`, of.id)
  await sql`update app.document set deleted_at = ${deletedAt} where therapist_id = ${tx.actor.id} and id = ${of.id}`.execute(
    tx.kysely,
  )
  if (isFromClient || !isShared || !accountId) return
  if (deletedAt) await revokeAccess(tx, [fileId], 'all')
  else await grantAccess(tx, [fileId], [accountId])
}

/**
 * Requests a document from a client and notifies them. Repeating the call changes nothing. Refuses with NOT_FOUND, with INACTIVE if the record is
 * inactive, with LIMIT_REACHED, and with CONFLICT if the id is in use.
 */
export async function askForDocument(tx: Tx, { id, clientId, title }: RequestOf & { title: string }): Promise<void> {
  const { accountId, isActive } = await requireClient(tx, clientId)
  const { requests } = await listClientDocuments(tx, clientId)
  if (requests.some((request) => request.id === id)) return
  if (!isActive) throw createRefusal('INACTIVE', 409)
  if (requests.length >= documentLimits.requests) throw limitReached(documentLimits.requests)
  const { rows } = await sql`
    insert into app.document_request (id, therapist_id, client_id, title) values (${id}, ${tx.actor.id}, ${clientId}, ${title})
    on conflict do nothing returning id`.execute(tx.kysely)
  if (!rows.length) throw conflict()
  if (accountId) await notifyAbout(tx, 'document-asked', { to: accountId, id })
}

/** Cancels a request of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function cancelDocumentRequest(tx: Tx, { clientId, id }: RequestOf, now: Date): Promise<void> {
  const { rows } = await sql`
    update app.document_request r set cancelled_at = coalesce(cancelled_at, ${now})
    where r.therapist_id = ${tx.actor.id} and r.client_id = ${clientId} and r.id = ${id} returning r.id`.execute(
    tx.kysely,
  )
  if (!rows.length) throw notFound()
}

/**
 * Adds a file of the acting client to the record of the requesting therapist, ends the request and notifies the therapist. Repeating the call changes
 * nothing. Refuses with NOT_FOUND, also for a request that is no longer open, with FILE_REFUSED for a refused or quarantined file, with
 * LIMIT_REACHED, and with CONFLICT if the id is in use.
 */
export async function answerDocumentRequest(
  tx: Tx,
  { id, requestId, fileId }: { id: DocumentId; requestId: DocumentRequestId; fileId: FileId },
  now: Date,
): Promise<void> {
  type Request = { therapistId: TherapistId; clientId: ClientId; isOpen: boolean; name: string }
  const { rows } = await sql<Request>`
    select r.therapist_id as "therapistId", r.client_id as "clientId", ${openSql} as "isOpen", c.name as name
    from app.document_request r join app.client_name c on c.id = r.client_id where r.account_id = ${tx.actor.id} and r.id = ${requestId} for update of r`.execute(
    tx.kysely,
  )
  const [request] = rows
  if (!request) throw notFound()
  if (await isRepeat(tx, { id, fileId })) return
  if (!request.isOpen) throw notFound()
  await requireOwnFiles(tx, [fileId])
  const { therapistId, clientId, name } = request
  await requireSpace(tx, sql`d.reader_id = ${tx.actor.id} and d.client_id = ${clientId}`, id)
  const { rows: added } = await sql`
    insert into app.document (id, therapist_id, client_id, account_id, file_id, request_id, is_from_client, is_shared)
    values (${id}, ${therapistId}, ${clientId}, ${tx.actor.id}, ${fileId}, ${requestId}, true, true) on conflict do nothing returning id`.execute(
    tx.kysely,
  )
  if (!added.length) throw conflict()
  await sql`update app.document_request set answered_at = ${now} where account_id = ${tx.actor.id} and id = ${requestId}`.execute(
    tx.kysely,
  )
  await grantAccess(tx, [fileId], [therapistId])
  await notify(tx, {
    to: therapistId,
    type: 'document-added',
    params: { name },
    about: { type: 'client', id: clientId },
  })
}
