import type { GuardianId } from '@attune/contract/common/ids'
import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { notifyClientOfGuardian } from '../client/guardian.client.ts'
import { findGuardian, readGuardedRecord } from './client-guardians.ts'

type ChangedGuardian = {
  id: GuardianId
  version: number
  rights: readonly GuardianRight[]
  validUntil: string | null
  knowsOthers: boolean
  reachesBack: boolean
}

/**
 * Changes the rights of a guardian of the acting therapist. Rights that the guardian keeps apply from the same time as before; added rights apply
 * from now on, or to all rows if `reachesBack` is set. Refuses with NOT_FOUND, CHANGED, GUARDIAN_ENDED and UNTIL_REQUIRED.
 */
export async function saveGuardian(tx: Tx, given: ChangedGuardian, now: Date): Promise<void> {
  const guardian = await findGuardian(tx, given.id)
  if (guardian.ended_at) throw createRefusal('GUARDIAN_ENDED', 409)
  if (guardian.version !== given.version) throw createRefusal('CHANGED', 409)
  const { today } = await readGuardedRecord(tx, guardian.client_id, now)
  const validUntil = guardian.basis === 'parent' ? null : given.validUntil
  const isOver = validUntil === null || (validUntil < today && validUntil !== guardian.valid_until)
  if (guardian.basis !== 'parent' && isOver) throw createRefusal('UNTIL_REQUIRED', 409)
  const added = given.reachesBack ? '-infinity' : now.toISOString()
  const rights = given.rights.map((right) => [right, guardian.rights[right] ?? added] as const)
  const { numUpdatedRows } = await tx.kysely
    .updateTable('guardian')
    .set({
      rights: JSON.stringify(Object.fromEntries(rights)),
      knows_others: given.knowsOthers,
      valid_until: validUntil,
      version: guardian.version + 1,
    })
    .where('id', '=', given.id)
    .where('therapist_id', '=', tx.actor.id)
    .where('version', '=', given.version)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw createRefusal('CHANGED', 409)
  const kept = rights.filter(([right]) => right in guardian.rights)
  const hasChanged = kept.length < rights.length || rights.length < Object.keys(guardian.rights).length
  if (hasChanged) await notifyClientOfGuardian(tx, given.id, now)
}

/**
 * Ends the access of a guardian of the acting therapist: the rights end at once, and the link of an invitation stops working. Refuses with NOT_FOUND.
 */
export async function endGuardian(tx: Tx, id: GuardianId, now: Date): Promise<void> {
  await findGuardian(tx, id)
  const { numUpdatedRows } = await tx.kysely
    .updateTable('guardian')
    .set((all) => ({ ended_at: now, version: all('version', '+', 1) }))
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyClientOfGuardian(tx, id, now)
}
