import type { Session } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'
import { useInvalidateSessions } from './mutations.ts'
import { useSessionRefusalText } from './refusals.ts'

/**
 * Undoes what the therapist has just done to a session. A second press sends the same command id and takes effect once.
 */
function useUndo(done: string, send: (command: string, after: Session) => Promise<unknown>) {
  const words = useSessionRefusalText('therapist')
  const changed = useInvalidateSessions()
  const command = createId()
  return async (after: Session) => {
    try {
      await send(command, after)
      toast.success(done)
    } catch (error) {
      toast.error(words(error))
    }
    await changed()
  }
}

/** Undoes a move: restores the previous time and the client's agreement. Refused if the session has changed since. */
export function useUndoMove(before: Session) {
  const { t } = useTranslation('negotiation')
  const { id, startsAt, durationMinutes, bookedAnyway: anyway } = before
  const agreed = before.status === 'confirmed'
  return useUndo(t('done.undone'), (command, { revision }) =>
    api.session.move({ id, command, startsAt, durationMinutes, agreed, anyway, revision }),
  )
}

/** Undoes a cancel while its email is pending. */
export function useUndoCancel({ id }: Session) {
  const { t } = useTranslation('negotiation')
  return useUndo(t('done.restore'), (command) => api.session.restore({ id, command }))
}
