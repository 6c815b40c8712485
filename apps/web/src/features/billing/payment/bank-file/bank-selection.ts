import type { InvoiceId } from '@attune/contract/common/ids'
import type {
  BankEntry,
  BankReview,
  PayableInvoice,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import type { BankBooking } from '@attune/contract/features/billing/payment/payment.bank-file'

/** The therapist's decision about an entry. */
export type EntryChoice = {
  /** The invoice that it pays; null for none. */
  invoiceId: InvoiceId | null
  /** Whether the payment is recorded. */
  isSelected: boolean
}
export type EntryChoices = ReadonlyMap<string, EntryChoice>

/** Returns the initial choices. Only reliable proposals are selected. */
export const proposedChoices = ({ entries }: BankReview): EntryChoices =>
  new Map(
    entries
      .filter(({ state }) => state === 'new')
      .map(({ key, proposal }) => [
        key,
        { invoiceId: proposal?.invoiceId ?? null, isSelected: proposal?.isReliable ?? false },
      ]),
  )

/** Groups the entries of a file: reliable proposals, others to review (those with a proposal first), and entries that are never recorded again. */
export function entryGroups(
  entries: readonly BankEntry[],
): Record<'ready' | 'check' | 'imported' | 'reversed', BankEntry[]> {
  const { new: fresh = [], imported = [], reversed = [] } = Object.groupBy(entries, ({ state }) => state)
  const isReady = ({ proposal }: BankEntry) => proposal?.isReliable === true
  const others = fresh.filter((entry) => !isReady(entry))
  return {
    ready: fresh.filter(isReady),
    check: [...others.filter(({ proposal }) => proposal), ...others.filter(({ proposal }) => !proposal)],
    imported,
    reversed,
  }
}

/** Returns the bookings to record for the selected entries. */
export const selectedBookings = (entries: readonly BankEntry[], choices: EntryChoices): BankBooking[] =>
  entries.flatMap(({ key, amountMinor, currency, day }) => {
    const { invoiceId = null, isSelected = false } = choices.get(key) ?? {}
    return isSelected && invoiceId ? [{ key, invoiceId, amountMinor, currency, paidOn: day }] : []
  })

/** Returns the sums of bookings by currency, in minor units. */
export function bookingSums(bookings: readonly BankBooking[]): { currency: string; minor: string }[] {
  return [...Map.groupBy(bookings, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    minor: some.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n).toString(),
  }))
}

/** Returns at most `limit` open invoices in the currency of an entry that match a search: first those with the same amount, then the latest. */
export function invoicesFor(
  { currency, amountMinor }: BankEntry,
  invoices: readonly PayableInvoice[],
  { search, limit }: { search: string; limit: number },
): PayableInvoice[] {
  const words = search.trim().toLowerCase().split(/\s+/)
  const text = (one: PayableInvoice) => `${one.number} ${one.payerName} ${one.clientName}`.toLowerCase()
  const rank = ({ openMinor }: PayableInvoice) => (openMinor === amountMinor ? 0 : 1)
  return invoices
    .filter((one) => one.currency === currency && BigInt(one.openMinor) > 0n)
    .filter((one) => words.every((word) => text(one).includes(word)))
    .toSorted((one, other) => rank(one) - rank(other) || (one.number < other.number ? 1 : -1))
    .slice(0, limit)
}
