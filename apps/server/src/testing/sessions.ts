import { randomUUID } from 'node:crypto'
import { bareClient } from './clients.ts'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'

/** Joins a client to a therapist as if an invitation had been accepted; the id of the record. */
export async function connectClient(
  house: TestHouse,
  therapist: Person,
  client: Person,
  facts: { notes?: string; language?: 'en' | 'es' | 'fr' | 'de' } = {},
): Promise<string> {
  const id = randomUUID()
  await therapist.api.client.add({
    ...bareClient,
    ...facts,
    id,
    firstName: client.firstName,
    lastName: client.lastName,
    email: client.email,
    invite: false,
  })
  await house.hands.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [id, client.accountId],
  )
  return id
}

/** Plans a session of 50 minutes; its id. */
export async function planAt(therapist: Person, clientId: string, startsAt: Date): Promise<string> {
  const id = randomUUID()
  await therapist.api.session.plan({ id, clientIds: [clientId], startsAt: startsAt.toISOString(), format: 'video' })
  return id
}

/** A session of 50 minutes that took place, written by hand; its id. */
export async function tookPlace(
  house: TestHouse,
  therapist: Person,
  clientId: string,
  startsAt: Date,
): Promise<string> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  const starts_at = startsAt.toISOString()
  const ends_at = new Date(startsAt.getTime() + 50 * 60_000).toISOString()
  await house.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session')
      .values({ id, therapist_id, starts_at, ends_at, format: 'video', status: 'completed' })
      .execute()
    await kysely
      .insertInto('session_client')
      .values({ therapist_id, session_id: id, client_id: clientId, starts_at, answer: 'accepted' })
      .execute()
  })
  return id
}
