import type { ClientId } from '../../../common/ids.ts'
import { splitAt, splitEvenly } from '../../../common/money/money.ts'

export const payerKinds = ['client', 'contact', 'organization'] as const
export type PayerKind = (typeof payerKinds)[number]

/** The types of organizations, on which invoicing laws depend. A company is any other business, such as an employer or a clinic. */
export const organizationTypes = ['company', 'insurer', 'authority'] as const
export type OrganizationType = (typeof organizationTypes)[number]

/** The kinds of payers that invoicing laws distinguish. */
export const legalKinds = ['person', ...organizationTypes] as const
export type LegalKind = (typeof legalKinds)[number]

/** Returns the kind of a payer for invoicing laws. An organization that was saved without a type counts as a company. */
export const legalKindOf = ({
  kind,
  organizationType,
}: {
  kind: PayerKind
  organizationType: OrganizationType | null
}): LegalKind => (kind === 'organization' ? (organizationType ?? 'company') : 'person')

/**
 * The rules by which two clients share the price of a session: equally, one pays everything, or one pays a fixed amount and the other one the rest.
 */
export const splitRules = ['even', 'one', 'other', 'one-amount', 'other-amount'] as const
export type SplitRule = (typeof splitRules)[number]

/** Whether a rule includes a fixed amount. */
export const hasAmount = (rule: SplitRule) => rule === 'one-amount' || rule === 'other-amount'

/** The maximum number of characters of the texts of a payer. */
export const payerLengths = {
  name: 200,
  street: 200,
  postalCode: 20,
  city: 100,
  region: 100,
  reference: 100,
  buyerReference: 100,
  taxId: 40,
} as const

/** Whether invoices of a business in a country (ISO 3166-1 alpha-2) may contain a diagnosis. */
export const printsDiagnosis = (country: string | null) => country === 'DE' || country === 'AT'

const plainCode = (code: string) => code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether an entered postal code equals that of an address. Ignores spaces, hyphens and case. The first five digits of a nine-digit ZIP code are
 * sufficient.
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

/** Whether a payer needs the client's agreement before receiving invoices. */
export const needsAgreement = ({ kind, isGuardianOfChild }: Pick<Agreement, 'kind' | 'isGuardianOfChild'>) =>
  kind !== 'client' && !isGuardianOfChild

/** Whether a payer may receive new invoices: no agreement is needed, or the client has agreed and not withdrawn. */
export const mayBill = (payer: Agreement) =>
  !needsAgreement(payer) || (payer.agreedAt !== null && payer.withdrawnAt === null)

/** The rule by which two clients share the price of a session. */
export type PayerSplit = {
  oneId: ClientId
  otherId: ClientId
  /** The rule for the shares. In the names of the rules, `one` is the client `oneId` and `other` is the client `otherId`. */
  rule: SplitRule
  /** The amount in minor units of the currency; null unless the rule includes an amount. */
  amountMinor: string | null
}

/**
 * Returns the share of each client in the price of a session, in the order of `clientIds`. The shares add up to the price. Without a split between
 * exactly these two clients, everyone pays the same, and the first clients pay the remaining cents.
 */
export function sharesOf(priceMinor: bigint, clientIds: readonly ClientId[], split: PayerSplit | null): bigint[] {
  const isOfPair = clientIds.length === 2 && clientIds.every((id) => id === split?.oneId || id === split?.otherId)
  if (!split || split.rule === 'even' || !isOfPair) return splitEvenly(priceMinor, clientIds.length)
  const [paid, rest] = splitAt(priceMinor, split.amountMinor === null ? priceMinor : BigInt(split.amountMinor))
  const payerId = split.rule === 'one' || split.rule === 'one-amount' ? split.oneId : split.otherId
  return clientIds.map((id) => (id === payerId ? paid : rest))
}
