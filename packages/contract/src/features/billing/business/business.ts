import { z } from 'zod'
import { CountryCode } from '../../../common/address/country.schemas.ts'
import { EmptyInput } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { isInvoiceCurrency } from '../../../common/money/money.ts'
import { read, write } from '../../../common/procedure.ts'
import { Email, Language, nameText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { ibanProblem, isBic, isUsRoutingNumber, plainBankCode } from './business.numbers.ts'
import {
  businessLimits,
  businessRequirements,
  cancelFees,
  personsShown,
  taxProfileKeys,
  unsupportedCountries,
  withholdingRates,
} from './business.rules.ts'

const digits = (pattern: RegExp) =>
  z
    .string()
    .max(textLengths.bankNumber)
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(pattern))
const bankCode = () => z.string().max(textLengths.bankNumber).transform(plainBankCode)

/** The settings that a therapist edits. They may be incomplete: `businessProblems` returns the missing fields that payments need. */
const BusinessFields = z.strictObject({
  name: nameText(textLengths.businessName),
  /** The tax number that the tax office has assigned to the business. */
  taxId: nameText(textLengths.taxId),
  /** The VAT identification number. */
  vatId: nameText(textLengths.taxId),
  email: z.union([Email, z.literal('')]),
  phone: nameText(textLengths.phone),
  street: nameText(textLengths.street),
  postalCode: nameText(textLengths.postalCode),
  city: nameText(textLengths.city),
  region: nameText(textLengths.city),
  /** The country of the business; null if none was chosen. */
  country: CountryCode.refine((code) => !unsupportedCountries.includes(code), 'UNSUPPORTED_COUNTRY').nullable(),
  bankName: nameText(textLengths.bankName),
  /** The name of the holder of the account. */
  accountName: nameText(textLengths.businessName),
  /** The IBAN in capitals without spaces. */
  iban: bankCode().refine((iban) => ibanProblem(iban) === null, 'INVALID_IBAN'),
  bic: bankCode().refine(isBic, 'INVALID_BIC'),
  /** The routing number of the bank, for countries without IBAN. */
  routingNumber: nameText(textLengths.bankNumber),
  accountNumber: nameText(textLengths.bankNumber),
  /** The number of a business in France, 14 digits. */
  siret: digits(/^(\d{14})?$/),
  /** The number of a health professional in France: RPPS with 11 digits or ADELI with 9. */
  rpps: digits(/^(\d{9}|\d{11})?$/),
  /** The National Provider Identifier in the United States, 10 digits. */
  npi: digits(/^(\d{10})?$/),
  /** The license of the professional, as printed. */
  license: nameText(textLengths.license),
  /** The text below each invoice. */
  footer: text(textLengths.invoiceFooter),
  /** The language of new invoices; null for the therapist's language. */
  language: Language.nullable(),
  /** The tax profile; null for the default profile of the country. */
  taxProfile: z.enum(taxProfileKeys).nullable(),
  /** The tax rate of a profile without a fixed rate, in basis points. */
  taxRateBp: z.int().min(0).max(businessLimits.taxRateBp),
  /** The printed reason for no tax. If it is empty, the text of the profile is printed. */
  taxReason: nameText(textLengths.taxReason),
  /** The currency of invoices; null for the currency of the country. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .refine(isInvoiceCurrency, 'UNSUPPORTED_CURRENCY')
    .nullable(),
  /** The number of days from the issue of an invoice to its due date. */
  dueDays: z.int().min(0).max(businessLimits.dueDays),
  /** Whether invoices state that late fees may apply. */
  lateFees: z.boolean(),
  /** The kind of fee for a cancelled session: damages outside VAT, or a service that is taxed. */
  cancelFee: z.enum(cancelFees),
  /** The form in which an invoice to another payer names the client. */
  personShown: z.enum(personsShown),
  /** The number of days between the due date and the day on which a payment reminder is proposed; null for never. */
  remindAfterDays: z.int().min(1).max(businessLimits.remindAfterDays).nullable(),
  /** The number of the first invoice of this year. */
  firstNumber: z.int().min(1).max(businessLimits.firstNumber),
  /** In Spain: the rate at which businesses withhold income tax (IRPF), in basis points; 0 if they withhold none. */
  withholdingBp: z.union(withholdingRates.map((rate) => z.literal(rate))).default(0),
  /** The day from which `withholdingBp` applies; null if it already applies. Before this day, the previously saved rate applies. */
  withholdingFrom: Day.nullable().default(null),
  /** In France: the yearly rate of penalties for late payment, in basis points; null for the rate of the law. */
  latePenaltyBp: z.int().min(1).max(businessLimits.latePenaltyBp).nullable().default(null),
  /** In France: the words on a discount for early payment; empty for 'no discount' in the language of the invoice. */
  earlyPayment: nameText(textLengths.earlyPayment).default(''),
  /** In France: whether the business is a sole trader (entrepreneur individuel). */
  isSoleTrader: z.boolean().default(false),
})

const EnteredBusiness = BusinessFields.refine(
  ({ country, routingNumber }) => country !== 'US' || isUsRoutingNumber(routingNumber),
  { error: 'INVALID_ROUTING_NUMBER', path: ['routingNumber'] },
).refine(({ taxProfile, taxRateBp }) => taxProfile !== 'other-standard' || taxRateBp > 0, {
  error: 'REQUIRED',
  path: ['taxRateBp'],
})
export type EnteredBusiness = z.infer<typeof EnteredBusiness>

/** The settings as the therapist sees them. */
export const OwnBusiness = z.strictObject({
  fields: z.strictObject({
    ...BusinessFields.shape,
    country: z.string().nullable(),
    email: z.string(),
    iban: z.string(),
    bic: z.string(),
  }),
  /** Whether payments are switched on. */
  isOn: z.boolean(),
  /** The SHA-256 of the logo; null if there is none. */
  logoSha: z.string().nullable(),
  /** The number of changes. A change sends the version that it is based on. */
  version: z.int(),
  /** The fields that payments need and that are missing, in the order of the form. */
  problems: z.array(z.enum(businessRequirements)),
  /** The current year in the therapist's zone. `firstNumber` applies to this year. */
  year: z.int(),
  /** Whether an invoice of this year already has a number, so that the first number can no longer change. */
  numbersBegun: z.boolean(),
})
export type OwnBusiness = z.infer<typeof OwnBusiness>

/** The settings for new invoices: only fields that apply in the country, with defaults filled in. */
export type Business = Omit<EnteredBusiness, 'language' | 'currency'> & {
  /** Whether payments are switched on. */
  isOn: boolean
  /** The SHA-256 of the logo; null if there is none. */
  logoSha: string | null
  language: Language
  currency: string
  /** The year for which `firstNumber` was set; null if it never was. */
  firstNumberYear: number | null
  /** The rate of withholding before `withholdingFrom`, in basis points. */
  withholdingBeforeBp: number
}

/** The reasons why the payments page is not available: business settings are incomplete, payments are off, or the client has no invoice. */
const AccessReason = z.enum(['incomplete', 'off', 'none-issued'])

/** Whether the payments page is available, and the reason if it is not. */
export const PaymentsAccess = z.strictObject({ open: z.boolean(), reason: AccessReason.nullable() })

export const business = {
  /** The acting therapist's own settings. */
  own: read.input(EmptyInput).output(OwnBusiness),
  /**
   * Saves the settings. Refuses with CHANGED and the current settings if they have changed since `version`. Refuses a new first number with
   * NUMBERS_BEGUN if an invoice of this year already has a number.
   */
  save: write
    .input(z.strictObject({ version: z.int().min(0).max(2_000_000_000), fields: EnteredBusiness }))
    .output(OwnBusiness)
    .errors({ CHANGED: { status: 409, data: OwnBusiness }, NUMBERS_BEGUN: { status: 409 } }),
  /** Switches payments on or off. Refuses to switch them on with INCOMPLETE and the missing fields, if there are any. */
  setOn: write
    .input(z.strictObject({ on: z.boolean() }))
    .output(OwnBusiness)
    .errors({ INCOMPLETE: { status: 409, data: z.object({ missing: z.array(z.enum(businessRequirements)) }) } }),
  /** Removes the logo from new invoices. A logo is uploaded at a separate route. */
  removeLogo: write.input(EmptyInput).output(OwnBusiness),
  /** Whether the payments page is available to the caller, and the reason if it is not. */
  access: read.input(EmptyInput).output(PaymentsAccess),
}
