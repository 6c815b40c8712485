import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

/** The refusals with their own texts. All other errors show the general text of the app. */
const codes = [
  'CHANGED',
  'INCOMPLETE',
  'BUSINESS_INCOMPLETE',
  'PAYMENTS_OFF',
  'NOT_BILLABLE',
  'FEE_APART',
  'NOT_CREDITABLE',
  'CREDIT_BELOW_ZERO',
  'VERIFACTU',
  'NOT_SENDABLE',
] as const

/** Returns a function that returns the text for a refused or failed change of an invoice. */
export function useInvoiceRefusalText() {
  const { t } = useTranslation('invoice')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}
