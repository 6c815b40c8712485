import { needsPostalCode } from '../../../common/address/country.ts'
import type { TaxCategory } from '../../../common/money/money.ts'
import { isFilled } from '../../../common/text/text.ts'
import type { Business } from './business.ts'

export const cancelFees = ['damages', 'service'] as const
export const personsShown = ['name', 'initials', 'code'] as const

export const businessLimits = {
  dueDays: 120,
  remindAfterDays: 120,
  firstNumber: 999_999,
  /** The highest tax rate, in basis points. */
  taxRateBp: 5_000,
  /** The highest rate of penalties for late payment, in basis points. */
  latePenaltyBp: 5_000,
  /** The maximum size of an uploaded picture in bytes. */
  logoUploadBytes: 5 * 1024 * 1024,
}

/**
 * The rates at which payers in Spain withhold income tax of a professional, in basis points: none, 7 % in the year of starting and the next two,
 * and 15 % (art. 95.1 Real Decreto 439/2007, as quoted in the binding ruling DGT V2609-23, read on 27 November 2026).
 */
export const withholdingRates = [0, 700, 1500] as const

/** Countries in which a business cannot issue invoices, because they require certified software or a state system. */
export const unsupportedCountries: readonly string[] = ['IT', 'PT']

/** The days from which invoices in Spain require VERI*FACTU: of companies, and of everyone else (Real Decreto-ley 15/2025). */
export const verifactuDays = { company: '2027-01-01', other: '2027-07-01' }

/** Whether a Spanish tax ID (NIF), with or without the country code, belongs to an S.A. or an S.L., which pay corporation tax. */
const isSpanishCompany = (taxId: string) => /^(ES)?[AB]\d/.test(taxId.toUpperCase().replace(/[^A-Z0-9]/g, ''))

type Issuer = { country: string | null; taxId: string; vatId: string }

/** Returns the reason why a business cannot issue an invoice on a day (`YYYY-MM-DD`, in its own zone); null if it can. */
export function issueRefusal(
  { country, taxId, vatId }: Issuer,
  today: string,
): 'unsupported-country' | 'verifactu' | null {
  if (country !== null && unsupportedCountries.includes(country)) return 'unsupported-country'
  const from = verifactuDays[[taxId, vatId].some(isSpanishCompany) ? 'company' : 'other']
  return country === 'ES' && today >= from ? 'verifactu' : null
}

/** The taxation of invoices. */
export type TaxProfile = {
  category: TaxCategory
  /** The tax rate in basis points; null if the business enters its own rate. */
  rateBp: number | null
  /** The exemption code (VATEX) for the XML; empty if none applies. */
  reasonCode: string
  /** The printed reason for no tax, which the therapist can edit; empty if none is needed or if the therapist must write one. */
  reason: string
}

const exempt = (reason: string, reasonCode = 'VATEX-EU-132-1C'): TaxProfile => ({
  category: 'E',
  rateBp: 0,
  reasonCode,
  reason,
})
const outside = (reason: string): TaxProfile => ({ category: 'O', rateBp: 0, reasonCode: 'VATEX-EU-O', reason })

/** All tax profiles by key. Keys are stored, so they must never change. */
export const taxProfiles = {
  'de-exempt': exempt('Umsatzsteuerfrei nach § 4 Nr. 14 UStG'),
  'de-small': exempt('Steuerfrei für Kleinunternehmer nach § 19 UStG', ''),
  'de-standard': { category: 'S', rateBp: 1900, reasonCode: '', reason: '' },
  'at-exempt': exempt('Umsatzsteuerfrei nach § 6 Abs. 1 Z 19 UStG'),
  'at-small': exempt('Umsatzsteuerfrei für Kleinunternehmer nach § 6 Abs. 1 Z 27 UStG', ''),
  'ch-outside': outside('Von der Mehrwertsteuer ausgenommen nach Art. 21 Abs. 2 MWSTG'),
  'fr-exempt': exempt('Exonération de TVA, art. 261-4-1° du CGI'),
  'fr-franchise': exempt('TVA non applicable, art. 293 B du CGI', 'VATEX-FR-FRANCHISE'),
  'es-exempt': exempt('Operación exenta de IVA, art. 20.Uno.3.º LIVA'),
  'us-none': outside(''),
  'eu-exempt': exempt('Exempt from VAT, Art. 132(1)(c) Directive 2006/112/EC'),
  'other-none': outside('Not subject to VAT'),
  'other-exempt': exempt('', ''),
  'other-standard': { category: 'S', rateBp: null, reasonCode: '', reason: '' },
} satisfies Record<string, TaxProfile>
export type TaxProfileKey = keyof typeof taxProfiles
export const taxProfileKeys = Object.keys(taxProfiles) as [TaxProfileKey, ...TaxProfileKey[]]

type TaxProfileKeys = readonly [TaxProfileKey, ...TaxProfileKey[]]
const profilesOf: Record<string, TaxProfileKeys> = {
  DE: ['de-exempt', 'de-small', 'de-standard'],
  AT: ['at-exempt', 'at-small', 'other-exempt', 'other-standard'],
  CH: ['ch-outside', 'other-standard'],
  FR: ['fr-exempt', 'fr-franchise', 'other-standard'],
  ES: ['es-exempt', 'other-exempt', 'other-standard'],
  US: ['us-none'],
}
const otherEuCountries = new Set('BE BG CY CZ DK EE FI GR HR HU IE LT LU LV MT NL PL RO SE SI SK'.split(' '))

/** Returns the tax profiles of a country. The first is its default. */
export function taxProfilesOf(country: string | null): TaxProfileKeys {
  const own = country === null ? undefined : profilesOf[country]
  if (own) return own
  const general = ['other-none', 'other-exempt', 'other-standard'] as const
  return country !== null && otherEuCountries.has(country) ? ['eu-exempt', ...general] : general
}

type Taxed = Pick<Business, 'country' | 'taxProfile' | 'taxRateBp' | 'taxReason'>

/** Returns the key of the tax profile in use: the chosen one if it belongs to the country, otherwise the country's default. */
export function taxProfileKeyOf({ country, taxProfile }: Pick<Taxed, 'country' | 'taxProfile'>): TaxProfileKey {
  const keys = taxProfilesOf(country)
  return keys.find((key) => key === taxProfile) ?? keys[0]
}

/**
 * Whether a business charges no VAT because it is a small business. If it printed VAT on an invoice, it would owe that VAT (in Germany by § 14c
 * UStG).
 */
export const isSmallBusiness = (business: Pick<Taxed, 'country' | 'taxProfile'>) =>
  ['de-small', 'at-small', 'fr-franchise'].includes(taxProfileKeyOf(business))

/** The tax category and rate of a line of an invoice, and the reason if no tax is charged. */
export type LineTax = {
  category: TaxCategory
  /** The tax rate in basis points. */
  rateBp: number
  /** The reason for no tax as a code (VATEX); empty if there is none. */
  reasonCode: string
  /** The reason for no tax as a printed text; empty if there is none. */
  reason: string
}

/** Returns the tax of a business's services, including the therapist's own reason, if there is one. */
export function taxOf(business: Taxed): LineTax {
  const { category, rateBp, reasonCode, reason } = taxProfiles[taxProfileKeyOf(business)]
  if (category === 'S') return { category, rateBp: rateBp ?? business.taxRateBp, reasonCode: '', reason: '' }
  return { category, rateBp: 0, reasonCode, reason: business.taxReason || reason }
}

const euroCountries = 'AD AT BE BG CY DE EE ES FI FR GR HR IE LT LU LV MC ME MT NL SI SK SM VA'.split(' ')
const otherCurrencies =
  'CH:CHF LI:CHF GB:GBP US:USD CA:CAD AU:AUD NZ:NZD SE:SEK NO:NOK DK:DKK IS:ISK PL:PLN CZ:CZK HU:HUF RO:RON JP:JPY MX:MXN BR:BRL IN:INR ZA:ZAR IL:ILS ' +
  'TR:TRY UA:UAH SG:SGD HK:HKD KR:KRW AR:ARS CL:CLP CO:COP'
const currencies = new Map([
  ...euroCountries.map((country) => [country, 'EUR'] as const),
  ...otherCurrencies.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(3)] as const),
])

/** Returns the default currency of invoices from a business in a country; EUR if unknown. */
export const currencyOf = (country: string | null) => currencies.get(country ?? '') ?? 'EUR'

/**
 * The fields that a business must fill in before it can use payments. `taxId` is a tax or VAT ID; a SIRET or an NPI can replace it. `payment` is a
 * bank account: an IBAN, or account numbers in countries without IBAN.
 */
export const businessRequirements = ['name', 'street', 'postalCode', 'city', 'country', 'taxId', 'payment'] as const
export type BusinessRequirement = (typeof businessRequirements)[number]

type Needed = Pick<
  Business,
  | 'name'
  | 'street'
  | 'postalCode'
  | 'city'
  | 'country'
  | 'taxId'
  | 'vatId'
  | 'siret'
  | 'npi'
  | 'iban'
  | 'routingNumber'
  | 'accountNumber'
>

/** Returns the missing fields of a business, in the order of the form. Expects only fields that apply in its country (see `fieldsInCountry`). */
export function businessProblems(business: Needed): BusinessRequirement[] {
  const { country, iban, accountNumber, routingNumber } = business
  const has: Record<BusinessRequirement, boolean> = {
    name: isFilled(business.name),
    street: isFilled(business.street),
    postalCode: isFilled(business.postalCode) || !needsPostalCode(country),
    city: isFilled(business.city),
    country: country !== null,
    taxId: [business.taxId, business.vatId, business.siret, business.npi].some(isFilled),
    payment: iban !== '' || (accountNumber !== '' && (routingNumber !== '' || country !== 'US')),
  }
  return businessRequirements.filter((requirement) => !has[requirement])
}
