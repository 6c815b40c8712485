export const invoiceKinds = ['invoice', 'credit-note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
export const buyerKinds = ['client', 'contact', 'organization'] as const
export const paperSizes = ['A4', 'Letter'] as const

/** The methods that the therapist enters. `provider`: a payment through the provider of online payments. */
export const enteredMethods = ['bank-transfer', 'credit-card', 'cash', 'provider'] as const
/** The methods of all payments. `credit`: a payment that was moved from an overpaid invoice of the payer, or the counter-entry on that invoice. */
export const paymentMethods = [...enteredMethods, 'credit'] as const

export const documentKinds = ['pdf', 'xml', 'xrechnung', 'receipt', 'reminder-1', 'reminder-2', 'reminder-3'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The events that the history of an invoice records. */
export const invoiceEvents = [
  'drafted',
  'issued',
  'document-made',
  'sending-begun',
  'sending-stopped',
  'sent',
  'opened',
  'credited',
  'payment',
  'reminded',
  'receipt-made',
] as const

/** The types of emails with a payer's link. */
export const linkOccasions = ['invoice', 'credit-note', 'reminder-1', 'reminder-2', 'reminder-3'] as const
export type LinkOccasion = (typeof linkOccasions)[number]

/**
 * The reasons why no link can be sent to the payer: the client pays and reads invoices in the app, the client's agreement is missing or withdrawn,
 * the payer has no email address, or the invoice has no postal code.
 */
export const linkObstacles = ['client-pays', 'no-agreement', 'no-email', 'no-postal-code'] as const
export type LinkObstacle = (typeof linkObstacles)[number]

/** The maximum number of drafts that are reviewed and issued together. */
export const maxDraftsToIssue = 500
/** The time between issuing an invoice with delayed emails and sending them. */
export const emailDelaySeconds = 60

/** The number of days for which a payer's link is valid. */
export const linkDays = 90

/** The number of wrong postal codes that are allowed per link and per network within `minutes`, and per link in total. */
export const postalCodeAttempts = { count: 5, minutes: 15, inAll: 20 } as const

/** The reasons why a session is billed: it was completed, or the therapist may charge a fee. */
export const billableKinds = ['completed', 'no-show', 'late-cancel'] as const

export const maxInvoiceLines = 500
export const maxSessionsPerDraft = 500
/** The maximum number of sessions in the list of unbilled sessions. */
export const maxToBill = 1000
/** The ways in which the money of a credit note comes back to the payer, and the days within which it is transferred. */
export const refundWays = ['transfer', 'credit'] as const
export type RefundWay = (typeof refundWays)[number]
export const refundDays = 14

/** Returns the part of a credit note that was already paid, in minor units. `openMinor` is the open amount of the invoice before the credit note. */
export const refundOf = (creditMinor: bigint, openMinor: bigint): bigint => {
  const over = creditMinor - (openMinor > 0n ? openMinor : 0n)
  return over > 0n ? over : 0n
}
/** The highest amount of an invoice: 99,999,999.99 in a currency with two decimals. */
export const maxInvoiceMinor = 9_999_999_999n
/** The maximum quantity of a line, in thousandths. A discount is a line with a negative quantity; prices are never negative. */
export const maxQuantityMilli = 100_000_000
/** Above this factor, in thousandths, GOÄ and GOP demand a reason. */
export const factorWithoutReasonMilli = 2300
export const maxFactorMilli = 10_000

/** The maximum number of characters of the texts of an invoice. */
export const invoiceLengths = {
  code: 40,
  text: 500,
  factorReason: 300,
  place: 100,
  note: 2000,
  reference: 200,
  diagnosis: 1000,
  reason: 500,
} as const

/** Whether XML can contain a text: it has neither U+FFFE nor U+FFFF. */
export const isPrintable = (value: string) => !/[\ufffe\uffff]/.test(value)

export const invoiceStatuses = ['draft', 'issued', 'partly-paid', 'paid', 'overpaid', 'overdue', 'credited'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** The facts that determine the status of an invoice. Amounts are in minor units; days are `YYYY-MM-DD`. */
export type InvoiceFacts = {
  status: 'draft' | 'issued'
  kind: InvoiceKind
  grossMinor: string
  /** The tax that the payer withholds from the total. */
  withheldMinor: string
  /** The sum of the invoice's credit notes without the tax that is withheld from them. */
  creditedMinor: string
  /** Whether the total is 0 and all lines are credited. The sums alone do not show this. */
  isCreditedAtZero: boolean
  /** The sum of the invoice's payments and counter-entries. */
  paidMinor: string
  dueOn: string | null
}

/** Returns the open amount of an issued invoice in minor units; negative if it was overpaid. 0 for a draft and a credit note. */
export const openMinor = ({
  status,
  kind,
  grossMinor,
  withheldMinor,
  creditedMinor,
  paidMinor,
}: Omit<InvoiceFacts, 'isCreditedAtZero'>): bigint =>
  status === 'draft' || kind === 'credit-note'
    ? 0n
    : BigInt(grossMinor) - BigInt(withheldMinor) - BigInt(creditedMinor) - BigInt(paidMinor)

/**
 * Returns the status of an invoice. `today` is the current day in the therapist's zone: an invoice is overdue from the
 * day after `dueOn`. A credit note is always `issued`, because nothing is paid for it.
 */
export function statusOf(facts: InvoiceFacts, today: string): InvoiceStatus {
  if (facts.status === 'draft') return 'draft'
  if (facts.kind === 'credit-note') return 'issued'
  const [open, paid] = [openMinor(facts), BigInt(facts.paidMinor)]
  if (open < 0n) return 'overpaid'
  const isCredited = BigInt(facts.creditedMinor) > 0n || facts.isCreditedAtZero
  if (open === 0n) return paid === 0n && isCredited ? 'credited' : 'paid'
  if (facts.dueOn !== null && facts.dueOn < today) return 'overdue'
  return paid > 0n ? 'partly-paid' : 'issued'
}

/** Returns the amount that is to be paid: the total without the tax that the payer withholds. */
export const payableMinor = (sheet: {
  grossMinor: string
  withholding?: { amountMinor: string } | undefined
}): bigint => BigInt(sheet.grossMinor) - BigInt(sheet.withholding?.amountMinor ?? '0')

type PayableSheet = Parameters<typeof payableMinor>[0] & { creditMinor?: string | undefined }

/** Returns the amount that was left to pay when an invoice was issued: the total without withheld tax and without the credit that was used. */
export const dueMinor = (sheet: PayableSheet): bigint => payableMinor(sheet) - BigInt(sheet.creditMinor ?? '0')

/** Whether an invoice states the day by which it must be paid. Terms that a law demands are also stated if the invoice was paid by credit. */
export const hasPaymentTerms = (sheet: PayableSheet & { lateTerms?: object | undefined }): boolean =>
  BigInt(sheet.grossMinor) > 0n && (dueMinor(sheet) > 0n || sheet.lateTerms !== undefined)

/** Returns the total of an invoice for a list. A credit note has a negative total there, although its document has positive sums. */
export const signedTotal = ({ kind, grossMinor }: { kind: InvoiceKind; grossMinor: string }): string =>
  kind === 'credit-note' && grossMinor !== '0' ? `-${grossMinor}` : grossMinor

/** Returns the number of days since an invoice was due; 0 if it is not overdue. Days are `YYYY-MM-DD`. */
export const overdueDays = (dueOn: string | null, today: string): number =>
  dueOn === null || dueOn >= today ? 0 : Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000)

/** The series of numbers: the usual one, and 'R' for corrective invoices where the law demands a series of their own. */
export type InvoiceSeries = '' | 'R'

/**
 * Returns the series of a document. In Spain, corrective invoices have a specific series (art. 6.1.a and 15 Real Decreto 1619/2012, in the
 * commentaries of empresasenpositivo.com and tuasesorprofesional.com, read on 27 November 2026). Credit notes of other countries continue the usual
 * series, as before.
 */
export const invoiceSeriesOf = ({ kind, seller }: { kind: InvoiceKind; seller: { country: string } }): InvoiceSeries =>
  kind === 'credit-note' && seller.country === 'ES' ? 'R' : ''

/** Returns the number of an invoice as it is printed: '2026-0147', in the corrective series 'R2026-0003'. */
export const invoiceNumber = (year: number, shown: number, series: InvoiceSeries = '') =>
  `${series}${year}-${String(shown).padStart(4, '0')}`

/** The countries in which invoices are also issued as e-invoices: the European Economic Area, Switzerland and the United Kingdom. */
const eInvoiceCountries = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)
const eInvoiceCurrencies = new Set(['EUR', 'CHF', 'GBP'])

/**
 * Returns the documents that are generated for an issued invoice: always a PDF; XML for EUR, CHF and GBP in Europe; XRechnung if the payer is an
 * organization with a buyer reference. With withholding there is no XML: EN 16931 has no element for it, and UBL's `WithholdingTaxTotal` is outside
 * that standard (answer of the OASIS UBL committee on the IRPF, 7 May 2024, read on 27 November 2026).
 */
export function documentsOf(sheet: {
  currency: string
  seller: { country: string }
  buyer: { kind: (typeof buyerKinds)[number]; buyerReference: string }
  withholding?: unknown
}): ('pdf' | 'xml' | 'xrechnung')[] {
  const { currency, seller, buyer, withholding } = sheet
  if (withholding || !eInvoiceCurrencies.has(currency) || !eInvoiceCountries.has(seller.country)) return ['pdf']
  return buyer.kind === 'organization' && buyer.buyerReference ? ['pdf', 'xml', 'xrechnung'] : ['pdf', 'xml']
}
