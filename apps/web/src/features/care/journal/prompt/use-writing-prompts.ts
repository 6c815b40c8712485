import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/**
 * Returns whether writing prompts are on, and a function that saves this choice for the account. Prompts count as off until the choice is loaded.
 */
export function useWritingPrompts() {
  const { t } = useTranslation('journal')
  const cache = useQueryClient()
  const options = orpc.journal.settings.queryOptions({ input: {} })
  const read = useQuery(options)
  const save = useMutation({
    mutationFn: (prompts: boolean) => api.journal.saveSettings({ prompts }),
    onSuccess: (settings) => cache.setQueryData(options.queryKey, settings),
    onError: () => toast.error(t('prompt.failed')),
  })
  return { on: read.data?.prompts ?? false, turn: (on: boolean) => save.mutate(on) }
}
