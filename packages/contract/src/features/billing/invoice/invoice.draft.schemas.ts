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

/** The reason for a credit note, printed on it. */
export const CreditReason = printedText(invoiceLengths.reason)

/** A session of a client that has not been billed. */
export const ToBillItem = z.strictObject({
  sessionId: SessionId,
  clientId: ClientId,
  clientName: z.string(),
  /** The day of the session in the therapist's zone. */
  serviceOn: Day,
  /** The start of the session in the therapist's zone. */
  serviceTime: ClockTime,
  /** The duration of the session. */
  minutes: z.int(),
  /** A no-show or a late cancellation is billed as a fee, which the therapist can waive. */
  kind: z.enum(billableKinds),
  format: SessionFormat,
  /** The service that the invoice proposes; null if there is none for the session's format. */
  serviceId: ServiceId.nullable(),
  /** The text of the proposed line. */
  text: z.string(),
  /** The number of the service in a fee schedule; empty if there is none. */
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

export const DraftLine = z.strictObject({
  /** The day of the service; null for a line without a day, such as a discount. */
  serviceOn: Day.nullable(),
  /** The start of the service in the therapist's zone; null if it is not printed. */
  serviceTime: ClockTime.nullable(),
  /** The duration; null if it is not printed. */
  minutes: z.int().min(1).max(longestSessionMinutes).nullable(),
  /** The number of the service in a fee schedule; empty if there is none. */
  code: printedLine(invoiceLengths.code),
  text: printedLine(invoiceLengths.text),
  /** The multiplier of a fee schedule, in thousandths; null if there is none. */
  factorMilli: z.int().min(1).max(maxFactorMilli).nullable(),
  /** The reason for a high multiplier. */
  factorReason: printedLine(invoiceLengths.factorReason),
  /** The place of the service; empty if it is not printed. */
  place: printedLine(invoiceLengths.place),
  /** The quantity in thousandths; negative for a discount. */
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
  /** The line's own rate in basis points; null for the tax of the business's profile. */
  taxRateBp: z.int().min(1).max(5000).nullable(),
  /** The billed session; null for other lines. */
  sessionId: SessionId.nullable(),
})
export type DraftLine = z.infer<typeof DraftLine>

export const DraftContent = z.strictObject({
  /** Null if the client pays and no payer was saved for the client. */
  payerId: PayerId.nullable(),
  language: Language,
  /** A text for this invoice. */
  note: printedText(invoiceLengths.note),
  /** The number of the policy, the member or the case at the payer; empty if there is none. */
  reference: printedLine(invoiceLengths.reference),
  /** Whether the invoice shows the diagnosis, if country and payer allow it. */
  showDiagnosis: z.boolean(),
  /** The text of the diagnosis; null if none was entered. */
  diagnosis: printedText(invoiceLengths.diagnosis).nullable(),
  lines: z.array(DraftLine).max(maxInvoiceLines),
})
export type DraftContent = z.infer<typeof DraftContent>

/** A field that is missing before a draft can be issued. */
export const MissingField = z.strictObject({
  /** The part of the invoice that contains the field. */
  of: z.enum(['business', 'payer', 'invoice', 'line']),
  field: z.string(),
  /** The number of the line; null outside the lines. */
  position: z.int().nullable(),
})
export type MissingField = z.infer<typeof MissingField>
