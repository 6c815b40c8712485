import { taskStatuses } from '@attune/contract/features/task.states'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/faults.ts'

const said = ['NOT_FOUND', 'CLIENT_INACTIVE', 'FILE_NOT_READY', 'INCOMPLETE', 'CHANGED', 'TOO_MANY'] as const
const unanswered = ['NETWORK_ERROR', 'TIMEOUT', 'UNAVAILABLE'] as const

/** A refusal in words: what stands now where something changed, else why it could not be done. */
export function useRefusalWords() {
  const { t } = useTranslation(['tasks', 'common'])
  return (error: unknown): string => {
    const code = codeOf(error)
    if (code === 'ILLEGAL_TRANSITION' && error instanceof ORPCError) {
      const now = (error.data as { status?: unknown } | undefined)?.status
      const status = taskStatuses.find((one) => one === now)
      return status ? t('refused.changed', { status: t(`status.${status}`) }) : t('refused.failed')
    }
    const known = said.find((one) => one === code)
    if (known) return t(`refused.${known}`)
    const lost = unanswered.find((one) => one === code)
    return lost ? t(`common:errors.${lost}`) : t('refused.failed')
  }
}
