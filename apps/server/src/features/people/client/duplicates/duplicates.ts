import type { ClientId } from '@attune/contract/common/ids'
import type { PossibleDuplicate, DuplicateRecord } from '@attune/contract/features/people/client/client'
import { sql } from 'kysely'
import { recordHasContentSql } from '../../client-history/client-history.ts'
import type { Tx } from '../../../../platform/database/actor.ts'

export type DuplicateQuery = {
  firstName: string
  lastName: string
  email: string | null
  dateOfBirth: string | null
  except?: string
}

/**
 * Returns at most 20 of the acting therapist's records that may be the same person. Records with the same email
 * address come first, followed by records with the same name and date of birth.
 */
export async function findDuplicates(tx: Tx, person: DuplicateQuery): Promise<PossibleDuplicate[]> {
  const { rows } = await sql<PossibleDuplicate>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.date_of_birth as "dateOfBirth", c.status,
      case when c.email = ${person.email} then 'email' else 'name-and-birth' end as why
    from app.client c
    where c.therapist_id = ${tx.actor.id} and c.id is distinct from ${person.except ?? null}::uuid
      and (c.email = ${person.email}
        or lower(c.first_name) = lower(${person.firstName}) and lower(c.last_name) = lower(${person.lastName})
          and c.date_of_birth = ${person.dateOfBirth}::date)
    order by why, c.joined_at, c.id limit 20`.execute(tx.kysely)
  return rows
}

const [mine, other] = [sql`c`, sql`o`]

/**
 * SQL condition that is true if the records `c` and `o` are marked neither as the same person nor as different
 * people.
 */
const isUnmarked = sql`
  (o.same_as is distinct from c.id and c.same_as is distinct from o.id and (o.same_as is null or o.same_as is distinct from c.same_as)
    and not exists (select from app.client_apart a
      where a.therapist_id = c.therapist_id and a.one_id = least(c.id, o.id) and a.other_id = greatest(c.id, o.id)))`

/**
 * SQL condition that is true if the records `c` and `o` have the same name and the same date of birth. If exactly one
 * of them has an account, a missing date of birth counts as the same.
 */
const isNamesake = sql`
  (o.name_key = c.name_key and (o.date_of_birth = c.date_of_birth
    or (o.date_of_birth is null or c.date_of_birth is null) and (o.account_id is null) <> (c.account_id is null)))`

/**
 * SQL condition that is true if the record `c` has a possible duplicate. Ignores equal email addresses, because the
 * members of a family often share one address.
 */
export const hasDuplicateSql = sql`
  exists (select from app.client o where o.therapist_id = c.therapist_id and o.id <> c.id and ${isNamesake} and ${isUnmarked})`

/**
 * Returns at most 20 possible duplicates of a record. Excludes records that are marked as the same person or as
 * different people.
 */
export async function listDuplicates(tx: Tx, id: ClientId): Promise<DuplicateRecord[]> {
  const { rows } = await sql<DuplicateRecord>`
    select o.id, o.first_name as "firstName", o.last_name as "lastName", o.email, o.date_of_birth as "dateOfBirth", o.status,
      case when o.email = c.email then 'email' when o.date_of_birth = c.date_of_birth then 'name-and-birth' else 'name' end as why,
      o.account_id is not null as "hasAccount",
      json_build_object('mergeInto', one_account and not ${recordHasContentSql(mine)}, 'takeIn', one_account and not ${recordHasContentSql(other)}) as may
    from app.client c join app.client o on o.therapist_id = c.therapist_id and o.id <> c.id,
      lateral (select c.account_id is null or o.account_id is null as one_account) _
    where c.id = ${id} and c.therapist_id = ${tx.actor.id} and (o.email = c.email or ${isNamesake}) and ${isUnmarked}
    order by why, o.joined_at, o.id limit 20`.execute(tx.kysely)
  return rows
}
