import type { Session } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import { useRefusalWords } from './refusals.ts'

/** Takes back what the therapist has done to a session a moment ago; pressed twice it is one act. */
function useUndo(done: string, send: (command: string, after: Session) => Promise<unknown>) {
  const words = useRefusalWords('therapist')
  const changed = useSessionsChanged()
  const command = newId()
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

/** Takes a move back as long as nothing else has happened to the session: to the time, and the yes, that it had before. */
export function useUndoMove(before: Session) {
  const { t } = useTranslation('negotiation')
  const { id, startsAt, durationMinutes, bookedAnyway: anyway } = before
  const agreed = before.status === 'confirmed'
  return useUndo(t('done.undone'), (command, { revision }) =>
    api.session.move({ id, command, startsAt, durationMinutes, agreed, anyway, revision }),
  )
}

/** Takes a cancel back while its mail waits. */
export function useUndoCancel({ id }: Session) {
  const { t } = useTranslation('negotiation')
  return useUndo(t('done.restore'), (command) => api.session.restore({ id, command }))
}
