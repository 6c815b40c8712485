import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import type { KeptInvoice } from '@attune/contract/features/people/guardian/guardian.kept'
import { sql } from 'kysely'
import { describeChange } from '../../../../platform/policy/audit.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { listWithCreditNotes, readInvoiceRow } from '../../../billing/invoice/invoice.ts'
import { selectGuarded } from './clients.ts'

/** Returns whether an invoice of the acting therapist is kept from guardians. Refuses with NOT_FOUND. */
export async function readKeptInvoice(tx: Tx, id: InvoiceId, now: Date): Promise<KeptInvoice> {
  const { clientId } = await readInvoiceRow(tx, id)
  return readKept(tx, { id, clientId }, now)
}

async function readKept(tx: Tx, { id, clientId }: { id: InvoiceId; clientId: ClientId }, now: Date) {
  const { rows } = await sql<{ isKept: boolean; billsKept: boolean }>`
    select g.is_kept as "isKept", g.bills_kept as "billsKept" from app.guardian_invoice g
    where g.therapist_id = ${tx.actor.id} and g.invoice_id = ${id}`.execute(tx.kysely)
  const [row] = rows
  const isOffered = row !== undefined && (await selectGuarded(tx, [clientId], now)).length > 0
  return { isOffered, isKept: row?.isKept ?? false, billsKept: row?.billsKept ?? false }
}

/** Keeps an invoice together with its credit notes from guardians, or shows them again. Refuses with NOT_FOUND. */
export async function keepInvoice(
  tx: Tx,
  { id, isKept }: { id: InvoiceId; isKept: boolean },
  now: Date,
): Promise<KeptInvoice> {
  const { clientId, correctsId } = await readInvoiceRow(tx, id)
  const ids = await listWithCreditNotes(tx, correctsId ?? id)
  await sql`
    update app.guardian_invoice g set is_kept = ${isKept}
    where g.therapist_id = ${tx.actor.id} and g.invoice_id = any (${ids}::uuid[])`.execute(tx.kysely)
  describeChange(tx, { after: { isKept } })
  return readKept(tx, { id, clientId }, now)
}
