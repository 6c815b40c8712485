import type { TherapistId } from '@attune/contract/common/ids'
import { OwnTerms } from '@attune/contract/features/schedule/terms/terms'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { readOwnTerms } from './terms.ts'

/** The terms of a therapist's sessions: limits of changes, place, reminders, and calls. */
export const termsExport = definePart({
  name: 'services',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('terms'), ...OwnTerms.shape }),
  async *pages({ db }, { actor, language }) {
    const terms = await db.asActor(actor, (tx) => readOwnTerms(tx, actor.id as TherapistId))
    const minutes = (count: number) => translate(language, 'recordExport.minutes', { count: String(count) })
    yield [
      {
        data: { kind: 'terms' as const, ...terms },
        title: translate(language, 'terms.exportTitle'),
        at: null,
        facts: labelledFacts(language, {
          duration: minutes(terms.durationMinutes),
          location: terms.location,
          videoLink: terms.videoLink,
          phone: terms.callPhone,
          reminders: terms.remindBefore.map(minutes),
        }),
      },
    ]
  },
})
