import { datevDebtors } from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import type { Tx } from '../../../../../platform/database/actor.ts'
import { sha256Of } from '../../../../../platform/secrets/sha256.ts'
import type { LedgerInvoice } from './datev-ledger.ts'

/** Returns the keys of the payer of an invoice: one for the client or the row of the payer, and one for name and address. The keys are hashes. */
function payerKeys({ snapshot: { buyer }, clientId, payerId }: LedgerInvoice): string[] {
  const { kind, name, street, postalCode } = buyer
  const id = kind === 'client' ? ['client', clientId] : payerId === null ? [] : ['payer', payerId]
  const address = street === '' && id.length > 0 ? [] : ['address', name, street, postalCode]
  return [id, address].filter((key) => key.length > 0).map((key) => sha256Of(Buffer.from(JSON.stringify(key))))
}

/**
 * Returns a function that gives each payer of the acting therapist a separate account: the number from earlier exports, or the next free number from
 * `first` on. It returns null if there is no free number.
 */
export async function readDebtorNumbers(tx: Tx, first: number): Promise<(payer: LedgerInvoice) => number | null> {
  const rows = await tx.kysely
    .selectFrom('datev_debtor')
    .select(['payer', 'number'])
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  const numbers = new Map(rows.map(({ payer, number }) => [payer, number]))
  let last = Math.max(first - 1, ...rows.map(({ number }) => number))
  return (payer) => {
    const keys = payerKeys(payer)
    const known = keys.map((key) => numbers.get(key)).find((number) => number !== undefined)
    const number = known ?? last + 1
    if (number > datevDebtors.last) return null
    last = Math.max(last, number)
    for (const key of keys) if (!numbers.has(key)) numbers.set(key, number)
    return number
  }
}

/** Stores the accounts of payers, so that they keep them. */
export async function storeDebtors(tx: Tx, debtors: ReadonlyMap<LedgerInvoice, number>): Promise<void> {
  const rows = [...debtors].flatMap(([payer, number]) =>
    payerKeys(payer).map((key) => ({ therapist_id: tx.actor.id, payer: key, number })),
  )
  if (rows.length === 0) return
  await tx.kysely
    .insertInto('datev_debtor')
    .values(rows)
    .onConflict((on) => on.columns(['therapist_id', 'payer']).doNothing())
    .execute()
}
