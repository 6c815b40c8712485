import type { PushSubscriptionId } from '@attune/contract/common/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { PushError, turnOffPush, turnOnPush } from '../../../platform/push/push-browser.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Returns the browsers with push notifications and the mutations for them. */
export function usePushBrowsers(account: string) {
  const { t } = useTranslation('push')
  const cache = useQueryClient()
  const read = useQuery(orpc.push.browsers.queryOptions({ input: {}, staleTime: 0, refetchOnMount: true }))
  const refetchAfter = { onSettled: () => cache.invalidateQueries({ queryKey: orpc.push.browsers.key() }) }
  const current = read.data?.items.find(({ isCurrent }) => isCurrent)
  const turnOn = useMutation({ mutationFn: () => turnOnPush(account), ...refetchAfter })
  const remove = useMutation({
    mutationFn: async (id: PushSubscriptionId) => {
      await api.push.remove({ id })
      if (id === current?.id) await turnOffPush()
    },
    ...refetchAfter,
  })
  const test = useMutation({
    mutationFn: (id: PushSubscriptionId) => api.push.test({ id }),
    onSuccess: () => toast.success(t('testSent')),
  })
  return { read, current, turnOn, remove, test }
}

/** Returns the problem that prevented push notifications from being switched on; 'failed' for an unknown error. */
export const problemOf = (error: unknown) => (error instanceof PushError ? error.problem : 'failed')
