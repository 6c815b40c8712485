import type { Client } from '@attune/contract/features/people/client/client'

/** The actions on the status of a record; each needs a confirmation. */
export type RecordAction = 'activate' | 'pause' | 'resume' | 'undoJoin'

/**
 * Returns the state of a client record for display. `left` is a disconnected client; `withoutApp` is an active record
 * of a client without an account.
 */
export function recordStateOf(client: Pick<Client, 'status' | 'hasAccount' | 'disconnectedAt'>) {
  if (client.disconnectedAt) return 'left'
  if (client.status === 'pending') return 'pending'
  if (client.status === 'inactive') return 'paused'
  return client.hasAccount ? 'connected' : 'withoutApp'
}
