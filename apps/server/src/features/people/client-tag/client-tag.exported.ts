import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listClientTags } from './client-tag.ts'

/** The names and colors of a therapist's tags. The exported records contain the tags of each client. */
export const clientTagExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  schema: z.strictObject({
    kind: z.literal('tags'),
    tags: z.array(z.strictObject({ name: z.string(), color: z.string().nullable() })),
  }),
  async *pages({ db }, { actor, language }) {
    const tags = (await db.asActor(actor, listClientTags)).map(({ name, color }) => ({ name, color }))
    const title = translate(language, 'clientTag.exportTitle')
    if (tags.length > 0)
      yield [{ data: { kind: 'tags' as const, tags }, title, at: null, text: tags.map(({ name }) => name).join('\n') }]
  },
})
