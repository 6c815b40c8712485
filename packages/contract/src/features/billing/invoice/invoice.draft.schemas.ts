import { z } from 'zod'
import { longestSessionMinutes } from '../../../common/constants.ts'
import { ClientId, PayerId, ServiceId, SessionId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { nameText, text, Language } from '../../../common/text/text.schemas.ts'
import { ClockTime, Day } from '../../../common/time/time.schemas.ts'
import {
  billableKinds,
  invoiceLengths,
  isPrintable,
  maxFactorMilli,
  maxInvoiceLines,
  maxInvoiceMinor,
  maxQuantityMilli,
} from './invoice.rules.ts'
import { SessionFormat } from '../../schedule/session/session.schemas.ts'

const printedLine = (max: number) => nameText(max).refine(isPrintable, 'UNPRINTABLE_TEXT')
const printedText = (max: number) => text(max).refine(isPrintable, 'UNPRINTABLE_TEXT')

/** The reason of a credit note, printed on it. */
export const CreditReason = printedText(invoiceLengths.reason)

/** A session of a client that has not been billed. */
export const ToBillItem = z.strictObject({
  sessionId: SessionId,
  clientId: ClientId,
  clientName: z.string(),
  /** Day and time of the start in the therapist's zone. */
  serviceOn: Day,
  serviceTime: ClockTime,
  minutes: z.int(),
  /** A no-show or a late cancellation is billed as a fee, which the therapist can waive. */
  kind: z.enum(billableKinds),
  format: SessionFormat,
  serviceId: ServiceId.nullable(),
  text: z.string(),
  code: z.string(),
  /** The client's share of the price; null if there is no service for the session's format. */
  priceMinor: Minor.nullable(),
  currency: Currency,
  payerName: z.string(),
  /** Whether a new invoice may be sent to the payer. */
  payerAgreed: z.boolean(),
  /** The names of the other participants of the session. */
  with: z.array(z.string()),
})
export type ToBillItem = z.infer<typeof ToBillItem>

/**
 * A line of a draft. A discount is a line with a negative quantity. `taxRateBp` is the line's own rate in basis points; null means the tax of the
 * business's profile.
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
  /** The unit price including the factor; null if it is unknown. Never negative. */
  priceMinor: Minor.refine((price) => {
    const minor = /^-?\d+$/.test(price) ? BigInt(price) : -1n
    return minor >= 0n && minor <= maxInvoiceMinor
  }, 'OUT_OF_RANGE').nullable(),
  taxRateBp: z.int().min(1).max(5000).nullable(),
  /** The billed session; null for other lines. */
  sessionId: SessionId.nullable(),
})
export type DraftLine = z.infer<typeof DraftLine>

/** The saved content of a draft. `payerId` is null if the client pays and no payer was saved for the client. */
export const DraftContent = z.strictObject({
  payerId: PayerId.nullable(),
  language: Language,
  note: printedText(invoiceLengths.note),
  reference: printedLine(invoiceLengths.reference),
  showDiagnosis: z.boolean(),
  diagnosis: printedText(invoiceLengths.diagnosis).nullable(),
  lines: z.array(DraftLine).max(maxInvoiceLines),
})
export type DraftContent = z.infer<typeof DraftContent>

/**
 * A field that is missing before a draft can be issued. `of` is the part of the invoice and `field` a field of it; `position` is the line, or null
 * outside the lines.
 */
export const MissingField = z.strictObject({
  of: z.enum(['business', 'payer', 'invoice', 'line']),
  field: z.string(),
  position: z.int().nullable(),
})
export type MissingField = z.infer<typeof MissingField>
