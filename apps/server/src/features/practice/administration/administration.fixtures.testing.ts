import { randomUUID } from 'node:crypto'
import { fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const administrationFixtures = [
  /**
   * A pending request for the therapist role, the account that made it (no one is signed in to this account), open feedback of this account about the
   * product, and a confirmation email to this account in the outbox.
   */
  fixture(['roleRequestId', 'applicantId', 'feedbackId', 'mailId'], createApplicant),
]

/** Inserts an account with a pending role request, open feedback and an unsent confirmation email. */
async function createApplicant({ app }: FixtureOrder) {
  const [accountId, roleRequestId, feedbackId, mailId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const email = `applicant-${accountId}@attune.test`
  await app.privileged.auth.query(
    `insert into auth."user" (id, email, first_name, link_generation) values ($1, $2, 'Ines', 1)`,
    [accountId, email],
  )
  await app.db.asActor({ role: 'client', id: accountId }, async (tx) => {
    await tx.kysely
      .insertInto('profile')
      .values({ account_id: accountId, email, first_name: 'Ines', last_name: 'Applicant' })
      .execute()
    await tx.kysely.insertInto('role_request').values({ id: roleRequestId, account_id: accountId }).execute()
    await tx.kysely.insertInto('feedback').values({ id: feedbackId, account_id: accountId, text: 'Thanks' }).execute()
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
  return { roleRequestId, feedbackId, applicantId: accountId, mailId }
}
