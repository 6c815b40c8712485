import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { moneyText } from '../../../ui/page/money-text.ts'

/** Returns a function that invalidates the queries that contain payments: those of payments and of invoices. */
export function useInvalidatePayments() {
  const cache = useQueryClient()
  return () => {
    void cache.invalidateQueries({ queryKey: orpc.payment.key() })
    void cache.invalidateQueries({ queryKey: orpc.invoice.key() })
  }
}

/** The refusals with their own texts. */
const codes = ['CONFLICT', 'NOT_PAYABLE', 'OTHER_CURRENCY', 'FUTURE_DAY', 'TOO_MUCH', 'OTHER_PAYER'] as const

/** Returns a function that returns the text for a refused or failed change of the payments of an invoice in `currency`. */
export function usePaymentRefusalText(currency: string) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const general = useErrorMessage()
  return (error: unknown): string | null => {
    const known = codes.find((code) => code === errorCode(error))
    if (!known) return general(error)
    const { leftMinor = '0' } =
      (error instanceof ORPCError ? (error.data as { leftMinor?: string } | undefined) : null) ?? {}
    return t(`refused.${known}`, { left: moneyText(leftMinor, currency, language) })
  }
}
