import type { BankEntry } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { useLocale } from '../../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../../../ui/dialog/FormDialog.tsx'
import { dateText } from '../../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../../ui/page/money-text.ts'
import { useInvalidatePayments, usePaymentRefusalText } from '../../use-payments.ts'

type Props = { entry: BankEntry; onDone: () => void; onClose: () => void }

/** Asks before the payments that an entry of the bank takes back are reversed, and names their invoices. */
export function ReverseEntryDialog({ entry, onDone, onClose }: Props) {
  const { t } = useTranslation(['bankFile', 'payment'])
  const { language } = useLocale()
  const refusal = usePaymentRefusalText(entry.currency)
  const changed = useInvalidatePayments()
  const { key, day, currency, reverses } = entry
  const reverse = useMutation({
    mutationFn: () =>
      api.payment.reverseBankEntry({
        key,
        paidOn: day,
        items: reverses.map(({ paymentId, amountMinor }) => ({ paymentId, amountMinor })),
      }),
    onSuccess: () => {
      changed()
      onDone()
    },
  })
  return (
    <FormDialog
      danger
      title={t('payment:reverse.title')}
      submit={t('payment:reverse.submit')}
      back={t('payment:reverse.cancel')}
      busy={reverse.isPending}
      onClose={onClose}
      onSubmit={() => reverse.mutate()}
    >
      {reverses.map(({ paymentId, number, amountMinor }) => (
        <Text key={paymentId} size="sm">
          {t('review.reverses', {
            amount: moneyText(amountMinor, currency, language),
            number,
            day: dateText(day, language),
          })}
        </Text>
      ))}
      <Text size="sm">{t('review.reopens')}</Text>
      <FormError>{reverse.error && refusal(reverse.error)}</FormError>
    </FormDialog>
  )
}
