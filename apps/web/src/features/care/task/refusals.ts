import { taskStatuses } from '@attune/contract/features/care/task/task.states'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'

const explainedCodes = [
  'NOT_FOUND',
  'CLIENT_INACTIVE',
  'FILE_NOT_READY',
  'INCOMPLETE',
  'CHANGED',
  'LIMIT_REACHED',
  'OPEN_COPY',
] as const
const connectionCodes = ['NETWORK_ERROR', 'TIMEOUT', 'UNAVAILABLE', 'STORAGE_FULL'] as const

/**
 * Returns a formatter for errors of task mutations. If the task has already changed, the text names its current status.
 * Otherwise the text names the reason for the refusal.
 */
export function useTaskRefusalText() {
  const { t } = useTranslation(['tasks', 'common'])
  return (error: unknown): string => {
    const code = errorCode(error)
    if (code === 'ILLEGAL_TRANSITION' && error instanceof ORPCError) {
      const current = (error.data as { status?: unknown } | undefined)?.status
      const status = taskStatuses.find((one) => one === current)
      return status ? t('refused.changed', { status: t(`status.${status}`) }) : t('refused.failed')
    }
    const explained = explainedCodes.find((one) => one === code)
    if (explained) return t(`refused.${explained}`, { count: reachedLimit(error) })
    const connection = connectionCodes.find((one) => one === code)
    return connection ? t(`common:errors.${connection}`) : t('refused.failed')
  }
}
