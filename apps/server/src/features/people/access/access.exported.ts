import { AccessLogEntry } from '@attune/contract/features/people/access/access'
import { translate } from '../../../platform/text/translations.ts'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { readAccessLogPage } from './access.queries.ts'

const pageLength = 500

/** The log of the people who have read the data of a client, the latest first. */
export const accessExport = definePart({
  name: 'access',
  roles: ['client'],
  schema: AccessLogEntry,
  async *pages({ db }, { actor, language }) {
    let after: string | undefined
    for (;;) {
      const lines = await db.asActor(actor, (tx) => readAccessLogPage(tx, { after, limit: pageLength }))
      yield lines.map((line) => ({
        data: line,
        title: translate(language, 'personalExport.entry', {
          name: line.reader.name,
          thing: translate(language, `personalExport.thing.${line.thing}`),
        }),
        at: line.at,
      }))
      after = lines.at(-1)?.id
      if (lines.length < pageLength) return
    }
  },
})
