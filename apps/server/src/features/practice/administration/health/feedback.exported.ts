import { z } from 'zod'
import { definePart } from '../../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../../platform/text/translations.ts'

const Feedback = z.strictObject({ id: z.string(), text: z.string(), page: z.string(), at: z.string() })

/** The feedback of a person about Attune, the latest first. */
export const feedbackExport = definePart({
  name: 'feedback',
  roles: ['therapist', 'client', 'admin'],
  schema: Feedback,
  async *pages({ db }, { actor, language }) {
    const rows = await db.asActor(actor, ({ kysely }) =>
      kysely
        .selectFrom('feedback')
        .select(['id', 'text', 'page', 'created_at as at'])
        .where('account_id', '=', actor.id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),
    )
    const title = translate(language, 'personalExport.part.feedback')
    yield rows.map((feedback) => ({ data: feedback, title, at: feedback.at, text: feedback.text }))
  },
})
