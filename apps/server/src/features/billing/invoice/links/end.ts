import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import { documentsOf, type DocumentKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { agreementOf } from '../../payer/payer.ts'
import { creditedAtZeroSql, creditedSql, validDocumentSql } from '../invoice.rows.ts'

type LinkOfInvoice = { therapistId: TherapistId; invoiceId: InvoiceId; email: string }

/** The withdrawal of the agreement to a payer. */
export type EndOfAgreement = {
  at: string
  /** The day in the therapist's zone. */
  day: string
  /** The amounts paid and credited until then. */
  sums: { paidMinor: string; creditedMinor: string; isCreditedAtZero: boolean }
}

/**
 * Returns the withdrawal of the client's agreement to the payer at a link's address; null if the agreement was not withdrawn. If links can no longer
 * be sent to the address although the agreement was not withdrawn, the time of the change is unknown.
 */
export async function findEndOfAgreement(
  tx: Tx,
  { therapistId, invoiceId, email }: LinkOfInvoice,
): Promise<EndOfAgreement | null> {
  const { rows } = await sql<Omit<EndOfAgreement, 'sums'> & EndOfAgreement['sums']>`
    select a.withdrawn_at::text as at, (a.withdrawn_at at time zone coalesce(t.zone, 'UTC'))::date::text as day,
      (select coalesce(sum(m.amount_minor), 0)::text from app.payment m where m.therapist_id = i.therapist_id and m.invoice_id = i.id
        and m.currency = i.currency and m.recorded_at <= a.withdrawn_at) as "paidMinor",
      ${creditedSql(sql`n.issued_at <= a.withdrawn_at`)} as "creditedMinor",
      ${creditedAtZeroSql(sql`n.issued_at <= a.withdrawn_at`)} as "isCreditedAtZero"
    from app.invoice i join app.payer p on p.therapist_id = i.therapist_id and p.id = i.payer_id
      left join app.person t on t.account_id = i.therapist_id
      cross join ${agreementOf}
    where i.therapist_id = ${therapistId} and i.id = ${invoiceId} and p.email = ${email} and p.kind <> 'client'
      and a.withdrawn_at is not null and (a.agreed_at is null or a.agreed_at <= a.withdrawn_at)`.execute(tx.kysely)
  const [row] = rows
  if (!row) return null
  const { at, day, ...sums } = row
  return { at, day, sums }
}

/**
 * Returns the kinds of documents that a link still shows after its end: those of the invoice, the reminders that were sent to its address, and the
 * valid receipt if it was made before the end.
 */
export async function listEarlierKinds(
  tx: Tx,
  { therapistId, invoiceId, email }: LinkOfInvoice,
  { sheet, end }: { sheet: InvoiceDocument; end: EndOfAgreement | null },
): Promise<DocumentKind[]> {
  const { rows } = await sql<{ kind: DocumentKind }>`
    select l.occasion as kind from app.invoice_link l
    where l.therapist_id = ${therapistId} and l.invoice_id = ${invoiceId} and l.email = ${email} and l.occasion like 'reminder-%'
    union select d.kind from app.invoice_document d
    where d.therapist_id = ${therapistId} and d.invoice_id = ${invoiceId} and d.kind = 'receipt' and ${validDocumentSql}
      and d.made_at <= ${end?.at ?? null}::timestamptz`.execute(tx.kysely)
  return [...documentsOf(sheet), ...rows.map(({ kind }) => kind)]
}
