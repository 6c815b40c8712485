import { z } from 'zod'
import { ClientId, InvoiceId, PayerId, PaymentId, SessionId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { ClockTime, Day } from '../../../common/time/time.schemas.ts'
import { MissingField } from './invoice.draft.schemas.ts'
import {
  buyerKinds,
  documentKinds,
  invoiceEvents,
  invoiceKinds,
  invoiceStatuses,
  paymentMethods,
} from './invoice.rules.ts'
import { InvoiceDocument } from './invoice.document.ts'

/** A line of an invoice or a draft. Fields that are not printed are null or empty. */
const InvoiceLine = z.strictObject({
  /** The number of the line, starting at 1. */
  position: z.int(),
  serviceOn: Day.nullable(),
  serviceTime: ClockTime.nullable(),
  minutes: z.int().nullable(),
  code: z.string(),
  text: z.string(),
  /** The multiplier of a fee schedule, in thousandths; null if there is none. */
  factorMilli: z.int().nullable(),
  factorReason: z.string(),
  place: z.string(),
  /** The quantity in thousandths; negative for a discount. */
  quantityMilli: z.int(),
  /** The price of one unit, without tax; null while it is unknown. */
  priceMinor: Minor.nullable(),
  /** The line's own rate in basis points; null for the tax of the business's profile. */
  taxRateBp: z.int().nullable(),
  /** The billed session; null for other lines. */
  sessionId: SessionId.nullable(),
  /** The price times the quantity, without tax. */
  netMinor: Minor,
  /** Whether a credit note has credited this line. */
  isCredited: z.boolean(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** A payment, or a counter-entry with a negative amount. */
const InvoicePayment = z.strictObject({
  id: PaymentId,
  amountMinor: Minor,
  currency: z.string(),
  paidOn: Day,
  method: z.enum(paymentMethods),
  /** The text of the payment, such as the remittance text; empty if there is none. */
  reference: z.string(),
  recordedAt: z.string(),
  /** The payment that a counter-entry reverses; null for a payment. */
  countersId: PaymentId.nullable(),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

const OtherInvoice = z.strictObject({ id: InvoiceId, number: z.string() })
const IssuedInvoice = z.strictObject({ ...OtherInvoice.shape, issuedOn: Day, grossMinor: Minor })
const DocumentState = z.strictObject({ kind: z.enum(documentKinds), ready: z.boolean() })

/** A receipt that is no longer valid, because a counter-entry reopened the invoice. */
const WithdrawnReceipt = z.strictObject({ madeAt: z.string(), withdrawnAt: z.string() })
export type WithdrawnReceipt = z.infer<typeof WithdrawnReceipt>

/** An event in the history of an invoice. */
const HistoryItem = z.strictObject({
  at: z.string(),
  kind: z.enum(invoiceEvents),
  by: z.enum(['therapist', 'client', 'product']),
  /**
   * Data of the event, such as `number`, `amountMinor`, `method` or `step`. `plannedOn` of an issue: the day of the issue, if the document got a
   * later date because the previous document has one. `sendAt` of an issue: the time at which delayed emails are sent.
   */
  data: z.record(z.string(), z.string()),
})

const Status = z.enum(invoiceStatuses)

/** An invoice, a credit note or a draft, as the therapist sees it. */
export const InvoiceView = z.strictObject({
  id: InvoiceId,
  kind: z.enum(invoiceKinds),
  status: Status,
  version: z.int(),
  clientId: ClientId,
  clientName: z.string(),
  /** Whether the invoice bills a fee as damages, which are outside VAT. */
  isFee: z.boolean(),
  /** The payer. `id` is null if the client pays and no payer was saved. `agreed`: whether a new invoice may be sent to the payer. */
  payer: z.strictObject({ id: PayerId.nullable(), kind: z.enum(buyerKinds), name: z.string(), agreed: z.boolean() }),
  language: Language,
  note: z.string(),
  reference: z.string(),
  /** Whether the therapist wants the diagnosis on the invoice. */
  showDiagnosis: z.boolean(),
  /** Null if none was entered. */
  diagnosis: z.string().nullable(),
  /** The content of the document, which never changes after issue. For a draft: the content if it were issued now, with an empty number. */
  sheet: InvoiceDocument,
  lines: z.array(InvoiceLine),
  /** The fields that are missing before a draft can be issued; empty for other invoices. */
  missing: z.array(MissingField),
  /** The number of days since the due date; 0 unless the invoice is overdue. */
  overdueDays: z.int(),
  paidMinor: Minor,
  creditedMinor: Minor,
  /** The unpaid amount; negative if the invoice was overpaid. */
  openMinor: Minor,
  payments: z.array(InvoicePayment),
  /** The credit notes of this invoice. */
  credits: z.array(IssuedInvoice),
  /** The invoice that this credit note corrects; null for an invoice. */
  corrects: OtherInvoice.nullable(),
  /** The credited invoice that this invoice replaces; null if it replaces none. */
  replaces: OtherInvoice.nullable(),
  /** The invoice that replaces this invoice; null if there is none. Its `number` is empty while it is a draft. */
  replacedBy: OtherInvoice.nullable(),
  /** The documents of the invoice, such as PDF, XML, receipt and reminders. `ready`: whether the document can be downloaded. */
  documents: z.array(DocumentState),
  /** The withdrawn receipts, oldest first. */
  withdrawnReceipts: z.array(WithdrawnReceipt),
  /** The history of the invoice, oldest entry first. */
  history: z.array(HistoryItem),
  may: z.strictObject({
    edit: z.boolean(),
    remove: z.boolean(),
    issue: z.boolean(),
    credit: z.boolean(),
    pay: z.boolean(),
  }),
})
export type InvoiceView = z.infer<typeof InvoiceView>

/** An invoice, a credit note or a draft in the therapist's list. */
export const InvoiceListItem = z.strictObject({
  id: InvoiceId,
  /** The printed number; empty for a draft. */
  number: z.string(),
  kind: z.enum(invoiceKinds),
  clientId: ClientId,
  clientName: z.string(),
  payerName: z.string(),
  /** Null for a draft. */
  issuedOn: Day.nullable(),
  /** Null for a draft and for a credit note. */
  dueOn: Day.nullable(),
  status: Status,
  /** The number of days since the due date; 0 unless the invoice is overdue. */
  overdueDays: z.int(),
  grossMinor: Minor,
  /** The unpaid amount; negative if the invoice was overpaid. */
  openMinor: Minor,
  currency: Currency,
})
export type InvoiceListItem = z.infer<typeof InvoiceListItem>

/** The sums of one currency, each with the number of invoices. */
export const InvoiceSums = z.strictObject({
  currency: Currency,
  open: z.strictObject({ minor: Minor, count: z.int() }),
  /** `days` is the age of the oldest overdue invoice, in days. */
  overdue: z.strictObject({ minor: Minor, count: z.int(), days: z.int() }),
  /** The payments of the current month in the therapist's zone. */
  paidThisMonth: z.strictObject({ minor: Minor, count: z.int() }),
})
export type InvoiceSums = z.infer<typeof InvoiceSums>

/** The tables of this feature that a browser can subscribe to. */
export const invoiceTables = {
  invoices: { table: 'invoice', filters: ['id', 'client_id', 'therapist_id', 'status'] },
  invoice_documents: { table: 'invoice_document', filters: ['invoice_id', 'therapist_id', 'kind'] },
  payments: { table: 'payment', filters: ['invoice_id', 'therapist_id'] },
  invoice_links: { table: 'invoice_link', filters: ['invoice_id', 'therapist_id'] },
  invoice_reminders: { table: 'invoice_reminder', filters: ['invoice_id', 'therapist_id'] },
} as const satisfies RealtimeTables
