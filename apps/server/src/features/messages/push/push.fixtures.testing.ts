import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const pushFixtures = [
  /** A browser that receives push notifications for the caller (own) or another client (sibling, other). */
  fixture(['pushSubscriptionId'], createPushSubscription),
]

async function createPushSubscription({ app, reader: { role, accountId, email } }: FixtureOrder) {
  const [at, endpoint] = [app.clock.now(), `https://fcm.googleapis.com/fcm/send/${randomUUID()}`]
  const row = await app.db.asActor({ role, id: accountId }, (tx) =>
    tx.kysely
      .insertInto('push_subscription')
      .values({
        account_id: accountId,
        endpoint,
        p256dh: 'a',
        auth: 'a',
        // No notification is sent to a browser with another key.
        host_key: 'another',
        name: canary(email, 'push_subscription').slice(0, 80),
        created_at: at,
        last_seen_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { pushSubscriptionId: row.id }
}
