import { z } from 'zod'
import { EmptyInput, Id } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Language, text } from '../../../common/text/text.schemas.ts'
import { isPrintable } from '../invoice/invoice.rules.ts'
import { maxProposedReminders, maxReminderText, reminderSteps, unknownPlaceholders } from './payment.rules.ts'

export const ReminderStepValue = z.union(reminderSteps.map((step) => z.literal(step)))

const ReminderText = z.strictObject({
  language: Language,
  step: ReminderStepValue,
  /** The therapist's own text with placeholders; null for the text of the product. */
  own: z.string().nullable(),
  /** The text of the product, with placeholders. */
  standard: z.string(),
})
export type ReminderText = z.infer<typeof ReminderText>

const OwnReminderText = text(maxReminderText)
  .refine((own) => own !== '', 'REQUIRED')
  .refine(isPrintable, 'UNPRINTABLE_TEXT')
  .refine((own) => unknownPlaceholders(own).length === 0, 'UNKNOWN_PLACEHOLDER')

const ReminderTexts = z.strictObject({ items: z.array(ReminderText) })

export const reminderTextProcedures = {
  /** The texts of the three steps in every language, of the acting therapist. */
  reminderTexts: read.input(EmptyInput).output(ReminderTexts),
  /** Saves the text of a step in a language. Null restores the text of the product. Applies to new reminders. */
  saveReminderText: write
    .input(z.strictObject({ language: Language, step: ReminderStepValue, own: OwnReminderText.nullable() }))
    .output(ReminderTexts),
  /**
   * Makes several reminders together, as `remind` makes one. A reminder that is no longer the next one of its invoice,
   * for example because the invoice was paid, is left out.
   */
  remindAll: write
    .input(
      z.strictObject({
        items: z
          .array(z.strictObject({ invoiceId: Id, step: ReminderStepValue }))
          .min(1)
          .max(maxProposedReminders),
      }),
    )
    .output(
      z.strictObject({
        made: z.int(),
        /** How many of these reach no one by email or in the app, so that the therapist sends the PDF. */
        unreached: z.int(),
        leftOut: z.int(),
      }),
    ),
}
