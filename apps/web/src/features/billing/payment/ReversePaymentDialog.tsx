import type { InvoicePayment } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../ui/input/MoneyInput.tsx'
import { dateText } from '../../../ui/page/date-text.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useInvalidatePayments, usePaymentRefusalText } from './use-payments.ts'

type Props = {
  payment: InvoicePayment
  /** The remainder of the payment after earlier counter-entries. */
  leftMinor: string
  /** The counter-entries that moved a part of the payment to other invoices, as credit. */
  moved: readonly InvoicePayment[]
  onClose: () => void
}

/** Reverses a payment by a counter-entry, in whole or in part. The remainder of the payment is entered by default. */
export function ReversePaymentDialog({ payment, leftMinor, moved, onClose }: Props) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const { currency, paidOn, amountMinor } = payment
  const [taken, setTaken] = useState(leftMinor)
  const [withCredit, setWithCredit] = useState(false)
  const { reverse, problem } = useReversePayment(payment, onClose)
  const isTakeable = taken !== '' && BigInt(taken) > 0n && BigInt(taken) <= BigInt(leftMinor)
  return (
    <FormDialog
      danger
      title={t('reverse.title')}
      submit={t('reverse.submit')}
      back={t('reverse.cancel')}
      busy={reverse.isPending}
      dirty={taken !== leftMinor || withCredit}
      onClose={onClose}
      onSubmit={() =>
        (withCredit || isTakeable) && reverse.mutate(withCredit ? { withCredit } : { amountMinor: taken })
      }
    >
      <Text size="sm">
        {t('reverse.text', { amount: moneyText(amountMinor, currency, language), day: dateText(paidOn, language) })}
      </Text>
      {moved.length > 0 && (
        <Checkbox
          label={t('reverse.withCredit')}
          description={moved.map((one) => movedText(one, currency, language)).join(', ')}
          checked={withCredit}
          onChange={(event) => setWithCredit(event.currentTarget.checked)}
        />
      )}
      {!withCredit && (
        <MoneyInput
          label={t('reverse.amount')}
          currency={currency}
          value={taken}
          onChange={setTaken}
          error={
            taken !== '' && !isTakeable && t('refused.TOO_MUCH', { left: moneyText(leftMinor, currency, language) })
          }
        />
      )}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

/** Returns the invoice to which an amount was moved, and the amount. `amountMinor` is negative. */
const movedText = ({ reference, amountMinor }: InvoicePayment, currency: string, language: string) =>
  `${reference} · ${moneyText(amountMinor.slice(1), currency, language)}`

/** Returns a mutation that records the counter-entry. Repeating it after a lost response records it only once. */
function useReversePayment({ id: paymentId, currency }: InvoicePayment, onClose: () => void) {
  const { t } = useTranslation('payment')
  const changed = useInvalidatePayments()
  const refusal = usePaymentRefusalText(currency)
  const [id] = useState(createId)
  const reverse = useMutation({
    mutationFn: (what: { amountMinor: string } | { withCredit: true }) =>
      api.payment.reverse({ id, paymentId, ...what }),
    onSuccess: () => {
      toast.success(t('reverse.done'))
      changed()
      onClose()
    },
  })
  return { reverse, problem: reverse.error && refusal(reverse.error) }
}
