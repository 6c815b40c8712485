import type { paymentMethods } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { NewSuperbill } from '@attune/contract/features/billing/superbill/superbill'

/** The fields of every printed document. Days are `YYYY-MM-DD`; amounts are strings of minor units of `currency`. */
type Letter = Pick<InvoiceDocument, 'language' | 'paper' | 'currency' | 'seller' | 'buyer' | 'person' | 'footer'> & {
  /** The day that the document shows as its date. */
  madeOn: string
}
/** Returns the part of an invoice's content that is copied to its receipts and reminders. */
export const pickLetter = ({
  language,
  paper,
  currency,
  seller,
  buyer,
  person,
  footer,
}: InvoiceDocument): Omit<Letter, 'madeOn'> => ({
  language,
  paper,
  currency,
  seller,
  buyer,
  person,
  footer,
})

/** Returns the withheld tax of an invoice for its receipts and reminders. */
export const withheldFact = (withholding: InvoiceDocument['withholding']) =>
  withholding ? { withheldMinor: withholding.amountMinor } : {}

type PaymentMethod = (typeof paymentMethods)[number]
type InvoiceFacts = {
  number: string
  issuedOn: string
  grossMinor: string
  /** The sum of the credit notes without the tax that is withheld from them. */
  creditedMinor: string
  /** The tax that the payer withholds from the total; absent if there is none. */
  withheldMinor?: string
}

/** The receipt for an invoice that is paid in full. A counter-entry has a negative amount. */
export type ReceiptDocument = Letter & {
  kind: 'receipt'
  invoice: InvoiceFacts
  payments: { paidOn: string; method: PaymentMethod; reference: string; amountMinor: string }[]
}

/** A reminder of an overdue invoice. It has no document number. */
export type ReminderDocument = Letter & {
  kind: 'reminder'
  step: 1 | 2 | 3
  invoice: InvoiceFacts & { dueOn: string }
  paidMinor: string
  openMinor: string
  /** The day by which the reminder asks for payment. */
  payBy: string
  bank: InvoiceDocument['bank']
  /** The therapist's own text of the reminder with placeholders; by default the product's text. */
  text?: string
}

/**
 * A client's invoices and payments of a year. Each currency is listed separately; sums are never added across currencies. The sums of credit notes
 * are positive, as on the credit notes. `payer` is empty if the client pays.
 */
export type StatementDocument = Letter & {
  kind: 'statement'
  year: number
  accounts: {
    currency: string
    invoices: {
      number: string
      kind: InvoiceDocument['kind']
      issuedOn: string
      grossMinor: string
      withheldMinor: string
      payer: string
    }[]
    payments: { paidOn: string; number: string; method: PaymentMethod; amountMinor: string }[]
  }[]
}

type Diagnosis = NewSuperbill['diagnoses'][number]
type CodedService = Omit<NewSuperbill['lines'][number], 'sessionId'>

/** A receipt of paid sessions for a client's US insurer. The only document in this file, besides the estimate, that contains diagnoses. */
export type SuperbillDocument = Letter & {
  kind: 'superbill'
  /** The provider who treated the client, with the identifiers that insurers require. */
  provider: { name: string; ein: string; npi: string; license: string }
  dateOfBirth: string
  diagnoses: Diagnosis[]
  payerIsClient: boolean
  /** The services, sorted by day. The fee is the price before a discount. */
  lines: (CodedService & {
    serviceOn: string
    text: string
    minutes: number | null
    quantityMilli: number
    feeMinor: string
    paidMinor: string
  })[]
}

/** A Good Faith Estimate for a client in the United States. */
export type EstimateDocument = Letter & {
  kind: 'estimate'
  /** The number of the version, counted from 1 per client. */
  number: number
  birthDate: string | null
  periodFrom: string
  periodUntil: string
  /** The day of the next scheduled session in the period; null if there is none. */
  nextSessionOn: string | null
  frequency: string
  place: string
  /** The diagnosis as entered for the estimate. No other document contains this text. */
  diagnosis: string
  /** Services that must be scheduled separately, one per line. */
  separately: string
  /** The expected services. `totalMinor` is the price times the quantity. */
  lines: { code: string; text: string; quantity: number; priceMinor: string; totalMinor: string }[]
  totalMinor: string
}

export type PrintedDocument =
  | InvoiceDocument
  | ReceiptDocument
  | ReminderDocument
  | StatementDocument
  | SuperbillDocument
  | EstimateDocument

/** An order for a PDF. The same order always produces the same bytes. */
export type PdfOrder = {
  sheet: PrintedDocument
  /** The creation date of the PDF in ISO 8601; for an invoice, the time of its issue. */
  madeAt: string
  /** The logo as PNG or JPEG in RGB or grayscale. */
  logo?: Buffer | null
  /** The e-invoice that is attached as `factur-x.xml`. */
  xml?: string | null
}
