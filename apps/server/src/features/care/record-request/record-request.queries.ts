import type { ClientId, DocumentId, RecordRequestId, TherapistId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import type { RecordRequest } from '@attune/contract/features/care/record-request/record-request'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readDocumentFiles } from '../document/document.ts'

/** A therapist who has a record about the acting client. */
export type Holder = { clientId: ClientId; therapistId: TherapistId; name: string; zone: string; isClosed: boolean }

/** Returns the therapists who have or had the acting client as a client, the connected ones first. */
export async function listHolders(tx: Tx): Promise<Holder[]> {
  const { rows } = await tx.run<Holder>(
    'select client_id as "clientId", therapist_id as "therapistId", name, zone, is_closed as "isClosed" from def.holders_of_own_records()',
    [],
  )
  return rows
}

/** A request with the record that it is about. */
export type RequestOf = { id: RecordRequestId; clientId: ClientId }

type Row = Omit<RecordRequest, 'file' | 'isOverdue'> & { clientId: ClientId; documentId: DocumentId | null }
type RequestOfRecord = Omit<RecordRequest, 'isOverdue'> & { clientId: ClientId }

/** Returns the requests that the actor may read and that meet a condition, latest first. */
export async function listRequests(tx: Tx, condition: RawBuilder<unknown>): Promise<RequestOfRecord[]> {
  const { rows } = await sql<Row>`
    select r.id, r.client_id as "clientId", r.state, r.asked_at as "askedAt", r.due_on::text as "dueOn", r.ended_at as "endedAt", r.answer,
      r.document_id as "documentId"
    from app.record_request r where ${condition} order by r.asked_at desc, r.id limit 200`.execute(tx.kysely)
  const files = await readDocumentFiles(
    tx,
    rows.flatMap(({ documentId }) => documentId ?? []),
  )
  return rows.map(({ documentId, ...row }) => ({ ...row, file: (documentId && files.get(documentId)) ?? null }))
}

/** Returns a request as its readers see it. `zone` is the therapist's. */
export function seenRequest({ clientId, ...request }: RequestOfRecord, zone: string, now: Date): RecordRequest {
  void clientId
  return { ...request, isOverdue: request.state === 'open' && request.dueOn < todayIn(zone, now) }
}

/** Returns a request that the actor may change, and locks it. Refuses with NOT_FOUND. */
export async function lockRequest(tx: Tx, id: RecordRequestId) {
  const request = await tx.kysely
    .selectFrom('record_request')
    .select(['id', 'therapist_id', 'client_id', 'account_id', 'state', 'answer', 'document_id'])
    .where('id', '=', id)
    .where(tx.actor.role === 'client' ? 'account_id' : 'therapist_id', '=', tx.actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw notFound()
  return request
}
