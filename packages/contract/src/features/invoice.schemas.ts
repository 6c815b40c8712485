import { z } from 'zod'
import { longestSessionMinutes } from '../common/constants.ts'
import { Id } from '../common/ids.ts'
import { Currency, Minor } from '../common/money.schemas.ts'
import type { RealtimeTables } from '../common/realtime.ts'
import { nameText, text, Language } from '../common/text.schemas.ts'
import { ClockTime, Day } from '../common/time.schemas.ts'
import {
  billableKinds,
  documentKinds,
  invoiceEvents,
  invoiceKinds,
  invoiceLengths,
  invoiceStatuses,
  isPrintable,
  maxFactorMilli,
  maxInvoiceLines,
  maxInvoiceMinor,
  maxQuantityMilli,
  buyerKinds,
  paymentMethods,
} from './invoice.rules.ts'
import { Sheet } from './invoice.sheet.ts'
import { SessionFormat } from './session.schemas.ts'

const printedLine = (max: number) => nameText(max).refine(isPrintable, 'UNPRINTABLE_TEXT')
const printedText = (max: number) => text(max).refine(isPrintable, 'UNPRINTABLE_TEXT')

/** The reason of a credit note, printed on it. */
export const CreditReason = printedText(invoiceLengths.reason)

/** A client's session that is not billed yet. */
export const ToBillItem = z.strictObject({
  sessionId: Id,
  clientId: Id,
  clientName: z.string(),
  /** Day and time of the start in the therapist's zone. */
  serviceOn: Day,
  serviceTime: ClockTime,
  minutes: z.int(),
  /** A no-show or a late cancellation is a fee, which the therapist can waive. */
  kind: z.enum(billableKinds),
  format: SessionFormat,
  serviceId: Id.nullable(),
  text: z.string(),
  code: z.string(),
  /** The client's share of the price; null if no service has this format. */
  priceMinor: Minor.nullable(),
  currency: Currency,
  payerName: z.string(),
  /** Whether a new invoice may go to the payer. */
  payerAgreed: z.boolean(),
  /** The names of the other participants. */
  with: z.array(z.string()),
})
export type ToBillItem = z.infer<typeof ToBillItem>

/**
 * A line of a draft. A discount is a line with a negative quantity. `taxRateBp` is a rate of its own in basis points;
 * null is the tax of the business's tax profile.
 */
export const DraftLine = z.strictObject({
  serviceOn: Day.nullable(),
  serviceTime: ClockTime.nullable(),
  minutes: z.int().min(1).max(longestSessionMinutes).nullable(),
  code: printedLine(invoiceLengths.code),
  text: printedLine(invoiceLengths.text),
  factorMilli: z.int().min(1).max(maxFactorMilli).nullable(),
  factorReason: printedLine(invoiceLengths.factorReason),
  place: printedLine(invoiceLengths.place),
  quantityMilli: z
    .int()
    .min(-maxQuantityMilli)
    .max(maxQuantityMilli)
    .refine((quantity) => quantity !== 0, 'ZERO'),
  /** The price of one, with the factor applied; null if it is not known yet. Never negative. */
  priceMinor: Minor.refine((price) => {
    const minor = /^-?\d+$/.test(price) ? BigInt(price) : -1n
    return minor >= 0n && minor <= maxInvoiceMinor
  }, 'OUT_OF_RANGE').nullable(),
  taxRateBp: z.int().min(1).max(5000).nullable(),
  /** The billed session; null for any other line. */
  sessionId: Id.nullable(),
})
export type DraftLine = z.infer<typeof DraftLine>

/** The content of a draft, as it is saved. `payerId` is null if the client pays and has no payer of their own. */
export const DraftContent = z.strictObject({
  payerId: Id.nullable(),
  language: Language,
  note: printedText(invoiceLengths.note),
  reference: printedLine(invoiceLengths.reference),
  showDiagnosis: z.boolean(),
  diagnosis: printedText(invoiceLengths.diagnosis).nullable(),
  lines: z.array(DraftLine).max(maxInvoiceLines),
})
export type DraftContent = z.infer<typeof DraftContent>

const InvoiceLine = z.strictObject({
  position: z.int(),
  serviceOn: Day.nullable(),
  serviceTime: ClockTime.nullable(),
  minutes: z.int().nullable(),
  code: z.string(),
  text: z.string(),
  factorMilli: z.int().nullable(),
  factorReason: z.string(),
  place: z.string(),
  quantityMilli: z.int(),
  priceMinor: Minor.nullable(),
  taxRateBp: z.int().nullable(),
  sessionId: Id.nullable(),
  netMinor: Minor,
  /** Whether a credit note has credited this line. */
  isCredited: z.boolean(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/**
 * What a draft lacks before it can be issued. `field` names the field of `of`; `position` is the line, and null for
 * anything but a line.
 */
export const MissingField = z.strictObject({
  of: z.enum(['business', 'payer', 'invoice', 'line']),
  field: z.string(),
  position: z.int().nullable(),
})
export type MissingField = z.infer<typeof MissingField>

/** A payment, or a counter-entry with a negative amount. */
const InvoicePayment = z.strictObject({
  id: Id,
  amountMinor: Minor,
  currency: z.string(),
  paidOn: Day,
  method: z.enum(paymentMethods),
  reference: z.string(),
  recordedAt: z.string(),
  /** The payment that a counter-entry takes back; null for a payment. */
  countersId: Id.nullable(),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

const OtherInvoice = z.strictObject({ id: Id, number: z.string() })
const IssuedInvoice = z.strictObject({ ...OtherInvoice.shape, issuedOn: Day, grossMinor: Minor })
const InvoiceDocument = z.strictObject({ kind: z.enum(documentKinds), ready: z.boolean() })

const HistoryItem = z.strictObject({
  at: z.string(),
  kind: z.enum(invoiceEvents),
  by: z.enum(['therapist', 'client', 'product']),
  /** Facts of the event, such as `number`, `amountMinor`, `method` or `step`. */
  data: z.record(z.string(), z.string()),
})

const Status = z.enum(invoiceStatuses)

/** An invoice, a credit note or a draft, as the therapist sees it. */
export const InvoiceView = z.strictObject({
  id: Id,
  kind: z.enum(invoiceKinds),
  status: Status,
  version: z.int(),
  clientId: Id,
  clientName: z.string(),
  /** Whether it is a fee as damages, which is outside VAT. */
  isFee: z.boolean(),
  payer: z.strictObject({ id: Id.nullable(), kind: z.enum(buyerKinds), name: z.string(), agreed: z.boolean() }),
  language: Language,
  note: z.string(),
  reference: z.string(),
  showDiagnosis: z.boolean(),
  diagnosis: z.string().nullable(),
  /** Frozen at issue. Of a draft: as it would be issued now, with an empty number. */
  sheet: Sheet,
  lines: z.array(InvoiceLine),
  /** What a draft lacks before it can be issued; empty for anything else. */
  missing: z.array(MissingField),
  overdueDays: z.int(),
  paidMinor: Minor,
  creditedMinor: Minor,
  /** Negative if more was paid than was due. */
  openMinor: Minor,
  payments: z.array(InvoicePayment),
  /** The credit notes of this invoice. */
  credits: z.array(IssuedInvoice),
  /** The invoice that this credit note corrects. */
  corrects: OtherInvoice.nullable(),
  /** The credited invoice of which this one is the corrected form. */
  replaces: OtherInvoice.nullable(),
  /** The corrected form of this invoice; `number` is empty while it is a draft. */
  replacedBy: OtherInvoice.nullable(),
  documents: z.array(InvoiceDocument),
  /** The oldest first. */
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

export const InvoiceListItem = z.strictObject({
  id: Id,
  /** Empty for a draft. */
  number: z.string(),
  kind: z.enum(invoiceKinds),
  clientId: Id,
  clientName: z.string(),
  payerName: z.string(),
  issuedOn: Day.nullable(),
  dueOn: Day.nullable(),
  status: Status,
  overdueDays: z.int(),
  grossMinor: Minor,
  openMinor: Minor,
  currency: Currency,
})
export type InvoiceListItem = z.infer<typeof InvoiceListItem>

/** Sums of one currency. `days` is the age of the oldest overdue invoice; `paidThisMonth` counts in the therapist's zone. */
export const InvoiceSums = z.strictObject({
  currency: Currency,
  open: z.strictObject({ minor: Minor, count: z.int() }),
  overdue: z.strictObject({ minor: Minor, count: z.int(), days: z.int() }),
  paidThisMonth: z.strictObject({ minor: Minor, count: z.int() }),
})
export type InvoiceSums = z.infer<typeof InvoiceSums>

/** An issued invoice or credit note, as the client sees it in the list. */
export const OwnInvoiceItem = z.strictObject({
  id: Id,
  number: z.string(),
  kind: z.enum(invoiceKinds),
  therapistId: Id,
  /** The name of the business at the time of issue. */
  businessName: z.string(),
  /** The treated person if the payer is not the client; null otherwise. */
  person: z.string().nullable(),
  issuedOn: Day,
  dueOn: Day.nullable(),
  status: Status,
  overdueDays: z.int(),
  grossMinor: Minor,
  openMinor: Minor,
  currency: Currency,
  documents: z.array(InvoiceDocument),
})
export type OwnInvoiceItem = z.infer<typeof OwnInvoiceItem>

export const OwnInvoice = z.strictObject({
  ...OwnInvoiceItem.shape,
  sheet: Sheet,
  paidMinor: Minor,
  creditedMinor: Minor,
  payments: z.array(InvoicePayment.pick({ amountMinor: true, currency: true, paidOn: true, method: true })),
  credits: z.array(IssuedInvoice),
  corrects: OtherInvoice.nullable(),
})
export type OwnInvoice = z.infer<typeof OwnInvoice>

/** The tables of this feature that a browser can subscribe to. */
export const invoiceTables = {
  invoices: { table: 'invoice', filters: ['id', 'client_id', 'therapist_id', 'status'] },
  invoice_documents: { table: 'invoice_document', filters: ['invoice_id', 'therapist_id', 'kind'] },
  payments: { table: 'payment', filters: ['invoice_id', 'therapist_id'] },
} as const satisfies RealtimeTables
