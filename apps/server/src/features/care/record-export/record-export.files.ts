import type { FileId, InvoiceId } from '@attune/contract/common/ids'
import type { DocumentKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import { sql, type RawBuilder } from 'kysely'
import { Readable } from 'node:stream'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { listInvoiceDocuments, openInvoiceDocument } from '../../billing/invoice/invoice.ts'
import { custodyFilesSql } from '../../people/guardian/guardian.ts'
import { findStoredFormDocument } from '../form/form.ts'
import { formAtSql } from './content/forms.ts'
import { isHandedOver, type ExportedRecord } from './record-export.head.ts'
import { periodSql } from './content/pages.ts'

export type RecordFile = {
  /** The id of the uploaded file; if `stored` is set, of the sent form or the invoice whose document is in the database. */
  id: string
  part: RecordPart
  name: string
  type: string | null
  size: number
  at: string
  stored: 'form' | DocumentKind | null
}

type FileQuery = (record: ExportedRecord) => RawBuilder<unknown>

/** The queries for the files of those parts that have files. `at` is the time of the item to which a file is attached. */
const queries: Partial<Record<RecordPart, FileQuery>> = {
  tasks: (record) => sql`
    select x.file_id, t.delivered_at as at from app.task t join app.task_file x on x.therapist_id = t.therapist_id and x.task_id = t.id
    where t.therapist_id = ${record.actor.id} and t.client_id = ${record.clientId} and t.delivered_at is not null and t.withdrawn_at is null
      and ${periodSql(sql`t.delivered_at`, record)}`,
  journal: (record) => sql`
    select x.file_id, e.written_at as at from app.journal_share h join app.journal_publication e on e.account_id = h.account_id and e.entry_id = h.entry_id
      join app.journal_published_file x on x.account_id = h.account_id and x.entry_id = h.entry_id
    where h.therapist_id = ${record.actor.id} and h.account_id = ${record.accountId}::uuid and ${periodSql(sql`e.written_at`, record)}`,
  messages: (record) => sql`
    select x.file_id, m.created_at as at from app.message m join app.message_file x on x.therapist_id = m.therapist_id and x.message_id = m.id
    where m.therapist_id = ${record.actor.id} and m.client_id = ${record.clientId} and m.deleted_at is null
      and ${periodSql(sql`m.created_at`, record)}`,
  documents: (record) => sql`
    select d.file_id, d.added_at as at from app.document d
    where d.therapist_id = ${record.actor.id} and d.client_id = ${record.clientId} and d.deleted_at is null
      and ${periodSql(sql`d.added_at`, record)}`,
  custody: ({ actor, clientId, order }) => custodyFilesSql({ ...order, therapistId: actor.id, clientId }),
  forms: (record) => sql`
    select q.file_id, s.signed_at as at from app.sent_form s
      join app.paper_signature q on q.therapist_id = s.therapist_id and q.sent_form_id = s.id and q.ended_at is null
    where s.therapist_id = ${record.actor.id} and s.client_id = ${record.clientId} and ${periodSql(formAtSql, record)}`,
}

const uploadedFilesSql = (query: RawBuilder<unknown>) => sql`
  select f.id, f.name, f.type, f.size, x.at, null as stored from (${query}) x join app.file f on f.id = x.file_id
  where f.state = 'ready' order by x.at, f.id`

const formPdfsSql = (record: ExportedRecord) => sql`
  select s.id, s.frozen->>'title' as name, 'application/pdf' as type, octet_length(d.bytes) as size, s.signed_at as at, 'form' as stored
  from app.sent_form s join app.form_document d on d.therapist_id = s.therapist_id and d.sent_form_id = s.id
  where s.therapist_id = ${record.actor.id} and s.client_id = ${record.clientId} and ${periodSql(formAtSql, record)}
  order by s.signed_at, s.id`

/**
 * Returns the files of the chosen parts that passed the file check, ordered by part and time, and the documents of invoices. A bundle for another
 * practice has no such documents, because their lines are free text. Documents with the address of a guardian are left out if that address is.
 */
export async function listRecordFiles(tx: Tx, record: ExportedRecord): Promise<RecordFile[]> {
  const found: RecordFile[] = []
  for (const part of record.order.parts) {
    const query = queries[part]
    const selects = [
      ...(part === 'forms' ? [formPdfsSql(record)] : []),
      ...(query ? [uploadedFilesSql(query(record))] : []),
    ]
    for (const select of selects) {
      const { rows } = await sql<Omit<RecordFile, 'part'>>`${select}`.execute(tx.kysely)
      found.push(...rows.map((row) => ({ ...row, part })))
    }
    if (part === 'invoices' && !isHandedOver(record)) found.push(...(await listInvoiceFiles(tx, record)))
  }
  return found
}

async function listInvoiceFiles(tx: Tx, record: ExportedRecord): Promise<RecordFile[]> {
  const documents = await listInvoiceDocuments(tx, record.clientId, {
    ...record,
    withGuardians: record.order.withGuardianAddresses === true,
  })
  return documents.map(({ kind, ...of }) => ({ ...of, part: 'invoices', type: typeOf(kind), stored: kind }))
}

const typeOf = (kind: DocumentKind) => (kind === 'xml' || kind === 'xrechnung' ? 'application/xml' : 'application/pdf')

/** Whether a file is a document of an invoice. The name of such a file has the right extension. */
export const isInvoiceFile = ({ stored }: RecordFile): boolean => stored !== null && stored !== 'form'

/** Opens a file of a record. A file that was deleted in the meantime is empty. */
export async function openRecordFile(
  app: Pick<AppContext, 'db' | 'fileStore'>,
  { actor }: ExportedRecord,
  file: RecordFile,
): Promise<Readable> {
  const { stored: document } = file
  if (document && document !== 'form')
    return app.db.asActor(actor, (tx) => openInvoiceDocument(tx, file.id as InvoiceId, document))
  if (document === 'form') {
    const stored = await app.db.asActor(actor, (tx) => findStoredFormDocument(tx, file.id))
    return Readable.from(stored && stored !== 'making' ? [stored.bytes] : [])
  }
  return (await app.fileStore.read('whole', file.id as FileId)) ?? Readable.from([])
}
