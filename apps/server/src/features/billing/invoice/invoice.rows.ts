import type { ClientId, InvoiceId, PayerId } from '@attune/contract/common/ids'
import { entriesOf, type FieldList } from '@attune/contract/common/fields'
import type { DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { InvoiceKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

/** A row of `invoice`. Amounts are in minor units as text, days are `YYYY-MM-DD`. */
export type InvoiceRow = {
  id: InvoiceId
  clientId: ClientId
  /** The payer; null if the client pays and no payer was saved. */
  payerId: PayerId | null
  kind: InvoiceKind
  /** The invoice that a credit note corrects; null for an invoice. */
  correctsId: InvoiceId | null
  /** The credited invoice that this one replaces; null if it replaces none. */
  replacesId: InvoiceId | null
  status: 'draft' | 'issued'
  /** Whether the invoice is for a fee as damages, which is outside VAT. */
  isFee: boolean
  /** The printed number; empty for a draft. */
  number: string
  issuedOn: string | null
  dueOn: string | null
  language: Language
  note: string
  reference: string
  showDiagnosis: boolean
  diagnosis: string | null
  currency: string
  grossMinor: string
  /** The content of the document; null for a draft. */
  snapshot: InvoiceDocument | null
  version: number
  /** The sum of the invoice's payments and counter-entries. */
  paidMinor: string
  /** The tax that the payer withholds from the total. */
  withheldMinor: string
  /** The sum of its credit notes without the tax that is withheld from them. */
  creditedMinor: string
  /** Whether the total is 0 and all lines are credited. */
  isCreditedAtZero: boolean
}

/** SQL for the sum of the payments of the invoice `i` in its currency. */
export const paidSql = sql<string>`
  (select coalesce(sum(p.amount_minor), 0)::text from app.payment p
   where p.therapist_id = i.therapist_id and p.invoice_id = i.id and p.currency = i.currency)`

/** SQL for the sum of those credit notes `n` of the invoice `i` that match `condition`, without the tax that is withheld from them. */
export const creditedSql = (condition = sql`true`) => sql<string>`
  (select coalesce(sum(n.gross_minor - n.withheld_minor), 0)::text from app.invoice n
   where n.therapist_id = i.therapist_id and n.corrects_id = i.id and n.status = 'issued' and ${condition})`

/** SQL for the open amount of the issued invoice `i`: the total without withheld tax, credit notes and payments. */
export const openSql = sql<string>`
  (i.gross_minor - i.withheld_minor - ${creditedSql()}::bigint - ${paidSql}::bigint)`

/** SQL for whether credit notes cover the whole amount due of the invoice `i`. */
export const fullyCreditedSql = sql<boolean>`
  (${creditedSql()}::bigint > 0 and ${creditedSql()}::bigint >= i.gross_minor - i.withheld_minor)`

/** SQL for whether the total of the invoice `i` is 0 and all of its lines were credited by those of its credit notes `n` that match `condition`. */
export const creditedAtZeroSql = (condition = sql`true`) => sql<boolean>`
  case when i.gross_minor = 0 and i.kind = 'invoice' and i.status = 'issued' then
    (select coalesce(sum(jsonb_array_length(n.frozen -> 'lines')), 0) from app.invoice n
      where n.therapist_id = i.therapist_id and n.corrects_id = i.id and n.status = 'issued' and ${condition})
    >= jsonb_array_length(i.frozen -> 'lines')
  else false end`

/** SQL condition: the document `d` is not a withdrawn receipt. */
export const validDocumentSql = sql<boolean>`
  not exists (select from app.receipt_withdrawal w where d.kind = 'receipt' and w.invoice_id = d.invoice_id and w.edition = d.edition)`

/** SQL for the withdrawn receipts of the invoice `i` as JSON, oldest first. */
export const withdrawnReceiptsSql = sql<string>`
  coalesce((select json_agg(json_build_object('madeAt', d.made_at, 'withdrawnAt', w.withdrawn_at) order by w.edition)
    from app.receipt_withdrawal w join app.invoice_document d
      on d.invoice_id = w.invoice_id and d.kind = 'receipt' and d.edition = w.edition
    where w.invoice_id = i.id), '[]')`

const columns = sql`
  i.id, i.client_id as "clientId", i.payer_id as "payerId", i.kind, i.corrects_id as "correctsId", i.replaces_id as "replacesId", i.status,
  i.is_fee as "isFee", coalesce(i.number_text, '') as number, i.issued_on::text as "issuedOn", i.due_on::text as "dueOn", i.language, i.note,
  i.reference, i.show_diagnosis as "showDiagnosis", i.diagnosis, i.currency, i.gross_minor::text as "grossMinor", i.frozen as snapshot, i.version,
  ${paidSql} as "paidMinor", i.withheld_minor::text as "withheldMinor", ${creditedSql()} as "creditedMinor",
  ${creditedAtZeroSql()} as "isCreditedAtZero"`

/** Returns an invoice of the acting therapist. Refuses with NOT_FOUND. */
export async function readInvoiceRow(tx: Tx, id: InvoiceId): Promise<InvoiceRow> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from app.invoice i where i.therapist_id = ${tx.actor.id} and i.id = ${id}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/**
 * Returns at most `limit` drafts of the acting therapist: those with the given ids, or all if `ids` is undefined. Sorted by the client's name and the
 * time at which they were created.
 */
export async function listDraftRows(
  tx: Tx,
  ids: readonly InvoiceId[] | undefined,
  limit: number,
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from app.invoice i join app.client_name c on c.therapist_id = i.therapist_id and c.id = i.client_id
    where i.therapist_id = ${tx.actor.id} and i.status = 'draft' and ${ids ? sql`i.id = any (${ids}::uuid[])` : sql`true`}
    order by lower(c.last_name), lower(c.first_name), c.id, i.created_at, i.id limit ${limit}`.execute(tx.kysely)
  return rows
}

/** Locks an invoice of the acting therapist until the transaction ends and returns it. Refuses with NOT_FOUND. */
export async function lockInvoiceRow(tx: Tx, id: InvoiceId): Promise<InvoiceRow> {
  await sql`select from app.invoice i where i.therapist_id = ${tx.actor.id} and i.id = ${id} for update`.execute(
    tx.kysely,
  )
  return readInvoiceRow(tx, id)
}

/** A stored line. `taxRateBp` of a draft is the line's own rate. */
export type LineRow = DraftLine & {
  position: number
  netMinor: string
  /** Whether a credit note has credited the line. */
  isCredited: boolean
  /** For a line of a credit note, the position of the credited line; otherwise null. */
  creditsPosition: number | null
}

type StoredLineField = {
  column: keyof DB['invoice_line'] & string
  /** Returns SQL that reads the column. Default: the column itself. */
  read?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Returns the value to store. Default: the value of the line. */
  write?: (line: DraftLine) => unknown
}

const lineColumns: FieldList<keyof DraftLine, StoredLineField> = {
  serviceOn: { column: 'service_on', read: (column) => sql`${column}::text` },
  serviceTime: { column: 'service_time', read: (column) => sql`to_char(${column}, 'HH24:MI')` },
  minutes: { column: 'minutes' },
  code: { column: 'code' },
  text: { column: 'text' },
  factorMilli: { column: 'factor_milli' },
  factorReason: { column: 'factor_reason' },
  place: { column: 'place' },
  quantityMilli: { column: 'quantity_milli' },
  priceMinor: {
    column: 'price_minor',
    read: (column) => sql`${column}::text`,
    write: ({ priceMinor }) => (priceMinor === null ? null : minorSql(priceMinor)),
  },
  taxRateBp: { column: 'tax_rate_bp' },
  sessionId: { column: 'session_id' },
}
const storedLine = entriesOf<keyof DraftLine, StoredLineField>(lineColumns)

/** Returns the values of a line by column of the table `invoice_line`. */
export const lineValues = (line: DraftLine) =>
  Object.fromEntries(storedLine.map(([field, { column, write }]) => [column, write ? write(line) : line[field]]))

/** SQL that selects the fields of a line `l`. */
const lineSql = sql.join(
  storedLine.map(([field, { column, read }]) => {
    const stored = sql.ref(`l.${column}`)
    return sql`${read?.(stored) ?? stored} as ${sql.ref(field)}`
  }),
)

/** Returns the lines of an invoice in their order. */
export const listInvoiceLines = async (tx: Tx, invoiceId: InvoiceId): Promise<LineRow[]> =>
  (await listLinesOfInvoices(tx, [invoiceId])).get(invoiceId) ?? []

/** Returns the lines of invoices in their order, by the id of the invoice. */
export async function listLinesOfInvoices(tx: Tx, ids: readonly InvoiceId[]): Promise<Map<string, LineRow[]>> {
  const { rows } = await sql<LineRow & { invoiceId: string }>`
    select l.invoice_id as "invoiceId", l.position, ${lineSql}, l.net_minor::text as "netMinor", l.credits_position as "creditsPosition",
      exists (select from app.invoice_line n where n.therapist_id = l.therapist_id and n.credits_id = l.invoice_id
        and n.credits_position = l.position) as "isCredited"
    from app.invoice_line l where l.therapist_id = ${tx.actor.id} and l.invoice_id = any (${ids}::uuid[]) order by l.position`.execute(
    tx.kysely,
  )
  const lines = new Map<string, LineRow[]>(ids.map((id) => [id, []]))
  for (const { invoiceId, ...line } of rows) lines.get(invoiceId)?.push(line)
  return lines
}

/** SQL for an amount. A JavaScript number would not be exact. */
export const minorSql = (minor: string | bigint): RawBuilder<number> => sql<number>`${String(minor)}::bigint`

/**
 * Adds an event to the history of an invoice, on behalf of the acting therapist or, if the worker acts, of the product. `data` contains only ids,
 * numbers and amounts.
 */
export async function recordInvoiceEvent(
  tx: Tx,
  invoiceId: InvoiceId,
  kind: 'drafted' | 'issued' | 'credited' | 'payment' | 'reminded' | 'sent',
  data: Record<string, string> = {},
): Promise<void> {
  await tx.kysely
    .insertInto('invoice_event')
    .values({
      therapist_id: tx.actor.id,
      invoice_id: invoiceId,
      kind,
      data: JSON.stringify(data),
      actor_id: tx.actor.role === 'worker' ? null : tx.actor.id,
    })
    .execute()
}
