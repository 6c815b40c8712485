import type { InvoiceId } from '@attune/contract/common/ids'
import type {
  BankEntry,
  BankReview,
  PayableInvoice,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import type { BankBooking } from '@attune/contract/features/billing/payment/payment.bank-file'

/** An invoice that an entry pays, and the amount of the entry that belongs to it. */
export type EntryPart = { invoiceId: InvoiceId; amountMinor: string }

/** The therapist's decision about an entry. */
export type EntryChoice = {
  /** The invoices that it pays; empty for none. The amounts add up to that of the entry. */
  parts: readonly EntryPart[]
  /** Whether the payment is recorded. */
  isSelected: boolean
}
export type EntryChoices = ReadonlyMap<string, EntryChoice>

/** Returns the parts of an entry that pays one invoice or none. */
export const wholeEntry = ({ amountMinor }: BankEntry, invoiceId: InvoiceId | null | undefined): EntryPart[] =>
  invoiceId ? [{ invoiceId, amountMinor }] : []

/**
 * Whether the server proposes invoices for an entry and the proposal is reliable: number and amount match, or the entry pays all proposed invoices.
 */
const isReliable = ({ proposal, split }: BankEntry) => (proposal ?? split)?.isReliable === true

/** Returns the initial choices. Only reliable proposals are selected. */
export const proposedChoices = ({ entries }: BankReview): EntryChoices =>
  new Map(
    entries
      .filter(({ state }) => state === 'new')
      .map((entry) => [
        entry.key,
        { parts: entry.split?.parts ?? wholeEntry(entry, entry.proposal?.invoiceId), isSelected: isReliable(entry) },
      ]),
  )

export type BankGroupName = 'takeBack' | 'ready' | 'check' | 'imported' | 'reversed'

/**
 * Groups the entries of a file: those that take back recorded payments, reliable proposals, others to review (those with a proposal first), entries
 * that were recorded before, and other reversals or reversed entries.
 */
export function entryGroups(entries: readonly BankEntry[]): Record<BankGroupName, BankEntry[]> {
  const { new: fresh = [], imported = [], reversed = [] } = Object.groupBy(entries, ({ state }) => state)
  const others = fresh.filter((entry) => !isReliable(entry))
  const hasProposal = ({ proposal, split }: BankEntry) => Boolean(proposal ?? split)
  return {
    takeBack: reversed.filter(({ reverses }) => reverses.length > 0),
    ready: fresh.filter(isReliable),
    check: [...others.filter(hasProposal), ...others.filter((entry) => !hasProposal(entry))],
    imported,
    reversed: reversed.filter(({ reverses }) => reverses.length === 0),
  }
}

/** Returns the bookings to record for the selected entries: one for each part. */
export const selectedBookings = (entries: readonly BankEntry[], choices: EntryChoices): BankBooking[] =>
  entries.flatMap(({ key, currency, day }) => {
    const { parts = [], isSelected = false } = choices.get(key) ?? {}
    return isSelected ? parts.map((part) => ({ key, ...part, currency, paidOn: day })) : []
  })

/** Returns the number of entries to which the bookings belong. */
export const entryCount = (bookings: readonly { key: string }[]): number => new Set(bookings.map(({ key }) => key)).size

/**
 * Divides bookings into calls of at most `limit`, so that the parts of an entry are in one call. Only an entry with more parts makes a larger call.
 */
export function bookingCalls(bookings: readonly BankBooking[], limit: number): BankBooking[][] {
  const calls: BankBooking[][] = []
  for (const parts of Map.groupBy(bookings, ({ key }) => key).values()) {
    const last = calls.at(-1)
    if (last && last.length + parts.length <= limit) last.push(...parts)
    else calls.push([...parts])
  }
  return calls
}

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
