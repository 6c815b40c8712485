import type { Session } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import { useRefusalWords } from './refusals.ts'

/** Takes a move back as long as nothing else has happened to the session: to the time, and the yes, that it had before. */
export function useUndoMove(before: Session) {
  const { t } = useTranslation('negotiation')
  const words = useRefusalWords('therapist')
  const changed = useSessionsChanged()
  const command = newId()
  return async (after: Session) => {
    try {
      await api.session.move({
        id: before.id,
        command,
        startsAt: before.startsAt,
        durationMinutes: before.durationMinutes,
        agreed: before.status === 'confirmed',
        anyway: before.bookedAnyway,
        revision: after.revision,
      })
      toast.success(t('done.undone'))
    } catch (error) {
      toast.error(words(error))
    }
    await changed()
  }
}
