import { sql } from 'kysely'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'

const Turn = z.strictObject({
  kind: z.enum(['question', 'draft']),
  /** The name of the client in the record; null if the question is about no client. */
  clientName: z.string().nullable(),
  question: z.string(),
  text: z.string(),
  model: z.string(),
  at: z.string(),
})
type Turn = z.infer<typeof Turn>
type Row = Turn & { id: string }

const pageLength = 200

/** A therapist's questions to the assistant with the answers, and the drafts that were not accepted, the latest first. */
export const assistantExport = definePart<Turn>({
  name: 'assistant',
  roles: ['therapist'],
  schema: Turn,
  async *pages({ db }, { actor, language }) {
    let last: Row | undefined
    do {
      const after = last ? sql`(x.at, x.id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql`true`
      const { rows } = await db.asActor(actor, ({ kysely }) =>
        sql<Row>`
          select x.id, x.kind, n.name as "clientName", x.question, x.text, x.model,
            to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
          from (
            select t.id, 'question' as kind, c.client_id, t.question, t.text, t.model, t.asked_at as at
            from app.assistant_turn t join app.assistant_conversation c on c.therapist_id = t.therapist_id and c.id = t.conversation_id
            where t.therapist_id = ${actor.id}
            union all
            select d.id, 'draft', d.client_id, case when d.question = '' then d.keywords else d.question end, d.text, d.model, d.at
            from app.assistant_draft d where d.therapist_id = ${actor.id}
          ) x left join app.client_name n on n.therapist_id = ${actor.id} and n.id = x.client_id
          where ${after} order by x.at desc, x.id desc limit ${pageLength}`.execute(kysely),
      )
      yield rows.map(({ id: _id, ...turn }) => ({
        data: turn,
        title: turn.question || translate(language, `assistant.turn.${turn.kind}`),
        at: turn.at,
        text: turn.text,
        facts: labelledFacts(language, { client: turn.clientName, model: turn.model }),
      }))
      last = rows.length === pageLength ? rows.at(-1) : undefined
    } while (last)
  },
})

/** The time at which a therapist switched the assistant on. */
export const assistantSettingsExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  position: 1,
  schema: z.strictObject({ kind: z.literal('assistant'), switchedOnAt: z.string() }),
  async *pages({ db }, person) {
    const row = await db.asActor(person.actor, ({ kysely }) =>
      kysely.selectFrom('assistant_switch').select('at').where('account_id', '=', person.actor.id).executeTakeFirst(),
    )
    if (!row) return
    yield [
      {
        data: { kind: 'assistant' as const, switchedOnAt: row.at },
        title: translate(person.language, 'personalExport.part.assistant'),
        at: null,
        facts: labelledFacts(person.language, { switchedOnAt: exportedMoment(person, row.at) }),
      },
    ]
  },
})
