import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { type GuardianRight, guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import type { Tx } from '../../../platform/database/actor.ts'

/** Returns the clients for whom the acting guardian has a right, sorted by name. */
export async function listGuardedClients(tx: Tx): Promise<GuardedClient[]> {
  const { rows } = await tx.run<GuardedClient>(
    `select c.id as "clientId", c.first_name as "firstName", c.last_name as "lastName", c.therapist_id as "therapistId",
       coalesce(p.name, '') as "therapistName", r.rights
     from (select therapist_id, client_id, array_agg(kind) as rights from app.guardian_right where account_id = $1 group by 1, 2) r
       join app.client_name c on c.therapist_id = r.therapist_id and c.id = r.client_id
       left join app.person p on p.account_id = r.therapist_id
     order by c.first_name, c.last_name, c.id`,
    [tx.actor.id],
  )
  return rows.map((row) => ({ ...row, rights: inOrder(row.rights) }))
}

const inOrder = (rights: readonly GuardianRight[]) => guardianRights.filter((right) => rights.includes(right))
