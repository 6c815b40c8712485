import type { AccountId, DocumentId, FileId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { addDocument } from '../document/document.ts'
import { requireOwnFiles } from '../file/file.ts'
import { lockRequest, type RequestOf } from './record-request.queries.ts'

type End = { state: 'answered' | 'refused'; answer: string; documentId: DocumentId | null }

/**
 * Answers an open request to the acting therapist with a PDF, which becomes a document of the record that is shared with the client, and notifies the
 * client. Repeating the call changes nothing. Refuses with NOT_FOUND, ENDED, NO_ACCOUNT, FILE_REFUSED and LIMIT_REACHED.
 */
export async function shareRecordCopy(
  tx: Tx,
  { documentId, fileId, ...of }: RequestOf & { documentId: DocumentId; fileId: FileId },
  now: Date,
): Promise<void> {
  const end: End = { state: 'answered', answer: '', documentId }
  const request = await lockOpen(tx, of, end)
  if (!request) return
  if (!request.account_id) throw createRefusal('NO_ACCOUNT', 409)
  const [file] = await requireOwnFiles(tx, [fileId])
  if (file?.kind !== 'pdf') throw createRefusal('FILE_REFUSED', 409, { id: fileId })
  await addDocument(tx, { id: documentId, clientId: of.clientId, fileId, isShared: true, isAnnounced: false })
  await endRequest(tx, of, { end, accountId: request.account_id, now })
}

/**
 * Answers an open request to the acting therapist whose copy was handed over outside Attune, or refuses it with a reason, and notifies the client.
 * Repeating the call changes nothing. Refuses with NOT_FOUND and ENDED.
 */
export async function endRecordRequest(
  tx: Tx,
  of: RequestOf,
  { now, ...given }: Pick<End, 'state' | 'answer'> & { now: Date },
): Promise<void> {
  const end: End = { ...given, documentId: null }
  const request = await lockOpen(tx, of, end)
  if (request) await endRequest(tx, of, { end, accountId: request.account_id, now })
}

/** Returns an open request, and locks it; null if it has already ended in the same way. Refuses with NOT_FOUND and ENDED. */
async function lockOpen(tx: Tx, { id, clientId }: RequestOf, { state, answer, documentId }: End) {
  const request = await lockRequest(tx, id)
  if (request.client_id !== clientId) throw notFound()
  if (request.state === 'open') return request
  if (request.state === state && request.answer === answer && request.document_id === documentId) return null
  throw createRefusal('ENDED', 409)
}

/** Ends a request, adds a line to the client's access log and notifies the client. */
async function endRequest(
  tx: Tx,
  { id, clientId }: RequestOf,
  { end, accountId, now }: { end: End; accountId: AccountId | null; now: Date },
): Promise<void> {
  await tx.kysely
    .updateTable('record_request')
    .set({ state: end.state, ended_at: now, answer: end.answer, document_id: end.documentId })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  await tx.run('select def.leave_lines($1, $2, $3, $4)', ['record-request', 'client', [clientId], now])
  if (!accountId) return
  const { rows } = await sql<{
    name: string
  }>`select p.name from app.person p where p.account_id = ${tx.actor.id}`.execute(tx.kysely)
  const name = rows[0]?.name ?? ''
  await notify(tx, { to: accountId, type: 'copy-answered', params: { name }, about: { type: 'record-request', id } })
}
