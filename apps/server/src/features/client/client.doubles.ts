import type { Double } from '@attune/contract/features/client'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'

export type Somebody = {
  firstName: string
  lastName: string
  email: string | null
  dateOfBirth: string | null
  except?: string
}

/** The acting therapist's records that may be the same person: the same address first, then the same name and day of birth; at most 20. */
export async function doublesOf(tx: Tx, somebody: Somebody): Promise<Double[]> {
  const { rows } = await sql<Double>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.date_of_birth as "dateOfBirth", c.status,
      case when c.email = ${somebody.email} then 'email' else 'name-and-birth' end as why
    from app.client c
    where c.therapist_id = ${tx.actor.id} and c.id is distinct from ${somebody.except ?? null}::uuid
      and (c.email = ${somebody.email}
        or lower(c.first_name) = lower(${somebody.firstName}) and lower(c.last_name) = lower(${somebody.lastName})
          and c.date_of_birth = ${somebody.dateOfBirth}::date)
    order by why, c.joined_at, c.id limit 20`.execute(tx.kysely)
  return rows
}
