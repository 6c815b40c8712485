import { z } from 'zod'
import { taxCategories } from '../../../common/money/money.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { ClockTime, Day } from '../../../common/time/time.schemas.ts'
import { invoiceKinds, paperSizes, buyerKinds, refundWays } from './invoice.rules.ts'

const Country = z.string().regex(/^[A-Z]{2}$/)
const TaxCategory = z.enum(taxCategories)
const address = { street: z.string(), postalCode: z.string(), city: z.string(), region: z.string() }

/** The business that issues the invoice. A number that the business does not have is empty. The fields have the same meaning as in the settings. */
const Seller = z.strictObject({
  name: z.string(),
  /** The name of the therapist. */
  person: z.string(),
  ...address,
  country: Country,
  phone: z.string(),
  email: z.string(),
  taxId: z.string(),
  vatId: z.string(),
  siret: z.string(),
  rpps: z.string(),
  npi: z.string(),
  license: z.string(),
  /** The SHA-256 of the logo; null if there is none. */
  logoSha: z.string().nullable(),
})

/** The payer. */
const Buyer = z.strictObject({
  kind: z.enum(buyerKinds),
  name: z.string(),
  ...address,
  /** Empty only on a draft, if the payer's country is unknown. */
  country: z.union([Country, z.literal('')]),
  email: z.string().nullable(),
  /** The number of the policy, the member or the case at an organization; empty if there is none. */
  reference: z.string(),
  /** The reference that an organization needs on an e-invoice; empty if there is none. */
  buyerReference: z.string(),
  /** The tax id of the payer; absent on documents that were issued before payers had one. */
  taxId: z.string().optional(),
})

/** The bank account for the payment. A number that the account does not have is empty. */
const Bank = z.strictObject({
  bankName: z.string(),
  accountName: z.string(),
  iban: z.string(),
  bic: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
})

export const InvoiceDocumentLine = z.strictObject({
  /** The day of the service; null for a line without a day, such as a discount. */
  serviceOn: Day.nullable(),
  /** The start of the service in the therapist's zone; null if it is not printed. */
  serviceTime: ClockTime.nullable(),
  /** The duration; null if it is not printed. */
  minutes: z.int().nullable(),
  /** The number of the service in a fee schedule; empty if there is none. */
  code: z.string(),
  text: z.string(),
  /** The multiplier of a fee schedule, in thousandths; null if there is none. It is only printed: the price already includes it. */
  factorMilli: z.int().nullable(),
  /** The reason for a high multiplier; empty if none is needed. */
  factorReason: z.string(),
  /** The place of the service; empty if it is not printed. */
  place: z.string(),
  /** The quantity in thousandths; negative for a discount. */
  quantityMilli: z.int(),
  /** The price of one unit, without tax. */
  priceMinor: Minor,
  /** The price times the quantity, without tax. */
  netMinor: Minor,
  taxCategory: TaxCategory,
  /** In basis points. */
  taxRateBp: z.int(),
  /** The code (VATEX) of the reason for no tax; empty if there is none. */
  exemptCode: z.string(),
  /** The printed reason for no tax; empty if there is none. */
  exemptReason: z.string(),
  /** On a credit note: the position of the credited line on the corrected invoice. */
  creditsPosition: z.int().optional(),
})
export type InvoiceDocumentLine = z.infer<typeof InvoiceDocumentLine>

/** The lines with the same category and rate of tax. */
const InvoiceDocumentTax = z.strictObject({
  category: TaxCategory,
  /** In basis points. */
  rateBp: z.int(),
  /** The sum of the lines, without tax. */
  netMinor: Minor,
  /** The tax on this sum. */
  taxMinor: Minor,
  /** The printed reason for no tax; empty if there is none. */
  reason: z.string(),
  /** The reason as a code (VATEX); empty if there is none. */
  reasonCode: z.string(),
})

/**
 * The way in which the payer gets the money of a credit note back. `transfer`: by bank transfer until the day `by`. `credit`: as credit for other
 * invoices. `none`: the credited amount was not paid.
 */
const Refund = z.strictObject({ way: z.enum([...refundWays, 'none']), amountMinor: Minor, by: Day.nullable() })

/**
 * The complete content of an invoice or credit note. It is stored when the document is issued; page, PDF and XML use only this content. Amounts are
 * in minor units of `currency`. The sums of a credit note are positive. In a draft, a line without a price has the price 0.
 */
export const InvoiceDocument = z.strictObject({
  /** The version of this structure. */
  version: z.literal(1),
  kind: z.enum(invoiceKinds),
  /** The printed number; empty in a draft. */
  number: z.string(),
  issuedOn: Day,
  /** Null for a credit note. */
  dueOn: Day.nullable(),
  currency: Currency,
  language: Language,
  paper: z.enum(paperSizes),
  seller: Seller,
  buyer: Buyer,
  /** The name of the treated person as printed; null if the client pays. */
  person: z.string().nullable(),
  bank: Bank,
  lines: z.array(InvoiceDocumentLine),
  taxes: z.array(InvoiceDocumentTax),
  netMinor: Minor,
  taxMinor: Minor,
  grossMinor: Minor,
  /** The income tax that the payer withholds from the total and pays to the state (Spain); absent if there is none. */
  withholding: z.strictObject({ rateBp: z.int(), amountMinor: Minor }).optional(),
  /** The credit of the payer that paid a part or all of the invoice when it was issued; absent if none did. */
  creditMinor: Minor.optional(),
  /** The number of days from the issue to the due date. */
  dueDays: z.int(),
  /** Whether the document states that late fees may apply. */
  lateFees: z.boolean(),
  /**
   * The terms of late payment that an invoice to a business in France states: the yearly rate of the penalties in basis points, null for the rate of
   * the law, and the therapist's words on early payment, empty for 'no discount'. `isPublicOrder`: the terms of the law on public orders, which has a
   * rate of its own and no discount. Absent elsewhere.
   */
  lateTerms: z
    .strictObject({
      penaltyBp: z.int().nullable(),
      earlyPayment: z.string(),
      isPublicOrder: z.literal(true).optional(),
    })
    .optional(),
  /** The text below the invoice, from the settings. */
  footer: z.string(),
  /** The text that the therapist wrote for this invoice. */
  note: z.string(),
  /** Null if it is not printed. Never included in XML, emails or the remittance text. */
  diagnosis: z.string().nullable(),
  /** The invoice that a credit note corrects; null for an invoice. */
  corrects: z.strictObject({ number: z.string(), issuedOn: Day }).nullable(),
  /**
   * The way in which the amount of a credit note is returned to the payer; absent on an invoice, and on a credit note for which no way was chosen.
   */
  refund: Refund.optional(),
})
export type InvoiceDocument = z.infer<typeof InvoiceDocument>
