import type { MissingScript } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceSystem } from '@attune/contract/features/billing/invoice/law/invoice.system-lines.rules'
import { useTranslation } from 'react-i18next'
import { errorCode, refusalData } from '../../../platform/api/errors.ts'
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
  'CREDIT_CHANGED',
  'LETTERS',
  'VERIFACTU',
  'SYSTEM_REQUIRED',
  'NOT_SENDABLE',
] as const

/** Returns the key of the text that names the system which a credit note needs. */
const systemKeyOf = (error: unknown) =>
  `missing.fields.payer.system.${((error as { data?: { system?: InvoiceSystem } }).data?.system ?? 'peppol') satisfies InvoiceSystem}` as const

/** Returns a function that returns the text for a refused or failed change of an invoice. */
export function useInvoiceRefusalText() {
  const { t } = useTranslation(['invoice', 'payer'])
  const { t: tDraft } = useTranslation('invoiceDraft')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    if (known === 'SYSTEM_REQUIRED') return `${tDraft(systemKeyOf(error))} ${t('refused.SYSTEM_REQUIRED')}`
    const letters = refusalData<{ script: MissingScript }>(error, 'LETTERS')
    if (letters) return t('refused.LETTERS', { letters: t(`payer:letters.${letters.script}`) })
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}
