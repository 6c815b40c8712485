import type { Session } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'
import { useInvalidateSessions } from './summary/mutations.ts'
import { useSessionRefusalText } from './summary/refusals.ts'

/**
 * Returns a function that undoes the therapist's latest action on a session. Repeated calls send the same command id,
 * so they have no further effect.
 */
function useUndo(done: string, send: (command: string, after: Session) => Promise<unknown>) {
  const words = useSessionRefusalText('therapist', 'update')
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

/**
 * Returns a function that undoes a cancellation. The server restores the session only while the email about the
 * cancellation is pending.
 */
export function useUndoCancel({ id }: Session) {
  const { t } = useTranslation('negotiation')
  return useUndo(t('done.restore'), (command) => api.session.restore({ id, command }))
}
