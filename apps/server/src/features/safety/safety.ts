import type { OwnPlan, SafetyPlan } from '@attune/contract/features/safety'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { accountOf, isOffline, planOf, readersOf, unwritten } from './safety.queries.ts'

/** The acting client's own plan, whether it is kept on the devices, and who may read it. */
export async function ownPlan(tx: Tx): Promise<OwnPlan> {
  const [plan, offline, therapists] = await Promise.all([
    planOf(tx, tx.actor.id as string),
    isOffline(tx),
    readersOf(tx),
  ])
  return { plan: plan ?? unwritten, offline, therapists }
}

/** What a therapist may read of a client's plan: null where the client does not share it. Refuses NOT_FOUND for no own record. */
export async function sharedPlan(tx: Tx, clientId: string): Promise<SafetyPlan | null> {
  const account = await accountOf(tx, clientId)
  if (account === undefined) throw notFound()
  return account === null ? null : planOf(tx, account)
}

export type Words = Pick<SafetyPlan, 'warningSigns' | 'whatHelps' | 'people' | 'professionals' | 'country' | 'version'>

/** Saves the acting client's own. The same words on the same version again change nothing. Refuses CHANGED with what stands. */
export async function savePlan(tx: Tx, words: Words, now: Date): Promise<SafetyPlan> {
  const account = tx.actor.id as string
  await tx.kysely
    .insertInto('safety_plan')
    .values({ account_id: account })
    .onConflict((on) => on.column('account_id').doNothing())
    .execute()
  return write(tx, account, words, now)
}

/** The same by a therapist with whom it is shared. Refuses NOT_FOUND where it is not. */
export async function savePlanFor(tx: Tx, clientId: string, words: Words, now: Date): Promise<SafetyPlan> {
  const account = await accountOf(tx, clientId)
  if (!account || !(await planOf(tx, account))) throw notFound()
  return write(tx, account, words, now)
}

async function write(tx: Tx, account: string, words: Words, now: Date): Promise<SafetyPlan> {
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
  const stands = await planOf(tx, account)
  // The share ended in between.
  if (!stands) throw notFound()
  if (!numUpdatedRows && !isSame(stands, words)) throw refuse('CHANGED', 409, stands)
  return stands
}

/** Whether what stands is what this save has written before. */
function isSame(stands: SafetyPlan, words: Words): boolean {
  const said = ({ warningSigns, whatHelps, people, professionals, country }: Words) =>
    JSON.stringify([warningSigns, whatHelps, pairs(people), pairs(professionals), country])
  return stands.version === words.version + 1 && said(stands) === said(words)
}
const pairs = (people: { name: string; phone: string }[]) => people.map(({ name, phone }) => [name, phone])

/** Whether the acting client's devices keep the plan readable under the lock. */
export async function keepOffline(tx: Tx, offline: boolean): Promise<void> {
  await tx.kysely
    .insertInto('safety_plan')
    .values({ account_id: tx.actor.id as string, offline })
    .onConflict((on) => on.column('account_id').doUpdateSet({ offline }))
    .execute()
}

type Word = { therapistId: string; shared: boolean; turn: number }

/**
 * Lets a connected therapist read the acting client's plan and write in it, or ends that. Refuses NOT_FOUND for another, and CHANGED
 * with what stands where a later word was said meanwhile.
 */
export async function sharePlan(tx: Tx, { therapistId, shared, turn }: Word): Promise<OwnPlan> {
  const { rows } = await tx.run<{ outcome: 'done' | 'changed' | 'not-found' }>(
    'select def.share_safety_plan($1, $2, $3) as outcome',
    [therapistId, shared, turn],
  )
  const outcome = rows[0]?.outcome
  if (outcome !== 'done' && outcome !== 'changed') throw notFound()
  const stands = await ownPlan(tx)
  if (outcome === 'changed') throw refuse('CHANGED', 409, stands)
  return stands
}
