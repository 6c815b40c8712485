import type { AccountId, ClientId } from '@attune/contract/common/ids'
import type { OwnPlan, SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

export const emptySafetyPlan: SafetyPlan = {
  warningSigns: [],
  whatHelps: [],
  people: [],
  professionals: [],
  country: null,
  version: 0,
  updatedAt: null,
  updatedBy: null,
}

/**
 * Returns the safety plan of an account; null if there is none or if the actor may not read it. `updatedBy` is null
 * before the first save. For a therapist, it is also null if another therapist made the last change.
 */
export async function findSafetyPlan(tx: Tx, accountId: AccountId): Promise<SafetyPlan | null> {
  const { rows } = await sql<SafetyPlan>`
    select warning_signs as "warningSigns", what_helps as "whatHelps", people, professionals, country, version,
      case when version > 0 then updated_at end as "updatedAt",
      case when updated_by = account_id then 'client' when updated_by = ${tx.actor.id} or ${tx.actor.role} = 'client' then 'therapist' end as "updatedBy"
    from app.safety_plan where account_id = ${accountId}`.execute(tx.kysely)
  const plan = rows[0]
  return plan ? { ...plan, updatedBy: plan.version > 0 ? plan.updatedBy : null } : null
}

/** Returns whether the acting client’s devices keep the plan readable offline. */
export async function isPlanKeptOffline(tx: Tx): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('safety_plan')
    .select('offline')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return row?.offline ?? false
}

/**
 * Returns the therapists to whom the acting client is connected, and whether each may read the plan. `turn` is the
 * number of the last change of this permission.
 */
export async function listPlanReaders(tx: Tx): Promise<OwnPlan['therapists']> {
  const { rows } = await sql<OwnPlan['therapists'][number]>`
    select c.therapist_id as id, p.name as name,
      exists (select from app.safety_plan_share h where h.account_id = c.account_id and h.therapist_id = c.therapist_id) as shared,
      coalesce(t.turn, 0) as turn
    from app.client c join app.person p on p.account_id = c.therapist_id
      left join app.safety_plan_turn t on t.account_id = c.account_id and t.therapist_id = c.therapist_id
    where c.account_id = ${tx.actor.id} and c.connected_at is not null and c.disconnected_at is null
    order by c.connected_at, c.id`.execute(tx.kysely)
  return rows
}

/**
 * Returns the account of one of the acting therapist’s client records. Returns undefined for an unknown record, and
 * null if no account is connected to the record.
 */
export async function findClientAccount(tx: Tx, clientId: ClientId): Promise<string | null | undefined> {
  const row = await tx.kysely
    .selectFrom('client_name')
    .select('account_id')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', clientId)
    .executeTakeFirst()
  return row?.account_id
}
