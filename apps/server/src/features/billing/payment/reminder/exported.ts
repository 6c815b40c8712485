import { z } from 'zod'
import { definePart } from '../../../../platform/personal-export/exported-part.ts'
import { nameOfLanguage, translate } from '../../../../platform/text/translations.ts'
import { listReminderTexts } from './texts.ts'

const Text = z.strictObject({ kind: z.literal('reminder'), language: z.string(), step: z.number(), text: z.string() })

/** A therapist's own texts of payment reminders. */
export const reminderTextExport = definePart({
  name: 'templates',
  roles: ['therapist'],
  position: 1,
  schema: Text,
  async *pages({ db }, { actor, language: reader }) {
    const texts = await db.asActor(actor, listReminderTexts)
    yield texts.flatMap(({ language, step, own }) =>
      own === null
        ? []
        : [
            {
              data: { kind: 'reminder' as const, language, step, text: own },
              title: translate(reader, 'payment.reminderText', {
                step: String(step),
                language: nameOfLanguage(language, reader),
              }),
              at: null,
              text: own,
            },
          ],
    )
  },
})
