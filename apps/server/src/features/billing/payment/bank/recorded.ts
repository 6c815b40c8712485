import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import type { BankEntry } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { shiftDay } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { partsSql } from '../credit/moved.ts'
import { bankPaymentId } from './book.ts'
import type { ReadEntry } from './entry.ts'
import { numbersIn } from './match.ts'
import { isNameOf } from './names.ts'
import { maxReversalDays } from './reversals.ts'

/** The maximum number of recorded payments with which reversals are compared; the latest ones. */
const maxCompared = 5000

/** A payment by bank transfer of which an amount is left. */
type Recorded = {
  id: PaymentId
  invoiceId: InvoiceId
  number: string
  payerName: string
  clientName: string
  currency: string
  paidOn: string
  leftMinor: string
  /** The entry of a bank file that it was recorded from, or the payment itself. */
  source: string
}

/** The payments from one entry, of which a part may be reversed. */
type Transfer = { source: string; payments: Recorded[]; leftMinor: bigint }

type Reverses = BankEntry['reverses']

/**
 * Returns the recorded payments that reversals take back, by the key of the reversal: those from the reversed entry in the same file, those from an
 * entry with one of the `earlierKeys`, those of an invoice whose number is in the text, or else those of the only transfer with this amount and
 * payer. The parts of a split payment are taken back from the latest to the earliest.
 */
export async function findReversedPayments(tx: Tx, reversals: readonly ReadEntry[]): Promise<Map<string, Reverses>> {
  const found = new Map<string, Reverses>()
  if (reversals.length === 0) return found
  const transfers = await listTransfers(tx, reversals)
  for (const reversal of reversals) {
    const amount = -BigInt(reversal.amountMinor)
    const transfer = transferOf(reversal, amount, transfers)
    if (!transfer) continue
    found.set(reversal.key, taken(transfer, amount))
  }
  return found
}

async function listTransfers(tx: Tx, reversals: readonly ReadEntry[]): Promise<Transfer[]> {
  const days = reversals.map(({ day }) => day).toSorted()
  const from = shiftDay(days[0] ?? '', -maxReversalDays)
  const ofPeriod = sql`p.method = 'bank-transfer' and p.paid_on between ${from} and ${days.at(-1)}`
  const { rows } = await sql<Recorded>`
    with ${partsSql(tx.actor.id, ofPeriod)}
    select * from (
      select p.id, p.invoice_id as "invoiceId", i.number_text as number, i.frozen -> 'buyer' ->> 'name' as "payerName",
        coalesce(c.name, '') as "clientName", p.currency, o.paid_on::text as "paidOn", coalesce(left(o.provider_id, 69), o.id::text) as source,
        (p.amount_minor + coalesce((select sum(b.amount_minor) from app.payment b
          where b.therapist_id = p.therapist_id and b.counters_id = p.id), 0))::text as "leftMinor"
      from part
        -- A payment that was moved as credit belongs to the transfer from which it was taken.
        join app.payment p on p.therapist_id = ${tx.actor.id} and p.id = part.id
        join app.payment o on o.therapist_id = p.therapist_id and o.id = part.origin_id
        join app.invoice i on i.therapist_id = p.therapist_id and i.id = p.invoice_id
        left join app.client_name c on c.therapist_id = i.therapist_id and c.id = i.client_id
      order by o.paid_on desc, p.recorded_at desc limit ${maxCompared}) payments
    where "leftMinor"::bigint > 0`.execute(tx.kysely)
  return Array.from(
    Map.groupBy(rows, ({ source }) => source),
    ([source, payments]) => ({
      source,
      payments,
      leftMinor: payments.reduce((sum, { leftMinor }) => sum + BigInt(leftMinor), 0n),
    }),
  )
}

function transferOf(reversal: ReadEntry, amount: bigint, transfers: readonly Transfer[]): Transfer | undefined {
  const { day, currency, payer, text, reverses, earlierKeys } = reversal
  const keys = new Set([...(reverses ? [reverses] : []), ...earlierKeys].map(bankPaymentId))
  const possible = transfers.filter(
    ({ payments: [first], leftMinor }) =>
      first !== undefined && first.currency === currency && first.paidOn <= day && leftMinor >= amount,
  )
  const byKey = possible.find(({ source }) => keys.has(source))
  if (byKey || reverses) return byKey
  const numbers = new Set(numbersIn(text))
  const named = possible.filter(({ payments }) => payments.some(({ number }) => numbers.has(number)))
  if (named.length > 0) return named.find(({ leftMinor }) => leftMinor === amount) ?? named[0]
  const isPayers = ({ payerName, clientName }: Recorded) => isNameOf(payerName, payer) || isNameOf(clientName, payer)
  const alike = possible.filter(({ leftMinor, payments }) => leftMinor === amount && payments.every(isPayers))
  return alike.length === 1 ? alike[0] : undefined
}

/** Takes an amount from the payments of a transfer, so that the next reversal finds only the rest. */
function taken(transfer: Transfer, amount: bigint): Reverses {
  let open = amount
  transfer.leftMinor -= amount
  return transfer.payments.flatMap((payment) => {
    const left = BigInt(payment.leftMinor)
    const part = left < open ? left : open
    open -= part
    payment.leftMinor = String(left - part)
    const { id: paymentId, invoiceId, number } = payment
    return part > 0n ? [{ paymentId, invoiceId, number, amountMinor: String(part) }] : []
  })
}
