import {
  assistantConsentActions,
  assistantConsentSources,
} from '@attune/contract/features/assistant/assistant-consent/assistant-consent.rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'

const Event = z.strictObject({
  kind: z.literal('assistant'),
  therapistName: z.string(),
  at: z.string(),
  action: z.enum(assistantConsentActions),
  source: z.enum(assistantConsentSources),
  provider: z.string(),
  providerCountry: z.string(),
})
type Event = z.infer<typeof Event>

/** The events by which a client allowed or ended the use of the assistant, the latest first. */
export const assistantConsentExport = definePart({
  name: 'consents',
  roles: ['client'],
  position: 2,
  schema: Event,
  async *pages({ db }, { actor, language }) {
    const { rows } = await db.asActor(actor, ({ kysely }) =>
      sql<Event>`
        select 'assistant' as kind, coalesce(p.name, '') as "therapistName", l.at, l.action, l.how as source, l.provider,
          l.provider_country as "providerCountry"
        from app.assistant_consent l left join app.person p on p.account_id = l.therapist_id order by l.at desc, l.position desc`.execute(
        kysely,
      ),
    )
    yield rows.map((event) => ({
      data: event,
      title: translate(language, 'assistantConsent.exportTitle', { name: event.therapistName }),
      at: event.at,
      text: translate(language, `personalExport.consent.${event.action}`),
      facts: labelledFacts(language, { provider: event.provider }),
    }))
  },
})
