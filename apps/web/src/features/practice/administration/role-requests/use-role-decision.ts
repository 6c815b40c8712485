import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/**
 * Returns the mutation options of a role decision. Refetches all admin queries and reports if another admin decided
 * first.
 */
export function useRoleDecision() {
  const { t } = useTranslation('administration')
  const cache = useQueryClient()
  return {
    onError: (error: unknown) => {
      const faster =
        errorCode(error) === 'ALREADY_DECIDED' && error instanceof ORPCError
          ? (error.data as { status: string }).status
          : null
      if (faster === null) toast({ variant: 'destructive', title: t('notDone') })
      else
        toast({
          variant: 'info',
          title: t(faster === 'approved' ? 'waiting.alreadyApproved' : 'waiting.alreadyDeclined'),
        })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.administration.key() }),
  }
}
