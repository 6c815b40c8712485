import { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listSessionTypes } from './session-type.settings.ts'

/** The types of sessions that a therapist offers, and the people who can book them. */
export const sessionTypeExport = definePart({
  name: 'services',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('session-type'), ...SessionType.shape }),
  async *pages({ db }, { actor, language }) {
    const types = await db.asActor(actor, listSessionTypes)
    yield types.map((type) => ({
      data: { kind: 'session-type' as const, ...type },
      title: type.name,
      at: null,
      text: [
        translate(language, 'recordExport.minutes', { count: String(type.durationMinutes) }),
        translate(language, `recordExport.format.${type.format}`),
      ].join('\n'),
      facts: labelledFacts(language, { location: type.location }),
    }))
  },
})
