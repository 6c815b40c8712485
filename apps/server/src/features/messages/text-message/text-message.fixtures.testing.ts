import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const textMessageFixtures = [
  /** A received text message of the therapist that belongs to no conversation. */
  fixture(['unassignedTextId'], createUnassignedText),
]

async function createUnassignedText({ app, pair }: FixtureOrder) {
  const unassignedTextId = randomUUID()
  const text = [unassignedTextId, pair.therapist.accountId, 'sms', '+4915123456789', canary(pair.name, 'name')]
  await app.db.asActor({ role: 'worker', id: null }, ({ run }) =>
    run('select def.keep_unassigned_text($1, $2, $3, $4, $5, $6, 0)', [...text, app.clock.now()]),
  )
  return { unassignedTextId }
}
