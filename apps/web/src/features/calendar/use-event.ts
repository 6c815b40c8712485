import type { Event, EventScope, NewEvent } from '@attune/contract/features/calendar'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'

type Edit = Parameters<typeof api.calendar.editEvent>[0]

const useAnew = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.calendar.key() })
}

/** Saves a busy block, new or changed. */
export function useSaveEvent(onDone: () => void) {
  const { t } = useTranslation('calendar')
  return useMutation({
    mutationFn: (what: { add: NewEvent } | { edit: Edit }) =>
      'add' in what ? api.calendar.addEvent(what.add) : api.calendar.editEvent(what.edit),
    onSuccess: () => {
      toast.success(t('event.saved'))
      onDone()
    },
    onSettled: useAnew(),
  })
}

/** Whether what was deleted can be written anew as it was: a rhythm that counts its times has lost its beginning. */
const canReturn = ({ repeat }: Event, scope: EventScope) =>
  scope === 'one' || (scope === 'following' && repeat?.ends.by !== 'count')

/** Deletes a busy block; it can be taken back. */
export function useRemoveEvent(onDone: () => void) {
  const { t } = useTranslation('calendar')
  const anew = useAnew()
  return useMutation({
    mutationFn: ({ event, scope }: { event: Event; scope: EventScope }) =>
      api.calendar.removeEvent({ id: event.id, scope }),
    onSuccess: (_, { event, scope }) => {
      const { title, startsAt, endsAt, location, repeat } = event
      const again: NewEvent = { id: newId(), title, startsAt, endsAt, location, anyway: true }
      const restore = async () => {
        try {
          await api.calendar.addEvent(scope === 'following' && repeat ? { ...again, repeat } : again)
          toast.success(t('event.restored', { title }))
        } catch {
          toast.error(t('event.failed'))
        }
        await anew()
      }
      const action = { label: t('event.undo'), onClick: () => void restore() }
      toast({ variant: 'success', title: t('event.deleted', { title }), ...(canReturn(event, scope) && { action }) })
      onDone()
    },
    onError: () => toast.error(t('event.deleteFailed')),
    onSettled: anew,
  })
}
