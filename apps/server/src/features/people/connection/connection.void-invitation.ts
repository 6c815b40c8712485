import type { ClientId } from '@attune/contract/common/ids'
import type { Tx } from '../../../platform/database/actor.ts'

/**
 * Makes the link and the code of a record's invitation invalid if the invitation is in one of `states`. Sending the
 * invitation again creates a new link and code.
 */
export async function voidInvitation(tx: Tx, clientId: ClientId, states: string[]): Promise<void> {
  await tx.run(
    `update app.invitation set state = 'revoked', generation = generation + 1
     where therapist_id = $1 and client_id = $2 and state = any ($3)`,
    [tx.actor.id, clientId, states],
  )
}
