import { randomUUID } from 'node:crypto'
import { fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const sessionTypeFixtures = [
  /** A session type of the therapist that all clients can book without a request. */
  fixture(['sessionTypeId'], insertSessionType),
]

async function insertSessionType({ app, pair }: FixtureOrder) {
  const sessionTypeId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session_type')
      .values({
        id: sessionTypeId,
        therapist_id,
        // The name does not contain the mark of the pair, because every client of the therapist may see the type.
        name: 'First session',
        duration_minutes: 50,
        format: 'video',
        color: 'sage',
        offered_to_new: true,
        offered_to_known: true,
      })
      .execute()
    const rule = { therapist_id, type_id: sessionTypeId, began_at: new Date() }
    await kysely
      .insertInto('booking_rule')
      .values([
        { ...rule, clients: 'new' },
        { ...rule, clients: 'known' },
      ])
      .execute()
  })
  return { sessionTypeId }
}
