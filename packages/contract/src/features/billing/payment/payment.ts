import { z } from 'zod'
import { EmptyInput, InvoiceId, PaymentId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { nameText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { missingScripts } from '../invoice/invoice.letters.rules.ts'
import { enteredMethods, invoiceStatuses, isPrintable } from '../invoice/invoice.rules.ts'
import { paymentBankFile } from './payment.bank-file.ts'
import { ReminderStepValue, reminderTextProcedures } from './payment.reminder-texts.ts'
import { maxPaymentReference } from './payment.rules.ts'
import { PaidAmount } from './payment.schemas.ts'
import { statements } from './payment.statement.ts'
import { ChartPeriod } from '../../schedule/session/session.schemas.ts'

/** The status and the amounts of an invoice. */
const InvoiceBalance = z.strictObject({
  status: z.enum(invoiceStatuses),
  currency: Currency,
  paidMinor: Minor,
  /** The sum of its credit notes. */
  creditedMinor: Minor,
  /** The unpaid amount; negative if the invoice was overpaid. */
  openMinor: Minor,
})
export type InvoiceBalance = z.infer<typeof InvoiceBalance>

/**
 * The credit of a payer on invoices other than the given one, and the payer's other open invoices, in the currency of the given invoice, oldest
 * first.
 */
const PayerCredit = z.strictObject({
  credits: z.array(z.strictObject({ invoiceId: InvoiceId, number: z.string(), amountMinor: Minor })),
  open: z.array(z.strictObject({ invoiceId: InvoiceId, number: z.string(), openMinor: Minor })),
})
export type PayerCredit = z.infer<typeof PayerCredit>

/** The payment reminders of an invoice. */
const Reminders = z.strictObject({
  /** The reminders that were made. `madeOn` is the day of the reminder, `payBy` the day by which it asks for payment. */
  made: z.array(z.strictObject({ step: ReminderStepValue, madeOn: Day, payBy: Day })),
  /** The next reminder if it were made now, with its text in the language of the invoice; null if there is none. */
  next: z.strictObject({ step: ReminderStepValue, payBy: Day, text: z.string() }).nullable(),
  /** The reason why there is no next reminder; null if there is one. */
  reason: z.enum(['paid', 'not-due', 'all-made', 'not-issued', 'letters']).nullable(),
  /** For the reason `letters`: whether the invoice or the therapist's own text has letters of a script that PDFs cannot show; null otherwise. */
  letters: z.strictObject({ of: z.enum(['invoice', 'text']), script: z.enum(missingScripts) }).nullable(),
  /** The recipients of a reminder: the client in the app (`client`), and the addresses of payers without an account, who get a link by email. */
  reaches: z.strictObject({ client: z.boolean(), emails: z.array(z.string()) }),
})
export type Reminders = z.infer<typeof Reminders>

/** A reminder that is due. */
const ProposedReminder = z.strictObject({
  invoiceId: InvoiceId,
  number: z.string(),
  payerName: z.string(),
  step: ReminderStepValue,
  dueOn: Day,
  /** The unpaid amount. */
  openMinor: Minor,
  currency: Currency,
})
export type ProposedReminder = z.infer<typeof ProposedReminder>

/** The amounts of a period in the chart. */
const MoneyPeriod = z.strictObject({
  /** The first day of the charted period. */
  from: Day,
  issuedMinor: Minor,
  receivedMinor: Minor,
  openMinor: Minor,
  overdueMinor: Minor,
})

/** Payments, reminders and sums of a therapist. Amounts are in minor units of their currency and never added across currencies. */
export const payment = {
  /**
   * Records a payment of an issued invoice. It may exceed the open amount. A full payment creates a receipt. Repeating the call with the same id
   * and values changes nothing; with other values, it is refused with CONFLICT. Refuses with NOT_PAYABLE (a draft or a credit note), OTHER_CURRENCY
   * and FUTURE_DAY (after today in the therapist's zone).
   */
  record: write
    .input(
      z.strictObject({
        id: PaymentId,
        invoiceId: InvoiceId,
        amountMinor: PaidAmount,
        currency: Currency,
        paidOn: Day,
        method: z.enum(enteredMethods),
        reference: nameText(maxPaymentReference).refine(isPrintable, 'UNPRINTABLE_TEXT'),
      }),
    )
    .output(InvoiceBalance)
    .errors({ NOT_PAYABLE: { status: 409 }, OTHER_CURRENCY: { status: 409 }, FUTURE_DAY: { status: 409 } }),
  /**
   * Reverses `amountMinor` of a payment, or its remainder, by a counter-entry. Repeating the call with the same id and values changes nothing; with
   * other values, it is refused with CONFLICT. Refuses with TOO_MUCH and the remainder of the payment. A payment by credit is moved back.
   * `withCredit` reverses the remainder, and the part of the payment that was moved to other invoices as credit, whatever the amount.
   */
  reverse: write
    .input(
      z.strictObject({
        id: PaymentId,
        paymentId: PaymentId,
        amountMinor: PaidAmount.optional(),
        withCredit: z.boolean().optional(),
      }),
    )
    .output(InvoiceBalance)
    .errors({ TOO_MUCH: { status: 409, data: z.object({ leftMinor: Minor }) } }),
  /** The credit of the payer of an invoice or a draft: the amounts by which the payer's other invoices are overpaid. */
  credit: read.input(z.strictObject({ invoiceId: InvoiceId })).output(PayerCredit),
  /**
   * Moves `amountMinor` of the overpaid amount of an invoice to an open invoice of the same payer, by a counter-entry and a payment of today with
   * the method `credit`. Repeating the call with the same id changes nothing. Refuses with OTHER_PAYER, also for another currency, and with TOO_MUCH
   * and the highest amount that can be moved. Returns the balance of the other invoice.
   */
  moveCredit: write
    .input(z.strictObject({ id: PaymentId, fromInvoiceId: InvoiceId, toInvoiceId: InvoiceId, amountMinor: PaidAmount }))
    .output(InvoiceBalance)
    .errors({ OTHER_PAYER: { status: 409 }, TOO_MUCH: { status: 409, data: z.object({ leftMinor: Minor }) } }),
  /** The reminders of an issued invoice, and the next one. */
  reminders: read.input(z.strictObject({ invoiceId: InvoiceId })).output(Reminders),
  /**
   * Makes the reminder of a step as a separate document without a number. The invoice does not change. Repeating a step changes nothing. Refuses
   * with NOT_REMINDABLE if the step is not the next one.
   */
  remind: write
    .input(z.strictObject({ invoiceId: InvoiceId, step: ReminderStepValue }))
    .output(Reminders)
    .errors({ NOT_REMINDABLE: { status: 409 } }),
  /** The reminders that are proposed today according to the business settings, longest overdue first, at most 100. */
  proposedReminders: read.input(EmptyInput).output(z.strictObject({ items: z.array(ProposedReminder) })),
  ...reminderTextProcedures,
  ...statements,
  /**
   * For each period: the issued amounts (less credit notes), the received amounts, and the open and overdue amounts of the invoices issued in the
   * period. Days are in the therapist's zone; the last period is the current one.
   */
  chart: read.input(z.strictObject({ period: ChartPeriod, firstWeekday: z.int().min(1).max(7).default(1) })).output(
    z.strictObject({
      currencies: z.array(z.strictObject({ currency: Currency, items: z.array(MoneyPeriod) })),
    }),
  ),
  ...paymentBankFile,
}
