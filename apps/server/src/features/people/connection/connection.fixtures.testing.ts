import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const connectionFixtures = [
  /** A pending record, its email address, its invitation, which was sent more than five minutes ago, and the code in the invitation. */
  fixture(['invitedClientId', 'invitedEmail', 'invitationId', 'code'], createInvitedClient),
  /**
   * A connected record that a call may disconnect. If the caller is a client, the record connects the client with a new therapist.
   * Otherwise the record connects the therapist with a new account.
   */
  fixture(['leavingClientId'], createLeavingClient),
]

const minute = 60_000
const day = 24 * 60 * minute

/** Inserts a record with an email address and a sent invitation. */
async function createInvitedClient({ app, pair }: FixtureOrder) {
  const [invitedClientId, invitationId] = [randomUUID(), randomUUID()]
  const therapist_id = pair.therapist.accountId
  const invitedEmail = `invited-${invitedClientId}@attune.test`
  const expiresAt = new Date(Date.now() + 10 * day)
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('client')
      .values({
        id: invitedClientId,
        therapist_id,
        first_name: 'Ines',
        last_name: canary(pair.name, 'invited'),
        email: invitedEmail,
      })
      .execute()
    await kysely
      .insertInto('invitation')
      .values({
        id: invitationId,
        therapist_id,
        client_id: invitedClientId,
        email: invitedEmail,
        language: 'en',
        sent_at: new Date(Date.now() - 10 * minute),
        expires_at: expiresAt,
      })
      .execute()
  })
  const { code } = await app.auth.invitationSecrets(invitationId, 1, { email: invitedEmail, expiresAt })
  return { invitedClientId, invitedEmail, invitationId, code }
}

/** Inserts a connected record of the pair's client with a new therapist (`forClient`), or of the pair's therapist with a new client. */
async function createLeavingClient({ app, pair, forClient }: FixtureOrder) {
  const [id, newcomer] = [randomUUID(), randomUUID()]
  const { definer } = app.privileged
  await definer.query(
    `insert into app.profile (account_id, email, first_name, last_name, role, language, zone) values ($1, $2, 'Somebody', 'New', $3, 'en', 'UTC')`,
    [newcomer, `new-${newcomer}@attune.test`, forClient ? 'therapist' : 'client'],
  )
  if (forClient) await definer.query('insert into app.calendar (therapist_id, account_id) values ($1, $1)', [newcomer])
  const [therapist, account] = forClient ? [newcomer, pair.client.accountId] : [pair.therapist.accountId, newcomer]
  await definer.query(
    `insert into app.client (id, therapist_id, account_id, first_name, last_name, status, connected_at)
     values ($1, $2, $3, 'Leaving', $4, 'active', now())`,
    [id, therapist, account, canary(pair.name, 'name')],
  )
  return { leavingClientId: id }
}
