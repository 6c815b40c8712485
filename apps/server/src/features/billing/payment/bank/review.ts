import type { InvoiceId } from '@attune/contract/common/ids'
import type {
  BankEntry,
  BankMapping,
  BankReview,
  PayableInvoice,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readBusiness } from '../../business/business.ts'
import { compareInvoiceNumbers, openSql } from '../../invoice/invoice.ts'
import { bankPaymentId } from './book.ts'
import { findEarlyReversed, storeEarlyReversals } from './early-reversals.ts'
import type { ReadEntry, ReadFile, ReadOptions } from './entry.ts'
import { findReversedPayments } from './recorded.ts'
import { announceOnce } from './named-once.ts'
import { inBatches, inTurns } from './batch.ts'
import { numbersOf, proposals } from './match.ts'
import { readCurrentDay } from '../payment.day.ts'

/** The maximum number of invoices that can be chosen for an entry: those whose numbers the file contains, then the latest open ones. */
const maxPayable = 2000

/** Returns the options with which the acting therapist's files are read. */
export async function readOptions(tx: Tx, describe: boolean): Promise<ReadOptions> {
  const [business, saved] = await Promise.all([
    readBusiness(tx),
    tx.kysely
      .selectFrom('bank_mapping')
      .select(['fingerprint', 'mapping'])
      .where('therapist_id', '=', tx.actor.id)
      .execute(),
  ])
  const mappings = Object.fromEntries(
    saved.map(({ fingerprint, mapping }) => [fingerprint, mapping as unknown as BankMapping]),
  )
  return { describe, currency: business?.currency ?? 'EUR', mappings }
}

/** Saves the mapping for files with these headings. */
export async function saveBankMapping(
  tx: Tx,
  { fingerprint, mapping }: { fingerprint: string; mapping: BankMapping },
  now: Date,
): Promise<void> {
  const saved = { mapping: JSON.stringify(mapping), saved_at: now }
  await tx.kysely
    .insertInto('bank_mapping')
    .values({ therapist_id: tx.actor.id, fingerprint, mapping: saved.mapping })
    .onConflict((on) => on.columns(['therapist_id', 'fingerprint']).doUpdateSet(saved))
    .execute()
}

/**
 * Returns the entries of a file for review by the acting therapist, with the invoices that they can pay. Entries dated in the future count as
 * pending. Books nothing. No transaction stays open during the matching.
 */
export async function reviewOf(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  file: ReadFile,
  now: Date,
): Promise<BankReview> {
  const { entries, imported, reverses, early, once } = await inTransaction((tx) => readRecorded(tx, file.entries, now))
  const isReversed = (entry: ReadEntry) => isReversedInFile(entry) || early.has(entry.key)
  const fresh = entries.filter((entry) => !imported.has(entry.key) && !isReversed(entry))
  const numbers = await numbersOf(fresh)
  const invoices = await inTransaction((tx) => listPayableInvoices(tx, numbers))
  const proposed = await proposals(fresh, invoices)
  const reviewed: BankEntry[] = []
  await inBatches(entries, (entry) => {
    const { isReversal: _, reverses: __, earlierKeys: ___, pair: ____, ...facts } = entry
    const known = imported.get(entry.key) ?? null
    const state = known ? 'imported' : isReversed(entry) ? 'reversed' : 'new'
    reviewed.push({
      ...facts,
      state,
      importedAs: known?.[0] ?? null,
      alsoImportedAs: known?.slice(1) ?? [],
      ...(proposed.get(entry.key) ?? { proposal: null, split: null }),
      reverses: once.get(entry.key) === 'before' ? [] : (reverses.get(entry.key) ?? []),
      isNamedOnce: once.get(entry.key) === 'now',
    })
  })
  return {
    fingerprint: file.fingerprint,
    left: { ...file.left, pending: file.left.pending + file.entries.length - entries.length },
    entries: reviewed,
    invoices,
  }
}

/**
 * Returns the entries until today, the recorded ones among them, the payments that reversals take back, the keys of payments that a reversal in an
 * earlier file took back, and the reversals of `announceOnce`. Stores the reversals whose payments are still unknown.
 */
async function readRecorded(tx: Tx, all: readonly ReadEntry[], now: Date) {
  const today = await readCurrentDay(tx, now)
  const entries = all.filter(({ day }) => day <= today)
  const imported = await readImportedEntries(tx, entries)
  const open = entries.filter((entry) => takesBack(entry) && !imported.has(entry.key))
  const reverses = await findReversedPayments(tx, open)
  await storeEarlyReversals(
    tx,
    open.filter((entry) => !reverses.has(entry.key)),
  )
  const payments = entries.filter((entry) => !entry.isReversal && !imported.has(entry.key))
  const early = await findEarlyReversed(tx, payments, new Set(open.map(({ key }) => key)))
  return { entries, imported, reverses, early, once: await announceOnce(tx, { entries, reverses, now }) }
}

/** Whether an entry is a reversal of money received. */
const takesBack = ({ isReversal, amountMinor }: ReadEntry) => isReversal && amountMinor.startsWith('-')

/** Whether an entry is a reversal, or was reversed completely in the same file. */
const isReversedInFile = ({ isReversal, amountMinor, reversedMinor }: ReadEntry) =>
  isReversal || reversedMinor === amountMinor

/** Returns the invoices on which entries were booked before, by the entries' keys. */
async function readImportedEntries(tx: Tx, entries: readonly ReadEntry[]) {
  const imported = new Map<string, { invoiceId: InvoiceId; number: string }[]>()
  for await (const some of inTurns(entries)) {
    const ids = some.map(({ key }) => bankPaymentId(key))
    // The id of a part begins with that of its entry.
    const { rows } = await sql<{ key: string; invoiceId: InvoiceId; number: string }>`
      select substring(p.provider_id from 6 for 64) as key, i.id as "invoiceId", i.number_text as number
      from app.payment p join app.invoice i on i.therapist_id = p.therapist_id and i.id = p.invoice_id
      where p.therapist_id = ${tx.actor.id} and left(p.provider_id, 69) = any(${ids}) order by i.number_text`.execute(
      tx.kysely,
    )
    for (const { key, ...invoice } of rows) imported.set(key, [...(imported.get(key) ?? []), invoice])
  }
  return imported
}

/** Returns the invoices that are open or have one of the numbers, from the oldest to the latest. */
async function listPayableInvoices(tx: Tx, numbers: readonly string[]): Promise<PayableInvoice[]> {
  const { rows } = await sql<PayableInvoice>`
    select id, number, "payerName", "clientName", currency, "openMinor" from (
      select i.id, i.number_text as number, i.frozen -> 'buyer' ->> 'name' as "payerName",
        coalesce(c.name, '') as "clientName", i.currency,
        ${openSql}::text as "openMinor", i.issued_at
      from app.invoice i left join app.client_name c on c.therapist_id = i.therapist_id and c.id = i.client_id
      where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice') invoices
    where "openMinor"::bigint > 0 or number = any(${numbers})
    order by number = any(${numbers}) desc, issued_at desc limit ${maxPayable}`.execute(tx.kysely)
  return rows.toSorted((one, other) => compareInvoiceNumbers(one.number, other.number))
}
