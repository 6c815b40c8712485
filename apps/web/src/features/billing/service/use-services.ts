import type { ServiceId } from '@attune/contract/common/ids'
import { currencyOf } from '@attune/contract/features/billing/business/business.rules'
import type { NewService, Service } from '@attune/contract/features/billing/service/service'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Loads all services of the therapist, including archived ones, and keeps them up to date. */
export function useServices() {
  const cache = useQueryClient()
  useSubscription('services', () => void cache.invalidateQueries({ queryKey: orpc.service.key() }))
  return useQuery(orpc.service.list.queryOptions({ input: {} }))
}

/** Returns the default currency of new services: that of the business, or that of its country. */
export function useBusinessCurrency(): string {
  const { data } = useQuery(orpc.business.own.queryOptions({ input: {} }))
  return data?.fields.currency ?? currencyOf(data?.fields.country ?? null)
}

/**
 * Returns a mutation that adds a service or, with `before`, saves an edit of this service. A toast shows the result. If another page has changed
 * the service in the meantime, loads the current one.
 */
export function useSaveService(before: Service | null) {
  const { t } = useTranslation('service')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (content: NewService) =>
      before ? api.service.edit({ ...content, version: before.version }) : api.service.add(content),
    onSuccess: () => toast.success(t(before ? 'saved' : 'added')),
    onError: (error) => {
      const code = errorCode(error)
      if (code === 'CHANGED') toast.warning(t('changed'))
      else toast.error(code === 'LIMIT_REACHED' ? t('tooMany', { count: reachedLimit(error) }) : t('saveFailed'))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.service.key() }),
  })
}

/** Returns a function that archives a service, with undo in a toast, or restores it. */
export function useArchiveService() {
  const { t } = useTranslation('service')
  const cache = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (change: { id: ServiceId; isArchived: boolean }) => api.service.setArchived(change),
    onSuccess: (_, { id, isArchived }) => {
      const undo = { label: t('undo'), onClick: () => mutate({ id, isArchived: false }) }
      if (isArchived) toast({ variant: 'success', title: t('archived'), action: undo })
      else toast.success(t('restored'))
    },
    onError: () => toast.error(t('saveFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.service.key() }),
  })
  return mutate
}
