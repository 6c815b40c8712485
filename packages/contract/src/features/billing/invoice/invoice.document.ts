import { z } from 'zod'
import { taxCategories } from '../../../common/money/money.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { ClockTime, Day } from '../../../common/time/time.schemas.ts'
import { invoiceKinds, paperSizes, buyerKinds } from './invoice.rules.ts'

const Country = z.string().regex(/^[A-Z]{2}$/)
const TaxCategory = z.enum(taxCategories)
const address = { street: z.string(), postalCode: z.string(), city: z.string(), region: z.string() }

/** The business that issues the invoice. `person` is the name of the therapist; `logoSha` is the SHA-256 of the logo. */
const Seller = z.strictObject({
  name: z.string(),
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
  logoSha: z.string().nullable(),
})

/**
 * The payer. `country` is empty only on a draft if the payer's country is unknown. `reference` is a policy or member number, `buyerReference` the
 * reference that an organization needs on an e-invoice.
 */
const Buyer = z.strictObject({
  kind: z.enum(buyerKinds),
  name: z.string(),
  ...address,
  country: z.union([Country, z.literal('')]),
  email: z.string().nullable(),
  reference: z.string(),
  buyerReference: z.string(),
})

const Bank = z.strictObject({
  bankName: z.string(),
  accountName: z.string(),
  iban: z.string(),
  bic: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
})

/** A line. `factorMilli` is printed only; the price already includes the factor. */
export const InvoiceDocumentLine = z.strictObject({
  serviceOn: Day.nullable(),
  serviceTime: ClockTime.nullable(),
  minutes: z.int().nullable(),
  code: z.string(),
  text: z.string(),
  factorMilli: z.int().nullable(),
  factorReason: z.string(),
  place: z.string(),
  quantityMilli: z.int(),
  priceMinor: Minor,
  netMinor: Minor,
  taxCategory: TaxCategory,
  taxRateBp: z.int(),
  exemptCode: z.string(),
  exemptReason: z.string(),
  /** On a credit note: the position of the credited line on the corrected invoice. */
  creditsPosition: z.int().optional(),
})
export type InvoiceDocumentLine = z.infer<typeof InvoiceDocumentLine>

const InvoiceDocumentTax = z.strictObject({
  category: TaxCategory,
  rateBp: z.int(),
  netMinor: Minor,
  taxMinor: Minor,
  reason: z.string(),
  reasonCode: z.string(),
})

/**
 * The complete content of an invoice or credit note. It is stored when the document is issued; page, PDF and XML use only this content. Amounts are
 * in minor units of `currency`. The sums of a credit note are positive. In a draft, `number` is empty and a line without a price has the price 0.
 */
export const InvoiceDocument = z.strictObject({
  version: z.literal(1),
  kind: z.enum(invoiceKinds),
  number: z.string(),
  issuedOn: Day,
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
  dueDays: z.int(),
  /** Whether the document says that late fees may apply. */
  lateFees: z.boolean(),
  footer: z.string(),
  note: z.string(),
  /** Printed on the document, but never included in XML, emails or the remittance text. */
  diagnosis: z.string().nullable(),
  corrects: z.strictObject({ number: z.string(), issuedOn: Day }).nullable(),
})
export type InvoiceDocument = z.infer<typeof InvoiceDocument>
