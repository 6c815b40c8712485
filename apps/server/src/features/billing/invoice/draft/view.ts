import type { InvoiceId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import { documentsOf, openMinor, overdueDays, statusOf } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { mayBill } from '../../payer/payer.ts'
import { readZone } from '../../../people/profile/profile.ts'
import { draftLineNet, draftDocument, missingFields, openDraft } from './document.ts'
import { readClientNames, readParties } from './parties.ts'
import {
  readInvoiceRow,
  listInvoiceLines,
  validDocumentSql,
  withdrawnReceiptsSql,
  type InvoiceRow,
  type LineRow,
} from '../invoice.rows.ts'

/** Returns an invoice, a credit note or a draft of the acting therapist at the time `now`. Refuses with NOT_FOUND. */
export async function readInvoice(tx: Tx, id: InvoiceId, now: Date): Promise<InvoiceView> {
  const [row, lines, zone] = await Promise.all([readInvoiceRow(tx, id), listInvoiceLines(tx, id), readZone(tx)])
  const [shown, linked, names] = await Promise.all([
    row.status === 'draft' ? readDraftContent(tx, row, lines, now) : snapshotContent(row),
    readLinkedRows(tx, id),
    readClientNames(tx, [row.clientId]),
  ])
  const today = todayIn(zone, now)
  const status = statusOf(row, today)
  return {
    id,
    kind: row.kind,
    status,
    version: row.version,
    clientId: row.clientId,
    clientName: names.get(row.clientId)?.name ?? '',
    isFee: row.isFee,
    language: row.language,
    note: row.note,
    reference: row.reference,
    showDiagnosis: row.showDiagnosis,
    diagnosis: row.diagnosis,
    ...shown,
    lines: lines.map(viewedLine),
    overdueDays: status === 'overdue' ? overdueDays(row.dueOn, today) : 0,
    paidMinor: row.paidMinor,
    creditedMinor: row.creditedMinor,
    openMinor: String(openMinor(row)),
    ...linked,
    documents: row.snapshot ? documentStates(row.snapshot, linked.documents) : [],
    may: mayOf(row, lines),
  }
}

type Shown = Pick<InvoiceView, 'payer' | 'sheet' | 'missing'>

async function readDraftContent(tx: Tx, row: InvoiceRow, lines: LineRow[], now: Date): Promise<Shown> {
  const draft = openDraft(row, lines, await readParties(tx, [row], now))
  const { id, kind, name } = draft.payer
  const sheet = draftDocument(draft)
  return {
    payer: { id, kind, name, agreed: mayBill(draft.payer) },
    sheet,
    missing: missingFields(draft, sheet),
  }
}

function snapshotContent(row: InvoiceRow): Shown {
  const sheet = row.snapshot as InvoiceDocument
  const { kind, name } = sheet.buyer
  return { payer: { id: row.payerId, kind, name, agreed: true }, sheet, missing: [] }
}

const viewedLine = ({ creditsPosition: _position, ...line }: LineRow): InvoiceView['lines'][number] => ({
  ...line,
  netMinor: String(draftLineNet(line)),
})

function mayOf(row: InvoiceRow, lines: LineRow[]): InvoiceView['may'] {
  const isDraft = row.status === 'draft'
  const isInvoice = row.status === 'issued' && row.kind === 'invoice'
  return {
    edit: isDraft,
    remove: isDraft,
    issue: isDraft,
    credit: isInvoice && lines.some(({ isCredited }) => !isCredited),
    pay: isInvoice,
  }
}

type Made = InvoiceView['documents'][number]['kind']

/**
 * Returns the documents that an issued invoice must have and those that were made later, such as receipts. `ready` is true for a document that is
 * stored.
 */
export function documentStates(sheet: InvoiceDocument, made: readonly Made[]): InvoiceView['documents'] {
  const expected: Made[] = documentsOf(sheet)
  return [...new Set([...expected, ...made])].map((kind) => ({ kind, ready: made.includes(kind) }))
}

type Linked = Pick<
  InvoiceView,
  'payments' | 'credits' | 'corrects' | 'replaces' | 'replacedBy' | 'history' | 'withdrawnReceipts'
> & {
  documents: Made[]
}

/** Returns the payments, corrections, history and documents of an invoice. */
async function readLinkedRows(tx: Tx, id: InvoiceId): Promise<Linked> {
  const { rows } = await sql<Linked>`
    select coalesce((select json_agg(json_build_object('id', p.id, 'amountMinor', p.amount_minor::text, 'currency', p.currency,
          'paidOn', p.paid_on, 'method', p.method, 'reference', p.reference, 'recordedAt', p.recorded_at, 'countersId', p.counters_id)
          order by p.paid_on, p.recorded_at, p.id) from app.payment p
        where p.therapist_id = i.therapist_id and p.invoice_id = i.id), '[]') as payments,
      coalesce((select json_agg(json_build_object('id', n.id, 'number', n.number_text, 'issuedOn', n.issued_on, 'grossMinor', n.gross_minor::text)
          order by n.issued_at) from app.invoice n
        where n.therapist_id = i.therapist_id and n.corrects_id = i.id and n.status = 'issued'), '[]') as credits,
      ${linkSql(sql`o.id = i.corrects_id`)} as corrects, ${linkSql(sql`o.id = i.replaces_id`)} as replaces,
      ${linkSql(sql`o.replaces_id = i.id`)} as "replacedBy",
      coalesce((select json_agg(json_build_object('at', e.at, 'kind', e.kind, 'data', e.data,
          'by', case when e.actor_id = i.therapist_id then 'therapist' when e.actor_id is null then 'product' else 'client' end)
          order by e.id) from app.invoice_event e
        where e.therapist_id = i.therapist_id and e.invoice_id = i.id), '[]') as history,
      coalesce((select json_agg(d.kind order by d.kind) from app.invoice_document d
        where d.therapist_id = i.therapist_id and d.invoice_id = i.id and ${validDocumentSql}), '[]') as documents,
      ${withdrawnReceiptsSql} as "withdrawnReceipts"
    from app.invoice i where i.therapist_id = ${tx.actor.id} and i.id = ${id}`.execute(tx.kysely)
  return rows[0] as Linked
}

/** SQL for an invoice `o` of the same therapist that matches a condition, with its number; the number is empty for a draft. */
const linkSql = (condition: ReturnType<typeof sql>) => sql`
  (select json_build_object('id', o.id, 'number', coalesce(o.number_text, '')) from app.invoice o
   where o.therapist_id = i.therapist_id and ${condition} order by o.created_at desc limit 1)`
