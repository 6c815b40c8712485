import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import type { OwnPlan, SafetyPlan } from '@attune/contract/features/care/safety/safety'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import {
  findClientAccount,
  isPlanKeptOffline,
  findSafetyPlan,
  listPlanReaders,
  emptySafetyPlan,
} from './safety.queries.ts'

/** Returns the acting client’s plan, whether devices keep it readable offline, and which therapists may read it. */
export async function readOwnSafetyPlan(tx: Tx): Promise<OwnPlan> {
  const [plan, offline, therapists] = await Promise.all([
    findSafetyPlan(tx, tx.actor.id),
    isPlanKeptOffline(tx),
    listPlanReaders(tx),
  ])
  return { plan: plan ?? emptySafetyPlan, offline, therapists }
}

/**
 * Returns a client’s plan for the acting therapist; null if the client does not share the plan. Refuses with NOT_FOUND
 * for an unknown client record.
 */
export async function findSharedSafetyPlan(tx: Tx, clientId: ClientId): Promise<SafetyPlan | null> {
  const account = await findClientAccount(tx, clientId)
  if (account === undefined) throw notFound()
  return account === null ? null : findSafetyPlan(tx, account)
}

export type SafetyPlanInput = Pick<
  SafetyPlan,
  'warningSigns' | 'whatHelps' | 'people' | 'professionals' | 'country' | 'version'
>

/**
 * Saves the acting client’s plan. Repeating the same save changes nothing. Refuses with CHANGED and the current plan if
 * the stored version differs from `words.version`.
 */
export async function saveSafetyPlan(tx: Tx, words: SafetyPlanInput, now: Date): Promise<SafetyPlan> {
  const account = tx.actor.id
  await tx.kysely
    .insertInto('safety_plan')
    .values({ account_id: account })
    .onConflict((on) => on.column('account_id').doNothing())
    .execute()
  return writePlan(tx, account, words, now)
}

/**
 * Saves a client’s plan for a therapist with whom the client shares it. Refuses with NOT_FOUND if the plan is not
 * shared. Refuses with CHANGED and the current plan if the stored version differs from `words.version`.
 */
export async function saveSafetyPlanFor(
  tx: Tx,
  clientId: ClientId,
  words: SafetyPlanInput,
  now: Date,
): Promise<SafetyPlan> {
  const account = await findClientAccount(tx, clientId)
  if (!account || !(await findSafetyPlan(tx, account))) throw notFound()
  return writePlan(tx, account, words, now)
}

async function writePlan(tx: Tx, account: string, words: SafetyPlanInput, now: Date): Promise<SafetyPlan> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('safety_plan')
    .set({
      warning_signs: words.warningSigns,
      what_helps: words.whatHelps,
      people: JSON.stringify(words.people),
      professionals: JSON.stringify(words.professionals),
      country: words.country,
      version: words.version + 1,
      updated_at: now,
      updated_by: tx.actor.id,
    })
    .where('account_id', '=', account)
    .where('version', '=', words.version)
    .executeTakeFirst()
  const current = await findSafetyPlan(tx, account)
  // The client stopped sharing the plan during the save.
  if (!current) throw notFound()
  if (!numUpdatedRows && !isSame(current, words)) throw createRefusal('CHANGED', 409, current)
  return current
}

/** Returns whether the stored plan already contains this save. This is the case when a request is repeated. */
function isSame(current: SafetyPlan, words: SafetyPlanInput): boolean {
  const contentOf = ({ warningSigns, whatHelps, people, professionals, country }: SafetyPlanInput) =>
    JSON.stringify([warningSigns, whatHelps, nameAndPhone(people), nameAndPhone(professionals), country])
  return current.version === words.version + 1 && contentOf(current) === contentOf(words)
}
const nameAndPhone = (people: { name: string; phone: string }[]) => people.map(({ name, phone }) => [name, phone])

/** Sets whether the acting client’s devices keep the plan readable while the app is locked. */
export async function setPlanOffline(tx: Tx, offline: boolean): Promise<void> {
  await tx.kysely
    .insertInto('safety_plan')
    .values({ account_id: tx.actor.id, offline })
    .onConflict((on) => on.column('account_id').doUpdateSet({ offline }))
    .execute()
}

type ShareChange = { therapistId: TherapistId; shared: boolean; turn: number }

/**
 * Lets a connected therapist read and edit the acting client’s plan, or revokes this permission. `turn` numbers these
 * changes. Repeating a change changes nothing. Refuses with NOT_FOUND for a therapist without a connection. Refuses
 * with CHANGED and the current state if `turn` is not higher than the stored one, or more than 100 higher.
 */
export async function shareSafetyPlan(tx: Tx, { therapistId, shared, turn }: ShareChange): Promise<OwnPlan> {
  const { rows } = await tx.run<{ outcome: 'done' | 'changed' | 'not-found' }>(
    'select def.share_safety_plan($1, $2, $3) as outcome',
    [therapistId, shared, turn],
  )
  const outcome = rows[0]?.outcome
  if (outcome !== 'done' && outcome !== 'changed') throw notFound()
  const current = await readOwnSafetyPlan(tx)
  if (outcome === 'changed') throw createRefusal('CHANGED', 409, current)
  return current
}
