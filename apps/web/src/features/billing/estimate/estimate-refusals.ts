import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

/** The refusals with their own texts. All other errors show the general text of the app. */
const codes = ['CHANGED', 'INCOMPLETE', 'NOT_OFFERED', 'FUTURE_DAY'] as const

/** Returns a function that returns the text for a refused or failed change of an estimate. */
export function useEstimateRefusalText() {
  const { t } = useTranslation('estimate')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}
