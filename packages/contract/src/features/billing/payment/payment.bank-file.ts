import { z } from 'zod'
import { Done, InvoiceId, PaymentId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { write } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { invoiceStatuses } from '../invoice/invoice.rules.ts'
import {
  bankFields,
  dayOrders,
  decimalSigns,
  isCompleteMapping,
  maxBankBookings,
  maxBankColumns,
  maxBankParts,
} from './payment.bank-file.rules.ts'
import { PaidAmount } from './payment.schemas.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const BankMapping = z
  .strictObject({
    columns: z.array(z.enum(bankFields).nullable()).min(2).max(maxBankColumns),
    decimal: z.enum(decimalSigns),
    dayOrder: z.enum(dayOrders),
    currency: Currency,
  })
  .refine(isCompleteMapping, 'INCOMPLETE')

/** An entry of a bank file, or a part of it, and the invoice that it pays. */
const BankBooking = z.strictObject({
  key: Sha256,
  invoiceId: InvoiceId,
  amountMinor: PaidAmount,
  currency: Currency,
  paidOn: Day,
})
export type BankBooking = z.infer<typeof BankBooking>

/** Bank files. The file is uploaded to `/api/storage/bank-file`, which responds with `BankFileAnswer` and stores nothing. */
export const paymentBankFile = {
  /** Saves the mapping by which CSV files with these headings are read. Replaces an earlier mapping for the same headings. */
  saveBankMapping: write.input(z.strictObject({ fingerprint: Sha256, mapping: BankMapping })).output(Done),
  /**
   * Records the payments of reviewed entries, all of them or none. Items with the same key are the parts of an entry that pays several invoices.
   * Entries that were already booked, on any invoice, change nothing and are counted in `known`. Refuses with NOT_PAYABLE, OTHER_CURRENCY and
   * FUTURE_DAY, like `record`.
   */
  bookBankEntries: write
    .input(z.strictObject({ items: z.array(BankBooking).min(1).max(maxBankBookings) }))
    .output(
      z.strictObject({
        booked: z.array(z.strictObject({ key: Sha256, invoiceId: InvoiceId, status: z.enum(invoiceStatuses) })),
        known: z.int(),
      }),
    )
    .errors({ NOT_PAYABLE: { status: 409 }, OTHER_CURRENCY: { status: 409 }, FUTURE_DAY: { status: 409 } }),
  /**
   * Reverses recorded payments, because an entry of a bank file takes them back: each by a counter-entry on the day of the entry. Reverses all of
   * them or none. If the entry was already recorded, changes nothing. Refuses with FUTURE_DAY, and with TOO_MUCH for more than the remainder of a
   * payment.
   */
  reverseBankEntry: write
    .input(
      z.strictObject({
        key: Sha256,
        paidOn: Day,
        items: z
          .array(z.strictObject({ paymentId: PaymentId, amountMinor: PaidAmount }))
          .min(1)
          .max(maxBankParts),
      }),
    )
    .output(Done)
    .errors({ FUTURE_DAY: { status: 409 }, TOO_MUCH: { status: 409, data: z.object({ leftMinor: Minor }) } }),
}
