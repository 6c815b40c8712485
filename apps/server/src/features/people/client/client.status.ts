import type { ClientId } from '@attune/contract/common/ids'
import { findClientEvent, recordClientEvent } from '../client-history/client-history.ts'
import type { ClientStatus } from '@attune/contract/features/people/client/client'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, illegalTransition, notFound } from '../../../platform/policy/refusal.ts'
import { withCalendarLock } from '../../schedule/schedule/schedule.ts'
import { endSeriesWithoutClients } from '../../schedule/series/series.ts'

type ClientState = { status: ClientStatus; hasAccount: boolean; disconnectedAt: string | null }

/**
 * Returns the status changes that are possible now. A therapist can activate a pending client without an account, pause an active client, and resume
 * an inactive client who is not disconnected.
 */
export const statusTransitions = ({ status, hasAccount, disconnectedAt }: ClientState) => ({
  activate: status === 'pending' && !hasAccount,
  pause: status === 'active',
  resume: status === 'inactive' && disconnectedAt === null,
})

/**
 * Sets a client active or inactive. Making a client inactive also ends the series that then have no active client. Repeating the command changes
 * nothing. Locks the calendar before the client. The other actions that change a series or a connection lock in the same order, which prevents
 * deadlocks. Refuses with NOT_FOUND, with CONFLICT if the command was used for another action, and with ILLEGAL_TRANSITION and the current status.
 */
export async function setClientStatus(
  tx: Tx,
  act: { id: ClientId; status: 'active' | 'inactive'; command: string },
  now: Date,
): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const row = await tx.kysely
      .selectFrom('client')
      .select(['status', 'account_id', 'disconnected_at'])
      .where('id', '=', act.id)
      .where('therapist_id', '=', tx.actor.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    const before = await findClientEvent(tx, act.command)
    if (before) {
      if (before.client_id !== act.id || before.kind !== 'status') throw conflict()
      return
    }
    const status = row.status as ClientStatus
    const may = statusTransitions({ status, hasAccount: row.account_id !== null, disconnectedAt: row.disconnected_at })
    const legal = act.status === 'inactive' ? may.pause : may.activate || may.resume
    if (!legal) throw illegalTransition({ status })
    await Promise.all([
      tx.kysely.updateTable('client').set({ status: act.status, updated_at: now }).where('id', '=', act.id).execute(),
      recordClientEvent(tx, { client: act.id, kind: 'status', detail: act.status, command: act.command }),
    ])
    if (act.status === 'inactive') await endSeriesWithoutClients(tx, act.id)
  })
}
