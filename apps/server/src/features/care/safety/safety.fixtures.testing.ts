import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const safetyFixtures = [
  /** A connected record of a client who shares a safety plan. */
  fixture(['safetyPlanClientId'], createClientWithSafetyPlan),
]

/** Inserts a connected record between the pair's therapist and a new client who shares a safety plan. */
async function createClientWithSafetyPlan({ app, pair }: FixtureOrder) {
  const [id, account] = [randomUUID(), randomUUID()]
  const { definer } = app.privileged
  await definer.query(
    `insert into app.profile (account_id, email, first_name, last_name, role, language, zone) values ($1, $2, 'Somebody', 'Careful', 'client', 'en', 'UTC')`,
    [account, `planned-${account}@attune.test`],
  )
  await definer.query(
    `insert into app.client (id, therapist_id, account_id, first_name, last_name, status, connected_at) values ($1, $2, $3, 'Careful', $4, 'active', now())`,
    [id, pair.therapist.accountId, account, canary(pair.name, 'name')],
  )
  await app.db.asActor({ role: 'client', id: account }, async (tx) => {
    const words = { warning_signs: [canary(pair.name, 'plan')], version: 1, updated_by: account }
    await tx.kysely
      .insertInto('safety_plan')
      .values({ account_id: account, ...words })
      .execute()
    await tx.run('select def.share_safety_plan($1, true, 1)', [pair.therapist.accountId])
  })
  return { safetyPlanClientId: id }
}
