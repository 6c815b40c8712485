import { sql } from 'kysely'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'

const Call = z.strictObject({
  kind: z.literal('call'),
  sessionId: z.string(),
  joinedAt: z.string(),
  leftAt: z.string().nullable(),
  seconds: z.number(),
})
type Call = z.infer<typeof Call>

/** The times that a client spent in the calls of their sessions, the latest first. */
export const callExport = definePart({
  name: 'sessions',
  roles: ['client'],
  position: 1,
  schema: Call,
  async *pages({ db }, person) {
    const { actor, language } = person
    const { rows } = await db.asActor(actor, ({ kysely }) =>
      sql<Call>`
        select 'call' as kind, p.session_id as "sessionId", p.first_joined_at as "joinedAt", p.last_left_at as "leftAt", p.seconds
        from app.video_call_person p
        where p.client_id = any ((select def.my_records())::uuid[]) and p.person_id = p.client_id and p.first_joined_at is not null
        order by p.first_joined_at desc`.execute(kysely),
    )
    yield rows.map((call) => ({
      data: call,
      title: translate(language, 'recordExport.format.video'),
      at: call.joinedAt,
      text: translate(language, 'recordExport.minutes', { count: String(Math.round(call.seconds / 60)) }),
      facts: labelledFacts(language, { until: exportedMoment(person, call.leftAt) }),
    }))
  },
})
