import type { SessionTypeId } from '@attune/contract/common/ids'
import type { NewSessionType, SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Loads all session types of the therapist, including archived ones, and refetches them on changes. */
export function useSessionTypes() {
  const cache = useQueryClient()
  useSubscription('session_types', () => void cache.invalidateQueries({ queryKey: orpc.sessionType.key() }))
  return useQuery(orpc.sessionType.list.queryOptions({ input: {} }))
}

/** Returns a mutation that adds a session type, or saves an edit of `before`. If the server refuses it, a toast says why. */
export function useSaveSessionType(before: SessionType | null) {
  const { t } = useTranslation('sessionType')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (content: NewSessionType) =>
      before ? api.sessionType.edit({ ...content, version: before.version }) : api.sessionType.add(content),
    onSuccess: () => toast.success(t(before ? 'saved' : 'added')),
    onError: (error) => {
      const code = errorCode(error)
      if (code === 'CHANGED') toast.warning(t('changed'))
      else toast.error(code === 'LIMIT_REACHED' ? t('tooMany', { count: reachedLimit(error) }) : t('saveFailed'))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.sessionType.key() }),
  })
}

/** Returns a function that archives a session type (a toast offers Undo) or restores it. */
export function useArchiveSessionType() {
  const { t } = useTranslation('sessionType')
  const cache = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (change: { id: SessionTypeId; isArchived: boolean }) => api.sessionType.setArchived(change),
    onSuccess: (_, { id, isArchived }) => {
      const undo = { label: t('undo'), onClick: () => mutate({ id, isArchived: false }) }
      if (isArchived) toast({ variant: 'success', title: t('archived'), action: undo })
      else toast.success(t('restored'))
    },
    onError: () => toast.error(t('saveFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.sessionType.key() }),
  })
  return mutate
}

export function useSortSessionTypes() {
  const { t } = useTranslation('sessionType')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (ids: SessionTypeId[]) => api.sessionType.sort({ ids }),
    onSuccess: (sorted) => cache.setQueryData(orpc.sessionType.list.queryKey({ input: {} }), sorted),
    onError: () => toast.error(t('saveFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.sessionType.key() }),
  })
}
