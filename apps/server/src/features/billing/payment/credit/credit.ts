import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { openMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceBalance, PayerCredit } from '@attune/contract/features/billing/payment/payment'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { type InvoiceRow, listInvoicesOfPayer, lockInvoiceRow, openSql, readInvoiceRow } from '../../invoice/invoice.ts'
import { readBalance } from '../payment.balance.ts'
import { readCurrentDay } from '../payment.day.ts'
import { insertPayment, readBalanceAndEnqueueReceipt } from '../payment.insert.ts'
import { creditId, isRecorded, lockMoney } from './moved.ts'

/**
 * Returns the credit of the payer of an invoice or a draft at the time `now`: the amounts by which other invoices are overpaid, and the open invoices
 * to which a credit can be moved. Refuses with NOT_FOUND.
 */
export async function readPayerCredit(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<PayerCredit> {
  const invoices = await listInvoicesOfPayer(tx, await readInvoiceRow(tx, invoiceId), now)
  return {
    credits: invoices.flatMap(({ openMinor: open, ...invoice }) =>
      open.startsWith('-') ? [{ ...invoice, amountMinor: open.slice(1) }] : [],
    ),
    open: invoices
      .filter(({ openMinor: open }) => !open.startsWith('-'))
      .map(({ invoiceId: id, number, openMinor: open }) => ({ invoiceId: id, number, openMinor: open })),
  }
}

type Move = { id: PaymentId; fromInvoiceId: InvoiceId; toInvoiceId: InvoiceId; amountMinor: string }

/**
 * Moves a part of the amount by which an invoice is overpaid to another invoice of the payer: by counter-entries of the latest payments, and a
 * payment of the same amount on the other invoice, all dated today and with the method `credit`. Repeating the call changes nothing. Refuses with
 * NOT_FOUND, with OTHER_PAYER, and with TOO_MUCH if the amount exceeds the credit or the open amount of the other invoice. Returns the balance of the
 * other invoice.
 */
export async function moveCredit(
  tx: Tx,
  { id, fromInvoiceId, toInvoiceId, amountMinor }: Move,
  now: Date,
): Promise<InvoiceBalance> {
  await lockMoney(tx)
  const [from, to] = await lockBoth(tx, fromInvoiceId, toInvoiceId)
  if (await isRecorded(tx, id)) return readBalance(tx, toInvoiceId, now)
  const target = (await listInvoicesOfPayer(tx, from, now)).find(({ invoiceId }) => invoiceId === toInvoiceId)
  if (!target && openMinor(to) !== 0n) throw createRefusal('OTHER_PAYER', 409)
  const [credit, open] = [-openMinor(from), openMinor(to)]
  const most = credit < open ? credit : open
  if (BigInt(amountMinor) > most) throw createRefusal('TOO_MUCH', 409, { leftMinor: String(most > 0n ? most : 0n) })
  const paidOn = await readCurrentDay(tx, now)
  const entry = { currency: from.currency, paidOn, method: 'credit' as const }
  for (const [at, part] of (await takenFrom(tx, fromInvoiceId, BigInt(amountMinor))).entries()) {
    const counterId = at === 0 ? id : (randomUUID() as PaymentId)
    const counter = {
      ...entry,
      id: counterId,
      invoiceId: fromInvoiceId,
      countersId: part.paymentId,
      reference: to.number,
    }
    await insertPayment(tx, from, { ...counter, amountMinor: String(-part.minor) })
    const payment = {
      ...entry,
      id: randomUUID() as PaymentId,
      invoiceId: toInvoiceId,
      countersId: null,
      reference: from.number,
    }
    await insertPayment(tx, to, { ...payment, amountMinor: String(part.minor), providerId: creditId(counterId) })
  }
  await readBalanceAndEnqueueReceipt(tx, fromInvoiceId, now)
  return readBalanceAndEnqueueReceipt(tx, toInvoiceId, now)
}

/**
 * Locks both invoices in the order of their ids, so that two moves in opposite directions do not deadlock. Refuses with OTHER_PAYER if they are the
 * same invoice.
 */
async function lockBoth(tx: Tx, from: InvoiceId, to: InvoiceId): Promise<[InvoiceRow, InvoiceRow]> {
  if (from === to) throw createRefusal('OTHER_PAYER', 409)
  for (const id of [from, to].toSorted()) await lockInvoiceRow(tx, id)
  const [one, other] = [await readInvoiceRow(tx, from), await readInvoiceRow(tx, to)]
  if (one.status !== 'issued' || other.status !== 'issued') throw notFound()
  return [one, other]
}

/** Returns the payments of an invoice from which an amount is taken, the latest first. */
async function takenFrom(
  tx: Tx,
  invoiceId: InvoiceId,
  amount: bigint,
): Promise<{ paymentId: PaymentId; minor: bigint }[]> {
  const { rows } = await sql<{ id: PaymentId; left: string }>`
    select p.id, (p.amount_minor + coalesce((select sum(b.amount_minor) from app.payment b
        where b.therapist_id = p.therapist_id and b.counters_id = p.id), 0))::text as left
    from app.payment p join app.invoice i on i.therapist_id = p.therapist_id and i.id = p.invoice_id and i.currency = p.currency
    where p.therapist_id = ${tx.actor.id} and p.invoice_id = ${invoiceId} and p.counters_id is null
    order by p.recorded_at desc, p.id`.execute(tx.kysely)
  let open = amount
  return rows.flatMap(({ id, left }) => {
    const minor = BigInt(left) < open ? BigInt(left) : open
    open -= minor
    return minor > 0n ? [{ paymentId: id, minor }] : []
  })
}

/** Returns the credits of the payers of the acting therapist by currency: the amounts by which their invoices are overpaid. */
export async function listCreditTotals(tx: Tx): Promise<{ currency: string; amountMinor: string }[]> {
  const { rows } = await sql<{ currency: string; amountMinor: string }>`
    select currency, sum(credit)::text as "amountMinor"
    from (select i.currency, -${openSql} as credit from app.invoice i
      where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice') x
    where credit > 0 group by currency order by currency`.execute(tx.kysely)
  return rows
}
