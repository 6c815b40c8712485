import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const measureFixtures = [
  /** A released measure of the therapist. */
  fixture(['measureId'], createReleasedMeasure),
]

async function createReleasedMeasure({ app, pair: { name, therapist } }: FixtureOrder) {
  const measureId = randomUUID()
  const content = JSON.stringify(sampleMeasure({ title: canary(name, 'measure') }))
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`insert into app.measure (id, therapist_id, content) values (${measureId}, ${therapist.accountId}, ${content})`.execute(
      kysely,
    )
    await sql`
      insert into app.measure_version (therapist_id, measure_id, version, comparable_from, content, released_at)
      values (${therapist.accountId}, ${measureId}, 1, 1, ${content}, now())`.execute(kysely)
  })
  return { measureId }
}
