import type { Together } from '@attune/contract/features/session.together'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import { useRefusalWords } from './refusals.ts'
import { useConflictWords } from './SlotTaken.tsx'

/** A formatter for why a bulk change skipped a session: its conflicts, otherwise its current status. */
export function useLeftWords() {
  const { t } = useTranslation(['negotiation', 'session'])
  const conflict = useConflictWords()
  return ({ status, conflicts }: Together['left'][number]): string =>
    conflicts.map(conflict).join(' ') || t('refused.changed', { status: t(`session:status.${status}`) })
}

/** Undoes a bulk cancel while its emails are pending: restores each session, so that no email is sent. */
export function useUndoTogether() {
  const { t } = useTranslation('negotiation')
  const words = useRefusalWords('therapist')
  const changed = useSessionsChanged()
  return async (ids: string[]) => {
    const answers = await Promise.allSettled(ids.map((id) => api.session.restore({ id, command: newId() })))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) toast.error(words(failed.reason))
    else toast.success(t('done.restoreAll'))
    await changed()
  }
}
