import { shiftDay } from '@attune/contract/common/time/time'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import {
  openMinor,
  payableMinor,
  refundDays,
  refundOf,
  type RefundWay,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceRow } from '../invoice.rows.ts'

/** Returns the refund of a credit note: the amount that the payer has paid for it, in the given way. */
export function refundFor(row: InvoiceRow, note: InvoiceDocument, way: RefundWay): InvoiceDocument['refund'] {
  const minor = refundOf(payableMinor(note), openMinor(row))
  const by = way === 'transfer' && minor > 0n ? shiftDay(note.issuedOn, refundDays) : null
  return { way: minor > 0n ? way : 'none', amountMinor: minor.toString(), by }
}
