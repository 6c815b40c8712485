import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { putPictures } from '../file/file.fixtures.testing.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const formFixtures = [
  /** An open form of the client for a guardian, and one that the client's guardian signed, if the client has one. */
  fixture(['guardianFormId', 'guardianSignedFormId'], createGuardianForms),
  /**
   * Two confirmed forms of the therapist, of which the second was never sent; an open and a signed form of the client; a consent that was signed
   * on paper, and this signature.
   */
  fixture(['formId', 'unsentFormId', 'openFormId', 'signedFormId', 'paperFormId', 'paperSignatureId'], createForms),
]

const frozen = (name: string, isForGuardian = false) => ({
  title: canary(name, 'form'),
  language: 'en',
  isConsent: true,
  fields: [
    { id: randomUUID(), type: 'short-text', label: canary(name, 'question'), hint: '', required: false, options: [] },
    { id: randomUUID(), type: 'signature', label: 'Signature', hint: '', required: true, options: [], isForGuardian },
  ],
})

/** Inserts two forms of the client that a guardian signs. The second is signed if the client has a guardian. */
async function createGuardianForms({ app, pair: { name, therapist, recordId } }: FixtureOrder) {
  const [guardianFormId, guardianSignedFormId] = [randomUUID(), randomUUID()]
  const sha256 = '0'.repeat(64)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    for (const id of [guardianFormId, guardianSignedFormId]) {
      await sql`
        insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, notified_at)
        values (${id}, ${therapist.accountId}, ${recordId}, ${randomUUID()}, 1, ${JSON.stringify(frozen(name, true))}, ${sha256}, now())`.execute(
        kysely,
      )
    }
  })
  const { rows } = await app.privileged.definer.query(
    `select account_id from app.guardian_right where client_id = $1 and kind = 'forms'`,
    [recordId],
  )
  const [signer] = rows as { account_id: string }[]
  if (!signer) return { guardianFormId, guardianSignedFormId }
  const actor = { role: 'guardian', id: signer.account_id, actingFor: recordId } as const
  await app.db.asActor(actor, async ({ kysely }) => {
    await sql`
      insert into app.form_signature (sent_form_id, therapist_id, client_id, account_id, form_version, answers, typed_name, shown_sha256, command, signed_at)
      values (${guardianSignedFormId}, ${therapist.accountId}, ${recordId}, ${signer.account_id}, 1, '{}', ${canary(name, 'signature')}, ${sha256},
        ${randomUUID()}, now())`.execute(kysely)
    await sql`update app.sent_form set signed_at = now() where id = ${guardianSignedFormId}`.execute(kysely)
  })
  return { guardianFormId, guardianSignedFormId }
}

/** Inserts two confirmed forms, and three forms that were sent to the client: one is open, one signed, and one signed on paper. */
async function createForms({ app, pair }: FixtureOrder) {
  const { name, therapist, client, recordId } = pair
  const [formId, unsentFormId, openFormId] = [randomUUID(), randomUUID(), randomUUID()]
  const [signedFormId, paperFormId, paperSignatureId] = [randomUUID(), randomUUID(), randomUUID()]
  const sha256 = '0'.repeat(64)
  const scan = randomUUID()
  await putPictures(app, pair, therapist, [scan])
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    for (const id of [formId, unsentFormId]) {
      const content = JSON.stringify(frozen(name))
      await sql`insert into app.form (id, therapist_id, content) values (${id}, ${therapist.accountId}, ${content})`.execute(
        kysely,
      )
      await sql`update app.form set confirmed_content = content, confirmed_version = 1, confirmed_at = now(), confirmed_sha256 = ${sha256}
        where id = ${id}`.execute(kysely)
    }
    for (const id of [signedFormId, openFormId, paperFormId]) {
      await sql`
        insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, notified_at)
        values (${id}, ${therapist.accountId}, ${recordId}, ${randomUUID()}, 1, ${JSON.stringify(frozen(name))}, ${sha256}, now())`.execute(
        kysely,
      )
    }
    await sql`
      insert into app.paper_signature (id, therapist_id, sent_form_id, signer_name, signed_on, account_id, file_id, recorded_at)
      values (${paperSignatureId}, ${therapist.accountId}, ${paperFormId}, ${canary(name, 'signature')}, current_date, ${therapist.accountId}, ${scan}, now())`.execute(
      kysely,
    )
    await sql`update app.sent_form set signed_at = now() where id = ${paperFormId}`.execute(kysely)
  })
  await app.db.asActor({ role: 'client', id: client.accountId }, async ({ kysely }) => {
    await sql`
      insert into app.form_signature (sent_form_id, therapist_id, client_id, account_id, form_version, answers, typed_name, shown_sha256, command, signed_at)
      values (${signedFormId}, ${therapist.accountId}, ${recordId}, ${client.accountId}, 1, '{}', ${canary(name, 'signature')}, ${sha256},
        ${randomUUID()}, now())`.execute(kysely)
    await sql`update app.sent_form set signed_at = now() where id = ${signedFormId}`.execute(kysely)
  })
  return { formId, unsentFormId, openFormId, signedFormId, paperFormId, paperSignatureId }
}
