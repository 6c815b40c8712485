import type { TherapistId } from '@attune/contract/common/ids'
import type { Tx } from '../../../platform/database/actor.ts'

/** Returns whether the acting client is or was connected to this therapist. */
export async function hasConnectionTo(tx: Tx, therapistId: TherapistId): Promise<boolean> {
  const record = await tx.kysely
    .selectFrom('client_name')
    .select('id')
    .where('therapist_id', '=', therapistId)
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return record !== undefined
}
