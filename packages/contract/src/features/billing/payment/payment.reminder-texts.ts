import { z } from 'zod'
import { EmptyInput, InvoiceId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Language, text } from '../../../common/text/text.schemas.ts'
import { isPrintable } from '../invoice/invoice.rules.ts'
import { maxProposedReminders, maxReminderText, reminderSteps, unknownPlaceholders } from './payment.rules.ts'

export const ReminderStepValue = z.union(reminderSteps.map((step) => z.literal(step)))

const ReminderText = z.strictObject({
  language: Language,
  step: ReminderStepValue,
  /** The therapist's own text with placeholders; null for the default text. */
  own: z.string().nullable(),
  /** The default text of the product, with placeholders. */
  standard: z.string(),
})
export type ReminderText = z.infer<typeof ReminderText>

const OwnReminderText = text(maxReminderText)
  .refine((own) => own !== '', 'REQUIRED')
  .refine(isPrintable, 'UNPRINTABLE_TEXT')
  .refine((own) => unknownPlaceholders(own).length === 0, 'UNKNOWN_PLACEHOLDER')

const ReminderTexts = z.strictObject({ items: z.array(ReminderText) })

export const reminderTextProcedures = {
  /** The texts of the caller's three reminder steps, in every language. */
  reminderTexts: read.input(EmptyInput).output(ReminderTexts),
  /** Saves the text of a step in one language. Null restores the default text. Applies to new reminders. */
  saveReminderText: write
    .input(z.strictObject({ language: Language, step: ReminderStepValue, own: OwnReminderText.nullable() }))
    .output(ReminderTexts),
  /**
   * Makes several reminders at once, each like `remind`. Skips reminders that are no longer next for their invoice, for example because the invoice
   * was paid.
   */
  remindAll: write
    .input(
      z.strictObject({
        items: z
          .array(z.strictObject({ invoiceId: InvoiceId, step: ReminderStepValue }))
          .min(1)
          .max(maxProposedReminders),
      }),
    )
    .output(
      z.strictObject({
        made: z.int(),
        /** The number of reminders in `made` with neither an email recipient nor an app account. The therapist must send their PDFs. */
        unreached: z.int(),
        leftOut: z.int(),
      }),
    ),
}
