import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const nativeAppFixtures = [
  /** A device that receives push notifications for the caller (own) or another client (sibling, other). */
  fixture(['userDeviceId'], createUserDevice),
]

async function createUserDevice({ app, reader: { role, accountId, email } }: FixtureOrder) {
  const [at, id] = [app.clock.now(), randomUUID()]
  await app.db.asActor({ role, id: accountId }, (tx) =>
    tx.kysely
      .insertInto('user_device')
      .values({
        id,
        account_id: accountId,
        token: `token-${id}`,
        platform: 'android',
        device_info: canary(email, 'user_device').slice(0, 100),
        is_active: true,
        created_at: at,
        last_seen_at: at,
      })
      .execute(),
  )
  return { userDeviceId: id }
}
