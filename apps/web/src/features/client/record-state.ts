import type { Client } from '@attune/contract/features/client'

/** The actions on the status of a record; each needs a confirmation. */
export type RecordAction = 'activate' | 'pause' | 'resume' | 'undoJoin'

/** The state of a record. `left`: disconnected, but the client still has an account. `withoutApp`: the client never joined. */
export function recordStateOf(client: Pick<Client, 'status' | 'hasAccount' | 'disconnectedAt'>) {
  if (client.disconnectedAt) return 'left'
  if (client.status === 'pending') return 'pending'
  if (client.status === 'inactive') return 'paused'
  return client.hasAccount ? 'connected' : 'withoutApp'
}
