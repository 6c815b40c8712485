import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { toast } from '../../ui/toast.ts'

/** Mutation options of a role decision: refetches the administration queries, and reports when another admin decided first. */
export function useDecision() {
  const { t } = useTranslation('administration')
  const cache = useQueryClient()
  return {
    onError: (error: unknown) => {
      const faster =
        codeOf(error) === 'ALREADY_DECIDED' && error instanceof ORPCError
          ? (error.data as { status: string }).status
          : null
      if (faster === null) toast({ variant: 'destructive', title: t('notDone') })
      else
        toast({
          variant: 'info',
          title: t(faster === 'approved' ? 'waiting.alreadyApproved' : 'waiting.alreadyDeclined'),
        })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: query.administration.key() }),
  }
}
