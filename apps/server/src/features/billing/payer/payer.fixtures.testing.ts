import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const payerFixtures = [
  /** The organization that pays for the client, and its name. */
  fixture(['payerId', 'payerName'], createPayer),
]

/** Inserts the organization that pays for the client of the pair. A second call for the same pair reuses the payer. */
async function createPayer({ app, pair }: FixtureOrder) {
  const therapist_id = pair.therapist.accountId
  const payerName = canary(pair.name, 'payer')
  const payer = await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('payer')
      .values({
        id: randomUUID(),
        therapist_id,
        client_id: pair.recordId,
        kind: 'organization',
        name: payerName,
      })
      .onConflict((on) =>
        on
          .columns(['therapist_id', 'client_id'])
          .where(sql<boolean>`is_current`)
          .doUpdateSet({ name: payerName }),
      )
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { payerId: payer.id, payerName }
}
