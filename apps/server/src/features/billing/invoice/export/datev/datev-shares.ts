import { divRound } from '@attune/contract/common/money/money'
import type { LedgerInvoice, LedgerPayment } from './datev-ledger.ts'
import type { ExportedInvoice } from '../rows.ts'

type Snapshot = ExportedInvoice['snapshot']
type TaxGroup = Snapshot['taxes'][number]

/** A payment or a credit note of an invoice on cash basis, with the amount that it adds to each tax group. The amounts contain the tax. */
export type CashEvent = {
  day: string
  /** Null for a credit note, which moves no money. */
  payment: LedgerPayment | null
  /** The number of the invoice or the credit note. */
  number: string
  shares: { group: TaxGroup; minor: bigint }[]
}

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** Splits an amount in the proportions of `weights`, so that the parts add up to it. */
function split(amount: bigint, weights: bigint[]): bigint[] {
  const total = sum(weights)
  if (total === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const until = (count: number) => divRound(amount * sum(weights.slice(0, count)), total)
  return weights.map((_, at) => until(at + 1) - until(at))
}

/**
 * Splits the received amount of an invoice over its tax groups. It covers first the amounts that are left after credit notes, then the credited
 * amounts, which must still be refunded. An amount above the total is split over all groups.
 */
function paidShares(received: bigint, issued: bigint[], left: bigint[]): bigint[] {
  const [total, totalLeft] = [sum(issued), sum(left)]
  if (received <= totalLeft) return split(received, totalLeft === 0n ? issued : left)
  if (received > total) return split(received, issued)
  const credited = split(
    received - totalLeft,
    issued.map((minor, at) => minor - (left[at] ?? 0n)),
  )
  return left.map((minor, at) => minor + (credited[at] ?? 0n))
}

const taxKeyOf = ({ category, rateBp }: TaxGroup) => `${category}:${rateBp}`
const grossOf = (group: TaxGroup | undefined) => (group ? BigInt(group.netMinor) + BigInt(group.taxMinor) : 0n)

type Step = { at: number; payment: LedgerPayment } | { at: number; credit: Snapshot }

/**
 * Returns the payments and credit notes of an invoice on cash basis, in the order in which they were recorded, with their shares of the tax groups.
 * The shares of all payments together are exact. A credit note changes the shares only if the part of the invoice that was paid differs from the part
 * that remains.
 */
export function cashEvents({ snapshot, credits, payments }: LedgerInvoice): CashEvent[] {
  const issued = snapshot.taxes.map(grossOf)
  let [left, received, shares] = [issued, 0n, issued.map(() => 0n)]
  const steps: Step[] = [
    ...credits.map((credit) => ({ at: Date.parse(credit.issuedAt), credit: credit.snapshot })),
    ...payments
      .filter(({ currency }) => currency === snapshot.currency)
      .map((payment) => ({ at: Date.parse(payment.recordedAt), payment })),
  ].toSorted((one, other) => one.at - other.at)
  return steps.map((step) => {
    if ('credit' in step) {
      const credited = new Map(step.credit.taxes.map((group) => [taxKeyOf(group), grossOf(group)]))
      left = left.map((minor, at) => minor - (credited.get(taxKeyOf(snapshot.taxes[at] as TaxGroup)) ?? 0n))
    } else received += BigInt(step.payment.amountMinor)
    const next = paidShares(received, issued, left)
    const added = snapshot.taxes.map((group, at) => ({ group, minor: (next[at] ?? 0n) - (shares[at] ?? 0n) }))
    shares = next
    return 'credit' in step
      ? { day: step.credit.issuedOn, payment: null, number: step.credit.number, shares: added }
      : { day: step.payment.paidOn, payment: step.payment, number: snapshot.number, shares: added }
  })
}
