import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../../testing/fixtures/fixture.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'

/** A conversation with a guardian of the record, to which a message from the guardian is added. */
export const guardianMessagesFixtures = [fixture(['guardianConversationId'], createGuardianConversation)]

async function createGuardianConversation({ app, pair }: FixtureOrder) {
  const of = { therapistId: pair.therapist.accountId, clientId: pair.recordId }
  const account = await app.person('client', 9)
  const { definer } = app.privileged
  const known = await definer.query(
    'select from app.guardian where client_id = $1 and account_id = $2 and ended_at is null',
    [of.clientId, account.accountId],
  )
  if (known.rows.length === 0) await insertGuardian(app, { ...of, account, rights: ['messages'] })
  const { rows } = await definer.query<{ id: string; seq: number }>(
    'update app.guardian_conversation set last_seq = last_seq + 1 where client_id = $1 and account_id = $2 returning id, last_seq as seq',
    [of.clientId, account.accountId],
  )
  const [conversation] = rows
  if (!conversation) throw new Error('the guardian has no conversation')
  await definer.query(
    `insert into app.guardian_message (id, therapist_id, client_id, conversation_id, seq, by_role, text, created_at)
     values ($1, $2, $3, $4, $5, 'guardian', $6, now())`,
    [
      randomUUID(),
      of.therapistId,
      of.clientId,
      conversation.id,
      conversation.seq,
      canary(pair.name, 'guardian-message'),
    ],
  )
  return { guardianConversationId: conversation.id }
}
