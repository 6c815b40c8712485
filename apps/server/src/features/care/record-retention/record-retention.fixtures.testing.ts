import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const recordRetentionFixtures = [
  /** A record of the therapist with a legal hold, and one without. */
  fixture(['heldClientId', 'recordHoldId', 'unheldClientId'], insertRecordHold),
  /** A record of the therapist on the list of those whose retention ends. */
  fixture(['endingClientId'], insertRecordEnding),
]

async function insertRecordEnding({ app, pair }: FixtureOrder) {
  const endingClientId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('client')
      .values({ id: endingClientId, therapist_id, first_name: 'Ines', last_name: canary(pair.name, 'ending') })
      .execute(),
  )
  await app.db.asActor({ role: 'worker', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('record_ending')
      .values({
        therapist_id,
        client_id: endingClientId,
        kept_until: '2131-01-01',
        listed_at: new Date(),
        checked_on: '2130-12-31',
      })
      .execute(),
  )
  return { endingClientId }
}

async function insertRecordHold({ app, pair }: FixtureOrder) {
  const [heldClientId, recordHoldId, unheldClientId] = [randomUUID(), randomUUID(), randomUUID()]
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    for (const id of [heldClientId, unheldClientId])
      await kysely
        .insertInto('client')
        .values({ id, therapist_id, first_name: 'Ines', last_name: canary(pair.name, 'held') })
        .execute()
    await kysely
      .insertInto('record_hold')
      .values({
        id: recordHoldId,
        therapist_id,
        client_id: heldClientId,
        reason: canary(pair.name, 'hold-reason'),
        placed_at: new Date(),
        until_on: '2131-01-01',
      })
      .execute()
  })
  return { heldClientId, recordHoldId, unheldClientId }
}
