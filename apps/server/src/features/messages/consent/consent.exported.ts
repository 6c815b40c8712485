import {
  consentActions,
  consentChannels,
  consentPurposes,
  consentSources,
} from '@attune/contract/features/messages/consent/consent.rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'

const Event = z.strictObject({
  kind: z.literal('texts'),
  therapistName: z.string(),
  at: z.string(),
  action: z.enum(consentActions),
  source: z.enum(consentSources),
  number: z.string(),
  channel: z.enum(consentChannels).nullable(),
  purpose: z.enum(consentPurposes).nullable(),
  provider: z.string().nullable(),
  providerCountry: z.string().nullable(),
})
type Event = z.infer<typeof Event>

/** The events by which a client allowed or ended text messages, the latest first. */
export const textConsentExport = definePart({
  name: 'consents',
  roles: ['client'],
  position: 1,
  schema: Event,
  async *pages({ db }, { actor, language }) {
    const { rows } = await db.asActor(actor, ({ kysely }) =>
      sql<Event>`
        select 'texts' as kind, coalesce(p.name, '') as "therapistName", l.at, l.action, l.how as source, l.number, l.channel, l.purpose, l.provider,
          l.provider_country as "providerCountry"
        from app.text_consent l left join app.person p on p.account_id = l.therapist_id order by l.at desc, l.position desc`.execute(
        kysely,
      ),
    )
    yield rows.map((event) => ({
      data: event,
      title: translate(language, 'consent.exportTitle', { name: event.therapistName }),
      at: event.at,
      text: translate(language, `personalExport.consent.${event.action}`),
      facts: labelledFacts(language, { number: event.number, channel: event.channel, provider: event.provider }),
    }))
  },
})
