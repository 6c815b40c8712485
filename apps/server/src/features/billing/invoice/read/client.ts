import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import {
  openMinor,
  overdueDays,
  statusOf,
  type InvoiceKind,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { OwnInvoice, OwnInvoiceItem } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { creditedAtZeroSql, creditedSql, paidSql, validDocumentSql, withdrawnReceiptsSql } from '../invoice.rows.ts'
import { maySeeDocument } from '../documents/documents.ts'
import { documentStates } from '../draft/view.ts'

type OwnRow = {
  id: InvoiceId
  number: string
  kind: InvoiceKind
  therapistId: TherapistId
  issuedOn: string
  dueOn: string | null
  grossMinor: string
  currency: string
  snapshot: InvoiceDocument
  paidMinor: string
  withheldMinor: string
  creditedMinor: string
  isCreditedAtZero: boolean
  zone: string
  made: InvoiceView['documents'][number]['kind'][]
  at: string
}

/**
 * Selects the invoices and credit notes that were issued to the acting client. Row security shows a client only invoices that have a row for the
 * client in `invoice_client`, and a guardian only those in `guardian_invoice` that are addressed to the client or to the guardian.
 */
const selectOwn = (condition: RawBuilder<unknown>, limit: number) => sql<OwnRow>`
  select i.id, i.number_text as number, i.kind, i.therapist_id as "therapistId", i.issued_on::text as "issuedOn", i.due_on::text as "dueOn",
    i.gross_minor::text as "grossMinor", i.currency, i.frozen as snapshot, ${paidSql} as "paidMinor",
    i.withheld_minor::text as "withheldMinor", ${creditedSql()} as "creditedMinor",
    ${creditedAtZeroSql()} as "isCreditedAtZero",
    coalesce(t.zone, 'UTC') as zone,
    coalesce((select json_agg(d.kind order by d.kind) from app.invoice_document d where d.invoice_id = i.id and ${validDocumentSql}), '[]') as made,
    to_char(i.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
  from app.invoice i left join app.person t on t.account_id = i.therapist_id
  where i.status = 'issued' and ${condition} order by i.issued_at desc, i.id limit ${limit}`

/**
 * Returns one page of the invoices and credit notes that were issued to the acting client, or to the client for whom a guardian acts, latest first.
 * Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function listOwnInvoices(
  tx: Tx,
  { after, limit }: { after?: string | undefined; limit: number },
  now: Date,
): Promise<{ items: OwnInvoiceItem[]; next: string | null }> {
  const { rows } = await selectOwn(afterOwnSql(after), limit).execute(tx.kysely)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    items: rows.map((row) => ownItem(tx, row, now)),
    next: last ? cursorAfter(last.at, last.id) : null,
  }
}

/** SQL condition for the rows after a cursor. Refuses with BAD_REQUEST for a text that is not a cursor. */
function afterOwnSql(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`
  const { at, id } = parseCursor(cursor)
  return sql`(i.issued_at < ${at} or (i.issued_at = ${at} and i.id > ${id}))`
}

function ownItem(tx: Tx, row: OwnRow, now: Date): OwnInvoiceItem {
  const facts = { ...row, status: 'issued' as const }
  const today = todayIn(row.zone, now)
  const status = statusOf(facts, today)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    therapistId: row.therapistId,
    businessName: row.snapshot.seller.name,
    person: row.snapshot.person,
    issuedOn: row.issuedOn,
    dueOn: row.dueOn,
    status,
    overdueDays: status === 'overdue' ? overdueDays(row.dueOn, today) : 0,
    grossMinor: row.grossMinor,
    openMinor: String(openMinor(facts)),
    currency: row.currency,
    documents: documentStates(row.snapshot, row.made).filter(({ kind }) =>
      maySeeDocument(tx.actor, row.snapshot, kind),
    ),
  }
}

/**
 * Returns the content of an invoice for the actor. A client gets it without the email address of another payer. A guardian gets it without any email
 * address and without the diagnosis.
 */
function documentFor({ actor: { role } }: Tx, sheet: InvoiceDocument): InvoiceDocument {
  if (role === 'guardian') return { ...sheet, buyer: { ...sheet.buyer, email: null }, diagnosis: null }
  if (role !== 'client' || sheet.buyer.kind === 'client') return sheet
  return { ...sheet, buyer: { ...sheet.buyer, email: null } }
}

/**
 * Returns an invoice or a credit note that was issued to the acting client, or to the client for whom a guardian acts, with its content. Refuses with
 * NOT_FOUND.
 */
export async function readOwnInvoice(tx: Tx, id: InvoiceId, now: Date): Promise<OwnInvoice> {
  const { rows } = await selectOwn(sql`i.id = ${id}`, 1).execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  const { rows: linked } = await sql<Pick<OwnInvoice, 'payments' | 'credits' | 'corrects' | 'withdrawnReceipts'>>`
    select coalesce((select json_agg(json_build_object('amountMinor', p.amount_minor::text, 'currency', p.currency, 'paidOn', p.paid_on,
          'method', p.method) order by p.paid_on, p.recorded_at, p.id) from app.payment p where p.invoice_id = i.id), '[]') as payments,
      coalesce((select json_agg(json_build_object('id', n.id, 'number', n.number_text, 'issuedOn', n.issued_on, 'grossMinor', n.gross_minor::text)
          order by n.issued_at) from app.invoice n where n.corrects_id = i.id and n.status = 'issued'), '[]') as credits,
      (select json_build_object('id', o.id, 'number', o.number_text) from app.invoice o where o.id = i.corrects_id) as corrects,
      ${withdrawnReceiptsSql} as "withdrawnReceipts"
    from app.invoice i where i.id = ${id}`.execute(tx.kysely)
  return {
    ...ownItem(tx, row, now),
    sheet: documentFor(tx, row.snapshot),
    paidMinor: row.paidMinor,
    creditedMinor: row.creditedMinor,
    ...(linked[0] as (typeof linked)[number]),
  }
}
