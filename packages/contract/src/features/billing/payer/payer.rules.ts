import { splitAt, splitEvenly } from '../../../common/money/money.ts'

export const payerKinds = ['client', 'contact', 'organization'] as const
export type PayerKind = (typeof payerKinds)[number]

/**
 * How two clients share the price of a session: half each, one of them pays everything, or one of them pays an amount and the other one the
 * rest.
 */
export const splitRules = ['even', 'one', 'other', 'one-amount', 'other-amount'] as const
export type SplitRule = (typeof splitRules)[number]

/** Whether a rule needs an amount. */
export const hasAmount = (rule: SplitRule) => rule === 'one-amount' || rule === 'other-amount'

/** The highest number of characters of the texts of a payer. */
export const payerLengths = {
  name: 200,
  street: 200,
  postalCode: 20,
  city: 100,
  region: 100,
  reference: 100,
  buyerReference: 100,
} as const

/** Whether the invoices of a business in a country (ISO 3166-1 alpha-2) can print a diagnosis. */
export const printsDiagnosis = (country: string | null) => country === 'DE' || country === 'AT'

/** The age from which the agreement of a client is needed for an invoice that goes to a guardian. */
export const ageOfMajority = 18

const plainCode = (code: string) => code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether a postal code that a person enters is the one of an address. Spaces, hyphens and case do not matter; of a
 * nine-digit ZIP code the first five digits are enough.
 */
export function isSamePostalCode(entered: string, printed: string): boolean {
  const [one, other] = [plainCode(entered), plainCode(printed)]
  const isLongZip = /^\d{5}-?\d{4}$/.test(printed.trim())
  return one !== '' && (one === other || (isLongZip && one === other.slice(0, 5)))
}

type Agreement = {
  kind: PayerKind
  /** Whether the payer is the guardian of a client who is a child. */
  isGuardianOfChild: boolean
  agreedAt: string | null
  withdrawnAt: string | null
}

/** Whether invoices may go to a payer only with the client's agreement. */
export const needsAgreement = ({ kind, isGuardianOfChild }: Pick<Agreement, 'kind' | 'isGuardianOfChild'>) =>
  kind !== 'client' && !isGuardianOfChild

/** Whether new invoices may go to a payer: the client agreed and has not withdrawn the agreement, or none is needed. */
export const mayBill = (payer: Agreement) =>
  !needsAgreement(payer) || (payer.agreedAt !== null && payer.withdrawnAt === null)

/** How the clients `oneId` and `otherId` share the price of a session. */
export type PayerSplit = {
  oneId: string
  otherId: string
  rule: SplitRule
  /** In the smallest unit of the currency; null unless the rule has an amount. */
  amountMinor: string | null
}

/**
 * Returns the shares of a session's price that its clients pay, in the order of `clientIds`. The amounts add up to the price. Without a
 * split that names two clients, and for more than two, everyone pays the same; a cent that is left over goes to the first.
 */
export function sharesOf(priceMinor: bigint, clientIds: readonly string[], split: PayerSplit | null): bigint[] {
  const isOfPair = clientIds.length === 2 && clientIds.every((id) => id === split?.oneId || id === split?.otherId)
  if (!split || split.rule === 'even' || !isOfPair) return splitEvenly(priceMinor, clientIds.length)
  const [paid, rest] = splitAt(priceMinor, split.amountMinor === null ? priceMinor : BigInt(split.amountMinor))
  const payerId = split.rule === 'one' || split.rule === 'one-amount' ? split.oneId : split.otherId
  return clientIds.map((id) => (id === payerId ? paid : rest))
}
