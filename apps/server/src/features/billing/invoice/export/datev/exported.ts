import { z } from 'zod'
import { definePart } from '../../../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../../../platform/personal-export/facts.ts'
import { readDatev } from './datev-settings.ts'

const Settings = z.strictObject({
  kind: z.literal('datev'),
  consultant: z.string(),
  client: z.string(),
  chart: z.string(),
  exportedUntil: z.number().nullable(),
})

/** A therapist's settings of the DATEV export. */
export const datevSettingsExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  schema: Settings,
  async *pages({ db }, { actor, language }) {
    const { fields, exportedUntil } = await db.asActor(actor, readDatev)
    const { consultant, client, chart } = fields
    if (consultant === '' && client === '') return
    yield [
      {
        data: { kind: 'datev' as const, consultant, client, chart, exportedUntil },
        title: 'DATEV',
        at: null,
        facts: labelledFacts(language, { datevConsultant: consultant, datevClient: client, datevChart: chart }),
      },
    ]
  },
})
