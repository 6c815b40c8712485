import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const notificationFixtures = [
  /** A notification of the caller (own) or of another client (sibling, other). */
  fixture(['notificationId'], insertNotification),
]

async function insertNotification({ app, reader }: FixtureOrder) {
  const marker = randomUUID()
  await app.privileged.definer.query(
    `insert into app.notification (account_id, kind, params, related_type, related_id) values ($1, 'session-planned', $2, 'session', $3)`,
    [reader.accountId, { name: canary(reader.email, 'notification'), startsAt: '2027-01-04T08:00:00.000Z' }, marker],
  )
  const row = await app.db.asActor({ role: reader.role, id: reader.accountId }, (tx) =>
    tx.kysely.selectFrom('notification').select('id').where('related_id', '=', marker).executeTakeFirstOrThrow(),
  )
  return { notificationId: row.id }
}
