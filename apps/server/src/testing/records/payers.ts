import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

type Payer = { email: string | null; name?: string; postalCode?: string; isAgreed?: boolean }

/** Makes an organization the payer of a client, by default with the client's agreement. Returns the id of the payer. */
export async function insertOrganization(
  app: TestApp,
  therapist: Pick<Person, 'accountId'>,
  clientId: string,
  { email, name = 'Hanse Insurance', postalCode = '20095', isAgreed = true }: Payer,
): Promise<string> {
  const id = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await kysely.updateTable('payer').set({ is_current: false }).where('client_id', '=', clientId).execute()
    const address = { street: 'Ballindamm 1', postal_code: postalCode, city: 'Hamburg', country: 'DE' }
    await kysely
      .insertInto('payer')
      .values({
        id,
        therapist_id: therapist.accountId,
        client_id: clientId,
        kind: 'organization',
        name,
        email,
        ...address,
      })
      .execute()
    if (isAgreed)
      await kysely
        .updateTable('payer')
        .set({ agreed_at: new Date(), agreed_by: 'therapist' })
        .where('id', '=', id)
        .execute()
  })
  return id
}
