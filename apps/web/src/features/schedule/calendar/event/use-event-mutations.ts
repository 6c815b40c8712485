import type { SeriesId } from '@attune/contract/common/ids'
import type { CalendarEvent, EventScope, NewCalendarEvent } from '@attune/contract/features/schedule/calendar/calendar'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useSessionRefusalText } from '../../session/session.ts'

type Edit = Parameters<typeof api.calendar.editEvent>[0]

/** Loads the start times of the items that conflict with a time span. Ignores the item with the id `but`. */
export const conflictStarts = async (span: { startsAt: string; endsAt: string; but: string }) =>
  (await api.calendar.conflicts(span)).items.map(({ startsAt }) => startsAt)

const useRefresh = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.calendar.key() })
}

/** Returns a function that builds the Undo action of a toast. After the undo, a toast shows `done`, or the reason for a failure. */
function useUndo() {
  const { t } = useTranslation('calendar')
  const undoErrorText = useUndoErrorText()
  const refresh = useRefresh()
  return (undo: () => Promise<unknown>, done: string) => ({
    label: t('event.undo'),
    onClick: () =>
      void undo()
        .then(() => toast.success(done))
        .catch((error: unknown) => toast.error(undoErrorText(error)))
        .finally(refresh),
  })
}

/** Returns a function that returns the error message for a failed undo. */
export function useUndoErrorText() {
  const { t } = useTranslation('calendar')
  const refusalText = useSessionRefusalText('therapist')
  return (error: unknown) => (errorCode(error) === 'CHANGED' ? t('move.notUndone') : refusalText(error))
}

/** Returns a mutation that adds or edits a busy time. The toast offers to undo the edit of a repeating busy time. */
export function useSaveEvent(onDone: () => void) {
  const { t } = useTranslation('calendar')
  const undo = useUndo()
  return useMutation({
    mutationFn: (what: { add: NewCalendarEvent } | { edit: Edit; seriesId: SeriesId | null }) =>
      'add' in what ? api.calendar.addEvent(what.add) : api.calendar.editEvent(what.edit),
    onSuccess: (_, what) => {
      const { seriesId, command: undoes } = 'edit' in what ? { ...what, ...what.edit } : {}
      const action =
        seriesId && undoes && undo(() => api.calendar.undoEventChange({ seriesId, undoes }), t('event.undone'))
      toast({ variant: 'success', title: t('event.saved'), ...(action && { action }) })
      onDone()
    },
    onSettled: useRefresh(),
  })
}

/** Returns a mutation that deletes a busy time. The toast offers to undo the deletion. */
export function useRemoveEvent(onDone: () => void) {
  const { t } = useTranslation('calendar')
  const refresh = useRefresh()
  const undo = useUndo()
  return useMutation({
    mutationFn: async ({ event, scope, command }: { event: CalendarEvent; scope: EventScope; command: string }) => {
      const { id, startsAt, endsAt, seriesId } = event
      // Loads the conflicts of a single busy time. Undo adds the busy time again and must accept these conflicts.
      const [over] = await Promise.all([
        seriesId ? [] : conflictStarts({ startsAt, endsAt, but: id }),
        api.calendar.removeEvent({ id, scope, command }),
      ])
      return over
    },
    onSuccess: (anyway, { event, command: undoes }) => {
      const { title, startsAt, endsAt, location, seriesId } = event
      const again: NewCalendarEvent = { id: createId(), title, startsAt, endsAt, location, anyway }
      const back = () => (seriesId ? api.calendar.undoEventChange({ seriesId, undoes }) : api.calendar.addEvent(again))
      const action = undo(back, t('event.restored', { title }))
      toast({ variant: 'success', title: t('event.deleted', { title }), action })
      onDone()
    },
    onError: () => toast.error(t('event.deleteFailed')),
    onSettled: refresh,
  })
}
