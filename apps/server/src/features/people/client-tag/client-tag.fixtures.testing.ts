import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const clientTagFixtures = [
  /** A tag that the therapist has added to the client. */
  fixture(['clientTagId'], insertClientTag),
]

async function insertClientTag({ app, pair }: FixtureOrder) {
  const clientTagId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const name = `${canary(pair.name, 'tag')} ${clientTagId.slice(0, 8)}`
    await kysely.insertInto('client_tag').values({ id: clientTagId, therapist_id, name }).execute()
    await kysely
      .insertInto('client_tag_client')
      .values({ therapist_id, tag_id: clientTagId, client_id: pair.recordId })
      .execute()
  })
  return { clientTagId }
}
