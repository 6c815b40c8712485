import type { ClientId, InvoiceId, PayerId } from '@attune/contract/common/ids'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readBusiness } from '../../business/business.ts'
import { buyerOf, readParties } from '../draft/parties.ts'
import { openSql, type InvoiceRow } from '../invoice.rows.ts'

/** An invoice or a draft with its payer, for the search of other invoices of the same payer. */
type PayerOfInvoice = {
  id: InvoiceId
  payerId: PayerId | null
  clientId: ClientId
  currency: string
  buyer: Pick<InvoiceDocument['buyer'], 'kind' | 'name' | 'street' | 'postalCode'>
}

/** An issued invoice of a payer; `openMinor` is negative if it was overpaid. */
export type InvoiceOfPayer = { invoiceId: InvoiceId; number: string; openMinor: string }

/**
 * SQL for whether the invoices `i` and `j` have the same payer: the client of both, the same row of the payer table, or the same name and address,
 * because a family has one row for each of its clients.
 */
const samePayerSql = sql<boolean>`(
  i.payer_id = j."payerId"
  or i.client_id = j."clientId" and i.buyer->>'kind' = 'client' and j.buyer->>'kind' = 'client'
  or i.buyer->>'name' = j.buyer->>'name' and i.buyer->>'street' <> ''
    and i.buyer->>'street' = j.buyer->>'street' and i.buyer->>'postalCode' = j.buyer->>'postalCode')`

/** Returns for each invoice or draft the other issued invoices of its payer in its currency that are open or overpaid, the oldest first. */
export async function listInvoicesOfPayers(
  tx: Tx,
  invoices: readonly PayerOfInvoice[],
): Promise<Map<string, InvoiceOfPayer[]>> {
  // Reads the payer of each unsettled invoice once, because a stored document is long.
  const { rows } = await sql<InvoiceOfPayer & { of: InvoiceId }>`
    with unsettled as materialized (
      select * from (
        select i.id, i.number_text, i.issued_at, i.payer_id, i.client_id, i.currency, i.frozen->'buyer' as buyer,
          ${openSql} as open
        from app.invoice i where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice') x
      where open <> 0)
    select j.id as of, i.id as "invoiceId", i.number_text as number, i.open::text as "openMinor"
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as j(id uuid, "payerId" uuid, "clientId" uuid, currency text, buyer jsonb)
      join unsettled i on i.currency = j.currency and i.id <> j.id
    where ${samePayerSql} order by i.issued_at`.execute(tx.kysely)
  const found = new Map<string, InvoiceOfPayer[]>(invoices.map(({ id }) => [id, []]))
  for (const { of, ...invoice } of rows) found.get(of)?.push(invoice)
  return found
}

/**
 * Returns the other issued invoices of the payer of an invoice in its currency that are open or overpaid, the oldest first. The payer of a draft is
 * the one to whom it would be issued at the time `now`.
 */
export async function listInvoicesOfPayer(tx: Tx, row: InvoiceRow, now: Date): Promise<InvoiceOfPayer[]> {
  const buyer = row.snapshot?.buyer ?? (await readDraftBuyer(tx, row, now))
  if (!buyer) return []
  return (await listInvoicesOfPayers(tx, [payerOfInvoice(row, buyer)])).get(row.id) ?? []
}

async function readDraftBuyer(tx: Tx, row: InvoiceRow, now: Date): Promise<InvoiceDocument['buyer'] | null> {
  const [business, parties] = [await readBusiness(tx), await readParties(tx, [row], now)]
  const payer = parties.payers.get(row.id)
  return business && payer ? buyerOf(payer, business) : null
}

export const payerOfInvoice = (
  { id, payerId, clientId, currency }: InvoiceRow,
  { kind, name, street, postalCode }: InvoiceDocument['buyer'],
): PayerOfInvoice => ({ id, payerId, clientId, currency, buyer: { kind, name, street, postalCode } })

/** Returns the credit in invoices of a payer: the sum of their overpayments. */
export const creditIn = (invoices: readonly InvoiceOfPayer[] = []): bigint =>
  invoices.reduce((sum, { openMinor }) => (BigInt(openMinor) < 0n ? sum - BigInt(openMinor) : sum), 0n)
