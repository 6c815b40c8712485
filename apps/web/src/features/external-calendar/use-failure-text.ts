import type { ExternalProblem } from '@attune/contract/features/external-calendar'
import { externalProblems } from '@attune/contract/features/external-calendar.rules'
import { useTranslation } from 'react-i18next'
import { errorCode, reachedLimit } from '../../platform/errors.ts'
import { useErrorMessage } from '../../ui/base/use-error-message.ts'

/** Returns the problem of a calendar server in a refusal; null for any other error. */
function problemIn(error: unknown): ExternalProblem | null {
  const { data } = error as { data?: { problem?: unknown } }
  return externalProblems.find((problem) => problem === data?.problem) ?? null
}

/** Returns what a failed call of this feature says: the problem of the server and what to do about it. */
export function useFailureText() {
  const { t } = useTranslation('externalCalendar')
  const words = useErrorMessage()
  return (error: unknown): string | null => {
    const problem = problemIn(error)
    if (problem) return `${t(`problem.${problem}`)} ${t(`remedy.${problem}`)}`
    const code = errorCode(error)
    if (code === 'NOT_AN_ADDRESS') return t('connect.addressWrong')
    if (code === 'LIMIT_REACHED') return t('limit', { count: reachedLimit(error) })
    if (code === 'ANSWERED') return t('question.answered')
    return words(error)
  }
}
