import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import type { DocumentKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import type { Tx } from '../../../../platform/database/actor.ts'
import { openStoredDocument } from '../../../../platform/personal-export/exported-part.ts'
import { validDocumentSql } from '../invoice.rows.ts'
import { documentName } from './document-name.ts'
import { findStoredDocument } from './documents.ts'

type Selection = { from: string | null; until: string | null; withGuardians: boolean }
type Row = { id: InvoiceId; kind: DocumentKind; size: number; at: string } & Pick<
  InvoiceDocument,
  'number' | 'language'
> & {
    invoiceKind: InvoiceDocument['kind']
  }

/** A stored document of an invoice that was issued for a client. */
export type RecordInvoiceDocument = { id: InvoiceId; kind: DocumentKind; name: string; size: number; at: string }

/**
 * Returns the stored documents of the invoices that the acting therapist issued for a client in a period, which ends before `until`. Without
 * `withGuardians`, leaves out those that a guardian pays, because they have the guardian's address.
 */
export async function listInvoiceDocuments(
  tx: Tx,
  clientId: ClientId,
  { from, until, withGuardians }: Selection,
): Promise<RecordInvoiceDocument[]> {
  const { rows } = await sql<Row>`
    select i.id, d.kind, max(octet_length(d.bytes)) as size, i.issued_at as at, i.number_text as number, i.frozen->>'language' as language, i.kind as "invoiceKind"
    from app.invoice i join app.invoice_document d on d.invoice_id = i.id and ${validDocumentSql}
    where i.therapist_id = ${tx.actor.id} and i.client_id = ${clientId} and i.status = 'issued'
      and (${withGuardians} or not exists (select from app.payer p where p.therapist_id = i.therapist_id and p.id = i.payer_id and p.is_guardian))
      and i.issued_at >= ${from ?? '-infinity'}::timestamptz and i.issued_at < ${until ?? 'infinity'}::timestamptz
    group by i.id, d.kind order by i.issued_at, i.id, d.kind`.execute(tx.kysely)
  return rows.map(({ number, language, invoiceKind, ...row }) => ({
    ...row,
    name: documentName({ number, invoiceKind, language }, row.kind),
  }))
}

/** Opens a document of an invoice. Returns an empty stream if the document no longer exists. */
export const openInvoiceDocument = async (tx: Tx, id: InvoiceId, kind: DocumentKind): Promise<Readable> =>
  (await openStoredDocument(findStoredDocument(tx, id, kind))) ?? Readable.from([])
