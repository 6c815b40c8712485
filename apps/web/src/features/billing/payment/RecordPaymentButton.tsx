import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const RecordPaymentDialog = lazyNamed(() => import('./RecordPaymentDialog.tsx'), 'RecordPaymentDialog')

/** A button that opens the dialog for recording a payment of the invoice. Renders nothing if the document cannot be paid. */
export function RecordPaymentButton({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation('payment')
  const [asked, setAsked] = useState(false)
  if (!invoice.may.pay) return null
  return (
    <>
      <Button leftSection={<IconCashBanknote size={18} aria-hidden />} onClick={() => setAsked(true)}>
        {t('record.action')}
      </Button>
      {asked && <RecordPaymentDialog invoice={invoice} onClose={() => setAsked(false)} />}
    </>
  )
}
