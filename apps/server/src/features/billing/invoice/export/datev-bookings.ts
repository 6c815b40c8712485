import {
  datevAccountOf,
  datevKindOf,
  type DatevAccounts,
  type DatevChart,
} from '@attune/contract/features/billing/invoice/invoice.datev.rules'
import type { ExportedInvoice, ExportedPayment } from './rows.ts'

/** A line of a Buchungsstapel. The amount contains the tax; `key` is the tax key of the contra account. Negative amounts are booked in Haben. */
export type Booking = {
  minor: bigint
  account: string
  contra: string
  key: string
  day: string
  number: string
  text: string
  /** The VAT id of a payer in another EU country who owes the tax; empty otherwise. */
  euVatId: string
}

/** The currency of a Buchungsstapel. Others would need an exchange rate. */
export const datevCurrency = 'EUR'

/** The account for all payers, because the tax adviser has no separate accounts for them. */
const debtor = '10000'

const moneyKinds = {
  'bank-transfer': 'bank',
  'credit-card': 'transit',
  provider: 'transit',
  cash: 'cash',
} as const

type Exported = { invoices: ExportedInvoice[]; payments: ExportedPayment[] }

/** Returns the bookings of a period, and the kinds of bookings that have no account. */
export function datevBookings(
  { invoices, payments }: Exported,
  { chart, accounts }: { chart: DatevChart; accounts: DatevAccounts },
): { bookings: Booking[]; missing: string[] } {
  const missing = new Set<string>()
  const accountOf = (kind: string) => {
    const found = datevAccountOf(chart, accounts, kind)
    if (!found) missing.add(kind)
    return found ?? { account: '', key: '' }
  }
  const ofInvoices = invoices.flatMap(({ snapshot }) => {
    if (snapshot.currency !== datevCurrency) return []
    const sign = snapshot.kind === 'credit-note' ? -1n : 1n
    return snapshot.taxes.flatMap((group) => {
      const minor = sign * (BigInt(group.netMinor) + BigInt(group.taxMinor))
      if (minor === 0n) return []
      const { account: contra, key } = accountOf(datevKindOf(group, snapshot))
      const euVatId = group.category === 'AE' ? (snapshot.buyer.taxId ?? '') : ''
      const { number, issuedOn: day, buyer } = snapshot
      return { minor, account: debtor, contra, key, day, number, text: buyer.name, euVatId }
    })
  })
  const ofPayments = payments.flatMap(({ amountMinor, currency, method, paidOn: day, number, payer: text }) => {
    // Credit moves from one invoice of the payer to another, and no money with it.
    if (currency !== datevCurrency || method === 'credit') return []
    const { account, key } = accountOf(moneyKinds[method])
    return { minor: BigInt(amountMinor), account, contra: debtor, key, day, number, text, euVatId: '' }
  })
  return { bookings: [...ofInvoices, ...ofPayments], missing: [...missing].toSorted() }
}
