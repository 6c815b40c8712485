import type { Client } from '@attune/contract/features/client'

/** What a therapist may do about how a record stands, each after one question. */
export type StateAct = 'activate' | 'pause' | 'resume' | 'undoJoin'

/** How a record stands, in one word: who has left has an account still, who never joined has none. */
export function stateOf(client: Pick<Client, 'status' | 'hasAccount' | 'disconnectedAt'>) {
  if (client.disconnectedAt) return 'left'
  if (client.status === 'pending') return 'pending'
  if (client.status === 'inactive') return 'paused'
  return client.hasAccount ? 'connected' : 'withoutApp'
}
