import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { refusalData } from '../../../platform/api/errors.ts'

/** Calls that change or test the setup run one after the other. */
export const setupScope = { id: 'assistant-setup' }

export const useAssistantSetup = () => useQuery(orpc.assistantSetup.get.queryOptions({ input: {} }))

/** Returns a function that replaces the loaded setup. */
export function useShowSetup() {
  const cache = useQueryClient()
  return (setup: AssistantSetup) => void cache.setQueryData(orpc.assistantSetup.get.queryKey({ input: {} }), setup)
}

/**
 * Returns a mutation that changes the setup. Its response replaces the loaded setup. If another admin has changed the setup in the meantime, shows
 * the current one, so that the next attempt is based on it.
 */
export function useAssistantChange<Input>(save: (input: Input) => Promise<AssistantSetup>, onSaved?: () => void) {
  const show = useShowSetup()
  return useMutation({
    scope: setupScope,
    mutationFn: save,
    onSuccess: (after) => {
      show(after)
      onSaved?.()
    },
    onError: (error) => {
      const changed = refusalData<{ current: AssistantSetup }>(error, 'CHANGED')
      if (changed) show(changed.current)
    },
  })
}

/** Converts a setup to the input of `save`. */
export const settingsOf = (setup: AssistantSetup) => ({
  version: setup.version,
  kind: setup.kind,
  address: setup.address,
  model: setup.model,
  timeoutSeconds: setup.timeoutSeconds,
  wordsPerDay: setup.wordsPerDay,
  region: setup.region,
  contractText: setup.contractText,
  provider: setup.provider,
  providerCountry: setup.providerCountry,
})
