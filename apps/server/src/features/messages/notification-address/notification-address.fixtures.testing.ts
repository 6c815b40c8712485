import { randomUUID } from 'node:crypto'
import { fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const notificationAddressFixtures = [
  /** An email address for admins that is not verified. Its email was not sent. */
  fixture(['notificationAddressId'], createNotificationAddress),
]

async function createNotificationAddress({ app }: FixtureOrder) {
  const id = randomUUID()
  const { accountId } = await app.person('admin')
  await app.db.asActor({ role: 'admin', id: accountId }, ({ kysely }) =>
    kysely
      .insertInto('notification_address')
      .values({
        id,
        email: `address-${id}@attune.test`,
        language: 'en',
        zone: 'UTC',
        sent_at: new Date('2026-01-01T12:00:00Z'),
        expires_at: new Date('2026-01-02T12:00:00Z'),
      })
      .execute(),
  )
  return { notificationAddressId: id }
}
