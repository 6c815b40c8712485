import type { JobId } from '@attune/contract/common/ids'
import type { JobType } from '@attune/contract/features/practice/administration/administration.jobs.rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** Returns a mutation that runs one failed job again, or all of a type, says how many were started, and refetches the jobs. */
export function useRunFailedJobs() {
  const { t } = useTranslation('adminJobs')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (what: { type: JobType; id?: JobId }) => api.administration.runFailedJobs(what),
    onSuccess: ({ count }) => toast({ variant: 'success', title: t('started', { count }) }),
    onError: () => toast({ variant: 'destructive', title: t('notStarted') }),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.administration.key() }),
  })
}
