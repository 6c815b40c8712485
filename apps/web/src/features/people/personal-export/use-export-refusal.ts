import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'

/** Returns a function that returns the reason why an export was not started, downloaded or deleted. */
export function useExportRefusal(): (error: unknown) => string {
  const { t } = useTranslation('personalExport')
  return (error) => {
    const code = errorCode(error)
    const isKnown = code === 'NO_SPACE' || code === 'MAKING' || code === 'TOO_MANY' || code === 'NOT_FOUND'
    return t(`refused.${isKnown ? code : 'other'}`)
  }
}
