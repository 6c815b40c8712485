import { Minor } from '../../../common/money/money.schemas.ts'
import { maxInvoiceMinor } from '../invoice/invoice.rules.ts'

/** The amount of a payment in minor units, above 0. */
export const PaidAmount = Minor.refine((minor) => {
  const amount = /^-?\d+$/.test(minor) ? BigInt(minor) : 0n
  return amount > 0n && amount <= maxInvoiceMinor
}, 'OUT_OF_RANGE')
