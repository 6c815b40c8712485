import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const availabilityFixtures = [
  /** Time off of the therapist. */
  fixture(['absenceId'], insertAbsence),
]

async function insertAbsence({ app, pair }: FixtureOrder) {
  const absenceId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('absence')
      .values({
        id: absenceId,
        therapist_id,
        title: canary(pair.name, 'absence'),
        starts_at: '2001-06-01T00:00:00.000Z',
        ends_at: '2001-06-08T00:00:00.000Z',
        whole_days: false,
      })
      .execute(),
  )
  return { absenceId }
}
