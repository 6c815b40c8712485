import { enteredMethods } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { maxPaymentReference } from '@attune/contract/features/billing/payment/payment.rules'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../ui/input/MoneyInput.tsx'
import { localDay } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useInvalidatePayments, usePaymentRefusalText } from './use-payments.ts'

type Payment = Omit<Parameters<typeof api.payment.record>[0], 'id' | 'invoiceId' | 'currency'>

/** The facts of an issued invoice that a payment needs. */
type PayableInvoice = Pick<InvoiceView, 'id' | 'openMinor'> & { number: string; currency: string }
type Props = { invoice: PayableInvoice; onClose: () => void }

const isAboveZero = (minor: string) => minor !== '' && BigInt(minor) > 0n

/** Records a payment of an issued invoice. The fields initially contain the open amount and the current day. */
export function RecordPaymentDialog({ invoice, onClose }: Props) {
  const { t } = useTranslation('payment')
  const locale = useLocale()
  const { currency, number } = invoice
  const [first] = useState<Payment>(() => ({
    amountMinor: isAboveZero(invoice.openMinor) ? invoice.openMinor : '',
    paidOn: localDay(new Date().toISOString(), locale),
    method: 'bank-transfer',
    reference: '',
  }))
  const [entered, setEntered] = useState(first)
  const [checked, setChecked] = useState(false)
  const change = (part: Partial<Payment>) => setEntered({ ...entered, ...part })
  const { record, problem } = useRecordPayment(invoice, onClose)
  const isValid = isAboveZero(entered.amountMinor) && entered.paidOn !== ''
  return (
    <FormDialog
      title={t('record.title', { number })}
      submit={t('record.submit')}
      back={t('record.cancel')}
      busy={record.isPending}
      dirty={entered !== first}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (isValid) record.mutate(entered)
      }}
    >
      <MoneyInput
        focus
        label={t('record.amount')}
        currency={currency}
        value={entered.amountMinor}
        onChange={(amountMinor) => change({ amountMinor })}
        error={checked && !isAboveZero(entered.amountMinor) && t('refused.amount')}
      />
      {isAboveZero(entered.amountMinor) && BigInt(entered.amountMinor) > BigInt(invoice.openMinor) && (
        <Text size="sm" c="dimmed" role="status">
          {t('record.more')}
        </Text>
      )}
      <PaymentFacts entered={entered} onChange={change} />
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

/** The fields for the day, the method and the reference of the payment. */
function PaymentFacts({ entered, onChange }: { entered: Payment; onChange: (part: Partial<Payment>) => void }) {
  const { t } = useTranslation('payment')
  return (
    <>
      <DateInput past label={t('record.day')} value={entered.paidOn} onChange={(paidOn) => onChange({ paidOn })} />
      <NativeSelect
        label={t('record.method')}
        value={entered.method}
        data={enteredMethods.map((value) => ({ value, label: t(`methods.${value}`) }))}
        onChange={(event) => onChange({ method: event.currentTarget.value as Payment['method'] })}
      />
      <TextInput
        label={t('record.reference')}
        description={t('record.referenceHint')}
        maxLength={maxPaymentReference}
        value={entered.reference}
        onChange={(event) => onChange({ reference: event.currentTarget.value })}
      />
    </>
  )
}

/** Returns a mutation that records the payment. Repeating it after a lost response records it only once. */
function useRecordPayment({ id: invoiceId, currency }: PayableInvoice, onClose: () => void) {
  const { t } = useTranslation('payment')
  const changed = useInvalidatePayments()
  const refusal = usePaymentRefusalText(currency)
  const [id] = useState(createId)
  const record = useMutation({
    mutationFn: (payment: Payment) => api.payment.record({ id, invoiceId, currency, ...payment }),
    onSuccess: ({ status }) => {
      toast.success(t(status === 'paid' ? 'record.donePaid' : 'record.done'))
      changed()
      onClose()
    },
  })
  return { record, problem: record.error && refusal(record.error) }
}
