import type { ClientId } from '@attune/contract/common/ids'
import type { AssistantConsent } from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** The reader: the client, or the therapist on the client's record. */
export type AssistantConsentViewer = 'client' | 'therapist'

/** Refetches the consents of one record, or of all records, when one of them changes. */
export function useSubscribeToAssistantConsents(clientId?: ClientId) {
  const refetch = useRefetchConsents()
  const filter = clientId ? ({ column: 'client_id', op: 'eq', value: clientId } as const) : undefined
  useSubscription('assistant_consents', () => void refetch(), filter)
}

/** Returns a function that refetches the consents, and the assistant's sources and drafts, which depend on them. */
function useRefetchConsents() {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: orpc.assistantConsent.key() }),
      cache.invalidateQueries({ queryKey: orpc.assistant.sources.key() }),
      cache.invalidateQueries({ queryKey: orpc.assistant.drafts.key() }),
    ])
}

/** Returns a mutation that records consent to the terms in `offered`, in the given language. It fails if nothing is offered. */
export function useGiveAssistantConsent({ clientId, offered }: AssistantConsent) {
  const refetch = useRefetchConsents()
  return useMutation({
    mutationFn: async (language: Language) => {
      if (!offered) throw new Error('nothing is offered')
      const { version, termsVersion } = offered
      return api.assistantConsent.give({ id: clientId, command: createId(), language, version, termsVersion })
    },
    onSettled: refetch,
  })
}

/** Returns a mutation that withdraws the consent. After the response, no more data about the client is sent to the endpoint. */
export function useWithdrawAssistantConsent({ clientId }: AssistantConsent) {
  const refetch = useRefetchConsents()
  return useMutation({
    mutationFn: () => api.assistantConsent.withdraw({ id: clientId, command: createId() }),
    onSettled: refetch,
  })
}
