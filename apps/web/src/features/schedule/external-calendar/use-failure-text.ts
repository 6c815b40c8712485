import type { ExternalProblem } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import {
  type ExternalProvider,
  externalProblems,
} from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { useTranslation } from 'react-i18next'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

/** Returns the calendar server's problem from an error of the API; null for any other error. */
function problemIn(error: unknown): ExternalProblem | null {
  const { data } = error as { data?: { problem?: unknown } }
  return externalProblems.find((problem) => problem === data?.problem) ?? null
}

/** The problems whose text is the same for CalDAV and Google, because they concern the calendar or this practice. */
const sharedProblems = ['forbidden', 'gone', 'too-large', 'too-many', 'not-offered'] as const

/**
 * Returns a function that describes a problem of a calendar server and its remedy. The text depends on the provider, because the remedies differ: for
 * example, the therapist can correct a CalDAV address, but not the address of Google.
 */
export function useProblemText(provider: ExternalProvider = 'caldav') {
  const { t } = useTranslation('externalCalendar')
  return (problem: ExternalProblem): string => {
    if (provider === 'caldav' || sharedProblems.some((one) => one === problem))
      return `${t(`problem.${problem}`)} ${t(`remedy.${problem}`)}`
    return t(problem === 'unauthorized' ? 'google.refused' : 'google.failed')
  }
}

/** Returns a function that gives the message for a failed call of this feature: the calendar server's problem and what to do about it. */
export function useFailureText(provider?: ExternalProvider) {
  const { t } = useTranslation('externalCalendar')
  const errorText = useErrorMessage()
  const problemText = useProblemText(provider)
  return (error: unknown): string | null => {
    const problem = problemIn(error)
    if (problem) return problemText(problem)
    const code = errorCode(error)
    if (code === 'NOT_AN_ADDRESS') return t('connect.addressWrong')
    if (code === 'LIMIT_REACHED') return t('limit', { count: reachedLimit(error) })
    if (code === 'NOT_OFFERED') return problemText('not-offered')
    if (code === 'ANSWERED') return t('answered')
    return errorText(error)
  }
}
