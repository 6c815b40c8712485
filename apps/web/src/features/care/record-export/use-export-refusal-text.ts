import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'

/** Returns a function that returns the reason why an export did not start. */
export function useExportRefusalText() {
  const { t } = useTranslation('recordExport')
  return (error: unknown) => {
    const code = errorCode(error)
    return t(`refused.${code === 'BUSY' || code === 'TOO_MANY' ? code : 'other'}`)
  }
}
