import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../../testing/fixtures/fixture.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'

/** A conversation with a guardian of a record without an account, with a message of the guardian. */
export const guardianMessagesFixtures = [fixture(['guardianConversationId'], createGuardianConversation)]

async function createGuardianConversation({ app, pair }: FixtureOrder) {
  const therapist_id = pair.therapist.accountId
  const clientId = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('client')
      .values({ id: clientId, therapist_id, first_name: 'Tim', last_name: canary(pair.name, 'guarded') })
      .execute(),
  )
  const account = await app.person('client', 9)
  await insertGuardian(app, { therapistId: therapist_id, clientId, account, rights: ['messages'] })
  const text = canary(pair.name, 'guardian-message')
  await account.api.guardian.sendMessage({ actingFor: clientId, id: randomUUID(), text })
  const { rows } = await app.privileged.definer.query<{ id: string }>(
    'select id from app.guardian_conversation where client_id = $1',
    [clientId],
  )
  return { guardianConversationId: rows[0]?.id ?? '' }
}
