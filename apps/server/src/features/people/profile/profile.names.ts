import type { AccountId } from '@attune/contract/common/ids'
import { displayName, shortName } from '@attune/contract/features/people/account/account.rules'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'

/** Returns the full name of an account whose profile the actor can see. */
export async function readFullName(tx: Tx, accountId: AccountId | null): Promise<string> {
  const { firstName, lastName } = await findName(tx, accountId)
  return `${firstName} ${lastName}`.trim()
}

/** Returns the acting therapist’s full name. In a job, this is the therapist for whom the job runs. */
export const readTherapistName = (tx: Tx): Promise<string> => readFullName(tx, tx.actor.id)

/** Returns the actor’s first name and the initial of the last name. */
export const readOwnShortName = async (tx: Tx): Promise<string> => shortName(await findName(tx, tx.actor.id))

/** Returns the actor’s full name, or the email address if there is none. */
export async function readDisplayName(tx: Tx): Promise<string> {
  const me = await tx.kysely
    .selectFrom('profile')
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  return displayName(me)
}

/**
 * SQL for the name of the other person of the row `row`: of the therapist if `role` is client, and of the client otherwise; empty if the name is
 * gone. The row has the columns `therapist_id` and `client_id`.
 */
export function otherPersonSql(role: Actor['role'], row: 'd' | 's' | 't') {
  const [therapist, client] = [sql.ref(`${row}.therapist_id`), sql.ref(`${row}.client_id`)]
  return role === 'client'
    ? sql<string>`coalesce((select p.name from app.person p where p.account_id = ${therapist}), '')`
    : sql<string>`coalesce((select c.name from app.client_name c where c.therapist_id = ${therapist} and c.id = ${client}), '')`
}

const findName = (tx: Tx, accountId: AccountId | null) =>
  tx.kysely
    .selectFrom('profile')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
