import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyRecordPaymentDialog } from './lazy-record-payment.ts'

/** A button that opens the dialog for recording a payment of the invoice. Renders nothing if the document cannot be paid. */
export function RecordPaymentButton({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation('payment')
  const [asked, setAsked] = useState(false)
  const {
    id,
    openMinor,
    sheet: { number, currency },
  } = invoice
  if (!invoice.may.pay) return null
  // Recording the payment of the open amount is the next step; a further payment is an exception.
  const isOpen = BigInt(openMinor) > 0n
  return (
    <>
      <Button
        variant={isOpen ? 'filled' : 'default'}
        leftSection={<IconCashBanknote size={18} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('record.action')}
      </Button>
      {asked && (
        <LazyRecordPaymentDialog invoice={{ id, openMinor, number, currency }} onClose={() => setAsked(false)} />
      )}
    </>
  )
}
