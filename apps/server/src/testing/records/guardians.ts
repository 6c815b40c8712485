import { randomUUID } from 'node:crypto'
import { type GuardianRight, guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

type NewGuardian = {
  therapistId: string
  clientId: string
  account: Person
  rights?: readonly GuardianRight[]
  /** The time from which the rights apply. By default they apply to all rows. */
  since?: string
  /** The contact of the record that was invited; by default one that the record does not have. */
  contactId?: string
}

/** Inserts a guardian who has accepted the invitation, with all rights unless `rights` names some. Returns the id. */
export async function insertGuardian(
  app: Pick<TestApp, 'privileged' | 'db'>,
  {
    therapistId,
    clientId,
    account,
    rights = guardianRights,
    since = '-infinity',
    contactId = randomUUID(),
  }: NewGuardian,
): Promise<string> {
  const id = randomUUID()
  const name = `${account.firstName} ${account.lastName}`
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ run }) =>
    run(
      `insert into app.guardian (id, therapist_id, client_id, contact_id, name, relationship, email, rights)
       values ($1, $2, $3, $4, $5, 'Mother', $6, $7)`,
      [
        id,
        therapistId,
        clientId,
        contactId,
        name,
        account.email,
        JSON.stringify(Object.fromEntries(rights.map((right) => [right, since]))),
      ],
    ),
  )
  await app.privileged.definer.query('update app.guardian set account_id = $2, accepted_at = now() where id = $1', [
    id,
    account.accountId,
  ])
  return id
}
