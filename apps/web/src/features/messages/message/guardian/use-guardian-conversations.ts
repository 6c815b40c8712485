import type { GuardianConversation } from '@attune/contract/features/people/guardian/guardian.messages'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useInvalidateThreads } from './use-thread.ts'

const none: GuardianConversation[] = []

/** Returns the therapist's conversations with guardians; none for a client, and until they are loaded. */
export function useGuardianConversations(side: 'therapist' | 'client'): GuardianConversation[] {
  const read = useQuery(orpc.guardian.conversations.queryOptions({ input: {}, enabled: side === 'therapist' }))
  return read.data?.items ?? none
}

/** Refetches the conversations with guardians and the unread counts when a conversation or a guardian's right changes. */
export function useGuardianMessageSubscriptions() {
  const refetch = useInvalidateThreads()
  useSubscription('guardianConversations', refetch)
  useSubscription('guardians', refetch)
}
