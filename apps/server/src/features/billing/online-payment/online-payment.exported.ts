import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'

const Settings = z.strictObject({
  kind: z.literal('online-payments'),
  isOn: z.boolean(),
  keySavedAt: z.string().nullable(),
})

/** Whether a therapist takes online payments, without the keys of the provider. */
export const onlinePaymentExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  schema: Settings,
  async *pages({ db }, person) {
    const { actor, language } = person
    const row = await db.asActor(actor, ({ kysely }) =>
      kysely
        .selectFrom('online_payment_setup')
        .select(['is_on', 'key_saved_at'])
        .where('therapist_id', '=', actor.id)
        .executeTakeFirst(),
    )
    if (!row) return
    const { is_on: isOn, key_saved_at: keySavedAt } = row
    yield [
      {
        data: { kind: 'online-payments' as const, isOn, keySavedAt },
        title: translate(language, 'onlinePayment.exportTitle'),
        at: null,
        facts: labelledFacts(language, { isOn, keySavedAt: exportedMoment(person, keySavedAt) }),
      },
    ]
  },
})
