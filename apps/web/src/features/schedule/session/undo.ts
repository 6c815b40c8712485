import type { Session } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useInvalidateSessions } from './summary/mutations.ts'
import { useSessionRefusalText } from './summary/refusals.ts'

/**
 * Returns a function that undoes the therapist's latest action on a session. Repeated calls of the returned function
 * send the same command id and have no further effect.
 */
function useUndo(done: string, send: (command: string, after: Session) => Promise<unknown>) {
  const refusalText = useSessionRefusalText('therapist', 'update')
  const changed = useInvalidateSessions()
  const command = createId()
  return async (after: Session) => {
    try {
      await send(command, after)
      toast.success(done)
    } catch (error) {
      toast.error(refusalText(error))
    }
    await changed()
  }
}

/**
 * Returns a function that undoes a move and restores the previous time and the client's agreement. The server refuses
 * the undo if the session has changed since the move.
 */
export function useUndoMove(before: Session) {
  const { t } = useTranslation('negotiation')
  const { id, startsAt, durationMinutes, bookedAnyway: anyway } = before
  const agreed = before.status === 'confirmed'
  return useUndo(t('done.undone'), (command, { revision }) =>
    api.session.move({ id, command, startsAt, durationMinutes, agreed, anyway, revision }),
  )
}

/**
 * Returns a function that undoes a cancellation. The server refuses the undo once it has sent the email about the
 * cancellation.
 */
export function useUndoCancel({ id }: Session) {
  const { t } = useTranslation('negotiation')
  return useUndo(t('done.restore'), (command) => api.session.restore({ id, command }))
}
