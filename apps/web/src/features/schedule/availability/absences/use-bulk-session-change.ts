import type { Session } from '@attune/contract/features/schedule/session/session'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useCommandIds, useInvalidateSessions, useUndoBulkCancel } from '../../session/session.ts'
import { useInvalidateAvailability } from '../use-availability-updates.ts'
import { addWeeks } from './add-weeks.ts'

export type BulkSessionChange = { how: 'cancel' | 'move'; weeks: number; reason: string }

/**
 * Cancels or moves several sessions in one request. Calls `onDone` if all sessions were changed. Otherwise `left`
 * contains the unchanged sessions with the reason of each.
 */
export function useBulkSessionChange(
  sessions: Session[],
  { how, weeks, reason }: BulkSessionChange,
  onDone: () => void,
) {
  const commandFor = useCommandIds()
  const sessionsChanged = useInvalidateSessions()
  const hoursChanged = useInvalidateAvailability()
  const report = useToastOfDone()
  const [asked, setAsked] = useState(sessions)
  // The sessions by id as they were before the request. Afterwards `sessions` no longer contains the changed sessions.
  const named = new Map(asked.map((session) => [session.id, session]))
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => {
      const ids = sessions.map(({ id }) => id)
      if (how === 'cancel') return api.session.cancelMany({ ids, reason, command: commandFor([how, ids, reason]) })
      const moves = sessions.map(({ id, startsAt, therapist }) => ({
        id,
        startsAt: addWeeks(startsAt, weeks, therapist.zone),
      }))
      return api.session.moveMany({ moves, reason, command: commandFor([how, moves, reason]) })
    },
    onMutate: () => setAsked(sessions),
    onSuccess: ({ done, left }) => {
      report(how, done, named)
      if (left.length === 0) onDone()
    },
    onSettled: () => Promise.all([sessionsChanged(), hoursChanged()]),
  })
  return { submit: () => mutate(), isPending, error, left: data?.left ?? [], named }
}

function useToastOfDone() {
  const { t } = useTranslation('timetable')
  const undo = useUndoBulkCancel()
  return (how: BulkSessionChange['how'], done: string[], named: ReadonlyMap<string, Session>) => {
    const count = done.length
    const title = t(how === 'cancel' ? 'bulkChange.cancelled' : 'bulkChange.moved', { count })
    // Cancelling an unanswered session request declines it. Undo cannot restore a declined request.
    const back = how === 'cancel' ? done.filter((id) => !named.get(id)?.may.deny) : []
    const action = back.length > 0 && { label: t('undo'), onClick: () => void undo(back) }
    if (count > 0) toast({ variant: 'success', title, ...(action && { action }) })
  }
}
