import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

/** Inserts a Good Faith Estimate of 95.00 for a client, without its PDF; returns its id. */
export async function insertEstimate(app: TestApp, therapist: Person, clientId: string): Promise<string> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('estimate')
      .values({
        id,
        therapist_id,
        client_id: clientId,
        number: 1,
        given_on: '2026-10-21',
        period_from: '2026-11-01',
        period_until: '2027-10-31',
        currency: 'USD',
        total_minor: 9500,
        frozen: JSON.stringify({ content: { lines: [] } }),
        command: randomUUID(),
        draft_version: 1,
      })
      .execute(),
  )
  return id
}
