import type { TherapistId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'

/** Refuses with THERAPIST_UNREACHABLE if an admin has disabled the therapist's account. The actor is a client of this therapist. */
export async function requireReachable(tx: Tx, therapistId: TherapistId): Promise<void> {
  const { rows } = await tx.run<{ reachable: boolean }>('select def.is_reachable($1) as reachable', [therapistId])
  if (!rows[0]?.reachable) throw createRefusal('THERAPIST_UNREACHABLE', 409)
}
