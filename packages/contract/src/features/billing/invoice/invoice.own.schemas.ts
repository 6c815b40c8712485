import { z } from 'zod'
import { InvoiceId, TherapistId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { invoiceKinds } from './invoice.rules.ts'
import { InvoiceView } from './invoice.schemas.ts'
import { InvoiceDocument } from './invoice.document.ts'

/** An issued invoice or credit note in the client's list. */
export const OwnInvoiceItem = z.strictObject({
  id: InvoiceId,
  number: z.string(),
  kind: z.enum(invoiceKinds),
  therapistId: TherapistId,
  /** The name of the business at the time of issue. */
  businessName: z.string(),
  /** The treated person if the payer is not the client; null otherwise. */
  person: z.string().nullable(),
  issuedOn: Day,
  /** Null for a credit note. */
  dueOn: Day.nullable(),
  status: InvoiceView.shape.status,
  /** The number of days since the due date; 0 unless the invoice is overdue. */
  overdueDays: z.int(),
  grossMinor: Minor,
  /** The unpaid amount; negative if the invoice was overpaid. */
  openMinor: Minor,
  currency: Currency,
  /** The documents of the invoice that the reader may see. `ready`: whether the document can be downloaded. */
  documents: InvoiceView.shape.documents,
})
export type OwnInvoiceItem = z.infer<typeof OwnInvoiceItem>

/** The fee that the caller pays for the late cancellation of a session, including tax, in minor units. */
export const CancelFee = z.strictObject({
  amountMinor: Minor,
  /** The total fee of all clients who share it, including the caller; equal to `amountMinor` if no one shares it. */
  totalMinor: Minor,
  currency: Currency,
})
export type CancelFee = z.infer<typeof CancelFee>

/** An issued invoice or credit note as the client sees it. */
export const OwnInvoice = z.strictObject({
  ...OwnInvoiceItem.shape,
  sheet: InvoiceDocument,
  paidMinor: Minor,
  creditedMinor: Minor,
  payments: z.array(
    InvoiceView.shape.payments.element.pick({ amountMinor: true, currency: true, paidOn: true, method: true }),
  ),
  /** The withdrawn receipts, oldest first. */
  withdrawnReceipts: InvoiceView.shape.withdrawnReceipts,
  credits: InvoiceView.shape.credits,
  corrects: InvoiceView.shape.corrects,
})
export type OwnInvoice = z.infer<typeof OwnInvoice>
