import {
  datevAccountOf,
  datevKindOf,
  type DatevAccounts,
  type DatevChart,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import type { DatevBasis } from '@attune/contract/features/billing/invoice/datev/invoice.datev-basis.rules'
import type { LedgerInvoice } from './datev-ledger.ts'
import { cashEvents } from './datev-shares.ts'
import type { ExportPeriod } from '../rows.ts'

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

/** The account for all payers, if they have no accounts of their own. */
export const sharedDebtor = 10_000

const moneyKinds = {
  'bank-transfer': 'bank',
  'credit-card': 'transit',
  provider: 'transit',
  // Moving credit from one invoice of the payer to another moves no money.
  credit: 'transit',
  cash: 'cash',
} as const

/** A booking before its accounts are known. `account` and `contra` are kinds of bookings. The tax key is that of the revenue. */
type Draft = Pick<Booking, 'minor' | 'day' | 'number' | 'euVatId'> & {
  account: string
  contra: string
  payer: LedgerInvoice
}

/** The kind of booking of the account of a payer. */
const debtorKind = 'debtor'

type Options = {
  period: ExportPeriod
  chart: DatevChart
  accounts: DatevAccounts
  /** Returns the basis of an invoice by the day of its issue, so that a change of basis books nothing twice. */
  basisOf: (day: string) => DatevBasis
  /** Returns the account of a payer; null if there is no free number. */
  debtorOf: (payer: LedgerInvoice) => number | null
}

/** The bookings of a period, the kinds of bookings that have no account, and the accounts of the payers in the bookings. */
type DatevBookings = { bookings: Booking[]; missing: string[]; debtors: Map<LedgerInvoice, number> }

/** Returns the bookings of a period, invoices before payments, with the kinds that have no account and the accounts of the payers. */
export function datevBookings(
  ledger: LedgerInvoice[],
  { period: { from, until }, chart, accounts, basisOf, debtorOf }: Options,
): DatevBookings {
  const inEuro = ledger.filter(({ snapshot }) => snapshot.currency === datevCurrency)
  const isOnCash = ({ snapshot }: LedgerInvoice) => basisOf(snapshot.issuedOn) === 'cash'
  const numbers = new Intl.Collator('en', { numeric: true })
  const issued = inEuro.flatMap((one) => (isOnCash(one) ? [] : issueDrafts(one)))
  const paid = inEuro.flatMap((one) => (isOnCash(one) ? cashDrafts(one) : debtorDrafts(one, basisOf)))
  const drafts = [
    ...issued.toSorted((one, other) => numbers.compare(one.number, other.number)),
    ...paid.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
  ].filter(({ day, minor }) => minor !== 0n && day >= from && day <= until)
  const missing = new Set<string>()
  const debtors = new Map<LedgerInvoice, number>()
  const accountOf = (kind: string, payer: LedgerInvoice) => {
    if (kind === debtorKind) {
      const number = debtors.get(payer) ?? debtorOf(payer)
      if (number === null) missing.add('debtors')
      else debtors.set(payer, number)
      return { account: String(number ?? ''), key: '' }
    }
    const found = datevAccountOf(chart, accounts, kind)
    if (!found) missing.add(kind)
    return found ?? { account: '', key: '' }
  }
  const bookings = drafts.map(({ account, contra, payer, ...draft }) => {
    const { account: number, key } = accountOf(contra, payer)
    return {
      ...draft,
      account: accountOf(account, payer).account,
      contra: number,
      key,
      text: payer.snapshot.buyer.name,
    }
  })
  return { bookings, missing: [...missing].toSorted(), debtors }
}

type Snapshot = LedgerInvoice['snapshot']

const vatIdOf = ({ category }: Snapshot['taxes'][number], { buyer }: Snapshot) =>
  category === 'AE' ? (buyer.taxId ?? '') : ''

/** Returns the revenue of an invoice and of its credit notes, booked on the payer when they are issued. */
function issueDrafts(payer: LedgerInvoice): Draft[] {
  return [payer, ...payer.credits].flatMap(({ snapshot }) =>
    snapshot.taxes.map((group) => ({
      minor: (snapshot.kind === 'credit-note' ? -1n : 1n) * (BigInt(group.netMinor) + BigInt(group.taxMinor)),
      account: debtorKind,
      contra: datevKindOf(group, snapshot),
      day: snapshot.issuedOn,
      number: snapshot.number,
      payer,
      euVatId: vatIdOf(group, snapshot),
    })),
  )
}

/**
 * Returns the payments of an invoice, booked on its payer. Leaves out credit that was moved from or to an invoice whose payments are booked on the
 * payer too.
 */
function debtorDrafts(payer: LedgerInvoice, basisOf: Options['basisOf']): Draft[] {
  return payer.payments.flatMap(({ amountMinor, currency, method, paidOn: day, partnerIssuedOn }) => {
    const isMoved = method === 'credit' && (partnerIssuedOn === null || basisOf(partnerIssuedOn) === 'accrual')
    if (currency !== datevCurrency || isMoved) return []
    const [account, { number }] = [moneyKinds[method], payer.snapshot]
    return [{ minor: BigInt(amountMinor), account, contra: debtorKind, day, number, payer, euVatId: '' }]
  })
}

/**
 * Returns the bookings of an invoice on a cash basis: one for each event and tax group. An event without a payment is booked to the transit account.
 */
function cashDrafts(payer: LedgerInvoice): Draft[] {
  return cashEvents(payer).flatMap(({ day, payment, number, shares }) =>
    shares.map(({ group, minor }) => ({
      minor,
      account: payment ? moneyKinds[payment.method] : 'transit',
      contra: datevKindOf(group, payer.snapshot),
      day,
      number,
      payer,
      euVatId: vatIdOf(group, payer.snapshot),
    })),
  )
}
