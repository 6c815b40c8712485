import { MeasureContent } from '@attune/contract/features/care/measure/measure.schemas'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'

const Exported = z.strictObject({
  kind: z.literal('questionnaire'),
  id: z.string(),
  content: MeasureContent,
  /** The versions that were released, the latest first. */
  versions: z.array(z.strictObject({ version: z.number(), releasedAt: z.string(), content: MeasureContent })),
})

/** The questionnaires that a therapist has written, with their versions. */
export const measureExport = definePart({
  name: 'templates',
  roles: ['therapist'],
  schema: Exported,
  async *pages({ db }, { actor, language }) {
    const measures = await db.asActor(actor, ({ kysely }) =>
      kysely
        .selectFrom('measure')
        .select(['id', 'content'])
        .where('therapist_id', '=', actor.id)
        .where('removed_at', 'is', null)
        .orderBy('id')
        .execute(),
    )
    for (const { id, content } of measures) {
      const rows = await db.asActor(actor, ({ kysely }) =>
        kysely
          .selectFrom('measure_version')
          .select(['version', 'content', 'released_at as releasedAt'])
          .where('therapist_id', '=', actor.id)
          .where('measure_id', '=', id)
          .orderBy('version', 'desc')
          .execute(),
      )
      const draft = content as unknown as MeasureContent
      const versions = rows.map((row) => ({ ...row, content: row.content as unknown as MeasureContent }))
      yield [
        {
          data: { kind: 'questionnaire' as const, id, content: draft, versions },
          title: draft.title,
          at: null,
          text: translate(language, 'measure.questionnaire'),
          facts: draft.items.map((item) => ({ label: item.text[draft.language] ?? '', text: '–' })),
        },
      ]
    }
  },
})
