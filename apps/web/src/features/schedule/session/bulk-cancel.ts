import type { SessionId } from '@attune/contract/common/ids'
import type { SessionBatchResult } from '@attune/contract/features/schedule/session/session.batch'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useInvalidateSessions } from './summary/mutations.ts'
import { useSessionRefusalText } from './summary/refusals.ts'
import { useConflictText } from './dialogs/SlotTakenNotice.tsx'

/**
 * Returns a function that explains why a bulk change skipped a session. The text names the conflicts, or the session's
 * current status if there are none.
 */
export function useSkippedReasonText() {
  const { t } = useTranslation(['negotiation', 'session'])
  const conflict = useConflictText()
  return ({ status, conflicts }: SessionBatchResult['left'][number]): string =>
    conflicts.map(conflict).join(' ') || t('refused.changed', { status: t(`session:status.${status}`) })
}

/**
 * Returns a function that undoes a bulk cancellation before its emails are sent. The function restores each session,
 * and the server then sends no email.
 */
export function useUndoBulkCancel() {
  const { t } = useTranslation('negotiation')
  const refusalText = useSessionRefusalText('therapist')
  const changed = useInvalidateSessions()
  return async (ids: SessionId[]) => {
    const answers = await Promise.allSettled(ids.map((id) => api.session.restore({ id, command: createId() })))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) toast.error(refusalText(failed.reason))
    else toast.success(t('done.restoreAll'))
    await changed()
  }
}
