import type { MissingScript } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'

/** Says that an invoice gets no receipt because PDFs cannot show letters of a script, and what to do instead. */
export function ReceiptLetters({ script }: { script: MissingScript }) {
  const { t } = useTranslation(['paymentReceipt', 'payer'])
  return <Callout kind="warning">{t('letters', { letters: t(`payer:letters.${script}`) })}</Callout>
}
