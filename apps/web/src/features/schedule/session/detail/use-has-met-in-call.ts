import { hasMet } from '@attune/contract/features/schedule/call/call.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'

/**
 * Whether the therapist and a client were in the call of a session in Attune, and the therapist has left it. Sends the request only if `isOf` is
 * true.
 */
export function useHasMetInCall({ id, callInAttune }: Session, isOf: boolean): boolean {
  const { data } = useQuery({
    ...orpc.call.ofSession.queryOptions({ input: { sessionId: id } }),
    enabled: isOf && callInAttune,
  })
  return data !== undefined && hasMet(data.items)
}
