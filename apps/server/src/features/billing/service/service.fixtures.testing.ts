import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const serviceFixtures = [
  /** A service of the therapist. */
  fixture(['serviceId'], insertService),
]

async function insertService({ app, pair }: FixtureOrder) {
  const serviceId = randomUUID()
  const therapist_id = pair.therapist.accountId
  const text = canary(pair.name, 'service')
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('service')
      .values({ id: serviceId, therapist_id, text, price_minor: 10_055, currency: 'EUR' })
      .execute(),
  )
  return { serviceId }
}
