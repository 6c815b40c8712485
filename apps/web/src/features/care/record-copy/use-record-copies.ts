import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

export function useInvalidateCopies() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.recordCopy.key() })
}

function useSubscribeToCopies() {
  const changed = useInvalidateCopies()
  useSubscription('record_copies', () => void changed())
}

/** Loads the copies of the note on a session. There are almost never any, so nothing is shown while they load or if loading fails. */
export function useSessionNoteCopies(sessionId: SessionId) {
  useSubscribeToCopies()
  return useQuery(orpc.recordCopy.ofSession.queryOptions({ input: { sessionId } }))
}

/** Loads the copies of the note about a client. */
export function useNoteCopies(clientId: ClientId) {
  useSubscribeToCopies()
  return useQuery(orpc.recordCopy.notesOfClient.queryOptions({ input: { clientId } })).data?.items ?? []
}

/** Loads the copies of the details of a client. */
export function useProfileCopies(clientId: ClientId) {
  useSubscribeToCopies()
  return useQuery(orpc.recordCopy.profilesOfClient.queryOptions({ input: { clientId } })).data?.items ?? []
}

/** Loads the copies of forms that were sent to a client. */
export function useFormCopies(clientId: ClientId) {
  useSubscribeToCopies()
  return useQuery(orpc.recordCopy.formsOfClient.queryOptions({ input: { clientId } })).data?.items ?? []
}
