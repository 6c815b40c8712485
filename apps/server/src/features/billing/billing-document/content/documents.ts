import type { paymentMethods } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { NewSuperbill } from '@attune/contract/features/billing/superbill/superbill'

/** The fields of every printed document. Days are `YYYY-MM-DD`; amounts are strings of minor units of `currency`. */
type Letter = Pick<InvoiceDocument, 'language' | 'paper' | 'currency' | 'seller' | 'buyer' | 'person' | 'footer'> & {
  /** The day that the document shows as its date. */
  madeOn: string
}
/** Returns the part of an invoice's snapshot that its receipts and reminders copy. */
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

type PaymentMethod = (typeof paymentMethods)[number]
type InvoiceFacts = { number: string; issuedOn: string; grossMinor: string; creditedMinor: string }

/** The receipt for an invoice that is paid in full. A counter-entry has a negative amount. */
export type ReceiptDocument = Letter & {
  kind: 'receipt'
  invoice: InvoiceFacts
  payments: { paidOn: string; method: PaymentMethod; reference: string; amountMinor: string }[]
}

/** A reminder of an overdue invoice. It takes no number of its own. */
export type ReminderDocument = Letter & {
  kind: 'reminder'
  step: 1 | 2 | 3
  invoice: InvoiceFacts & { dueOn: string }
  paidMinor: string
  openMinor: string
  /** The day until which the reminder asks for the payment. */
  payBy: string
  bank: InvoiceDocument['bank']
  /** The therapist's own text with placeholders. Without it, the text of the product is printed. */
  text?: string
}

/**
 * The invoices and payments of a client in a year. Each currency has its own account, and sums are never added across
 * currencies. The sums of credit notes are positive, as on the notes themselves. `payer` is empty where the client pays.
 */
export type StatementDocument = Letter & {
  kind: 'statement'
  year: number
  accounts: {
    currency: string
    invoices: { number: string; kind: InvoiceDocument['kind']; issuedOn: string; grossMinor: string; payer: string }[]
    payments: { paidOn: string; number: string; method: PaymentMethod; amountMinor: string }[]
  }[]
}

type Diagnosis = NewSuperbill['diagnoses'][number]
type CodedService = Omit<NewSuperbill['lines'][number], 'sessionId'>

/** The receipt of paid sessions for a client's insurer in the United States. It is the only one of these with diagnoses. */
export type SuperbillDocument = Letter & {
  kind: 'superbill'
  /** The provider who treated the client, with the numbers that an insurer asks for. */
  provider: { name: string; ein: string; npi: string; license: string }
  dateOfBirth: string
  diagnoses: Diagnosis[]
  /** Whether the client paid themself. */
  payerIsClient: boolean
  /** By day. The fee is the price before a discount. */
  lines: (CodedService & {
    serviceOn: string
    text: string
    minutes: number | null
    quantityMilli: number
    feeMinor: string
    paidMinor: string
  })[]
}

/**
 * A Good Faith Estimate for a client in the United States. `number` counts the versions of a client. The diagnosis is
 * printed on its page and nowhere else.
 */
export type EstimateDocument = Letter & {
  kind: 'estimate'
  number: number
  birthDate: string | null
  periodFrom: string
  periodUntil: string
  /** The day of the next session that is scheduled in the period; null if there is none. */
  nextSessionOn: string | null
  frequency: string
  place: string
  diagnosis: string
  /** Services that have to be scheduled separately, one a line. */
  separately: string
  /** `totalMinor` is the price of a line times its quantity. */
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

/** A document to be made. The same order always yields the same bytes. */
export type PdfOrder = {
  sheet: PrintedDocument
  /** The moment that the PDF names as its creation: for an invoice the moment of its issue. ISO 8601. */
  madeAt: string
  /** The logo as PNG or JPEG in RGB or grey. */
  logo?: Buffer | null
  /** The e-invoice that is attached as `factur-x.xml`. */
  xml?: string | null
}
