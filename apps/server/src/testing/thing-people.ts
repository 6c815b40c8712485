import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import { canary, type Pair } from './thing-sessions.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Inserts a record with an email address and a sent invitation. */
export async function makeInvited(app: TestHouse, pair: Pair) {
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

/** Inserts a connected record between one side of the pair and a new account. */
export async function makeLeaving(app: TestHouse, pair: Pair, forClient: boolean): Promise<string> {
  const [id, newcomer] = [randomUUID(), randomUUID()]
  const { definer } = app.hands
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
  return id
}

/** Inserts an account with a pending role request and an unsent confirmation email. */
export async function makeApplicant(app: TestHouse): Promise<{ roleRequestId: string; mailId: string }> {
  const [accountId, roleRequestId, mailId] = [randomUUID(), randomUUID(), randomUUID()]
  const email = `applicant-${accountId}@attune.test`
  await app.hands.auth.query(
    `insert into auth."user" (id, email, first_name, link_generation) values ($1, $2, 'Ines', 1)`,
    [accountId, email],
  )
  await app.db.asActor({ role: 'client', id: accountId }, async (tx) => {
    await tx.kysely
      .insertInto('profile')
      .values({ account_id: accountId, email, first_name: 'Ines', last_name: 'Applicant' })
      .execute()
    await tx.kysely.insertInto('role_request').values({ id: roleRequestId, account_id: accountId }).execute()
  })
  await app.db.asActor({ role: 'worker', id: accountId }, (tx) =>
    tx.kysely
      .insertInto('mail')
      .values({
        id: mailId,
        kind: 'confirm',
        account_id: accountId,
        acting_for: accountId,
        subject_id: accountId,
        generation: 1,
      })
      .execute(),
  )
  return { roleRequestId, mailId }
}
