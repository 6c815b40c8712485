import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { localDay } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useInvalidatePayments, usePaymentRefusalText } from './use-payments.ts'

type PayableInvoice = Pick<InvoiceView, 'id' | 'openMinor'> & { currency: string }

/** Returns a function that records the open amount of an invoice as a transfer that was received today. The toast offers to reverse the payment. */
export function useRecordPaidToday({ id: invoiceId, openMinor: amountMinor, currency }: PayableInvoice): () => void {
  const { t } = useTranslation('payment')
  const locale = useLocale()
  const changed = useInvalidatePayments()
  const refusal = usePaymentRefusalText(currency)
  const onError = (error: unknown) => toast.error(refusal(error) ?? '')
  const reverse = useMutation({
    mutationFn: (payment: { id: string; paymentId: string }) => api.payment.reverse(payment),
    onSuccess: () => toast.success(t('reverse.done')),
    onError,
    onSettled: changed,
  })
  const record = useMutation({
    mutationFn: (id: string) => {
      const paidOn = localDay(new Date().toISOString(), locale)
      return api.payment.record({
        id,
        invoiceId,
        amountMinor,
        currency,
        paidOn,
        method: 'bank-transfer',
        reference: '',
      })
    },
    onSuccess: (_balance, paymentId) =>
      toast({
        variant: 'success',
        title: t('record.donePaid'),
        action: { label: t('record.undo'), onClick: () => reverse.mutate({ id: createId(), paymentId }) },
      }),
    onError,
    onSettled: changed,
  })
  return () => record.mutate(createId())
}
