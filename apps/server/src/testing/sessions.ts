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
