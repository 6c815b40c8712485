import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { toast } from '../../../ui/toast/toast.ts'

export type HeldChoice = 'send' | 'drop'

/** Returns a mutation that saves a decision about held items with `save`, shows the result in a toast and refetches the items. */
export function useHeldDecision<Subject>(save: (of: Subject, decision: HeldChoice) => Promise<unknown>) {
  const { t } = useTranslation('held')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ of, decision }: { of: Subject; decision: HeldChoice }) => save(of, decision),
    onSuccess: (_, { decision }) => toast({ variant: 'success', title: t(decision === 'send' ? 'sent' : 'dropped') }),
    onError: () => toast({ variant: 'destructive', title: t('failed') }),
    onSettled: () =>
      Promise.all(
        [orpc.restore.key(), orpc.dashboard.get.key(), orpc.dashboard.attention.key()].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
