import {
  missingScriptOfLetter,
  type MissingScript,
} from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'

/**
 * Explains that an invoice gets no receipt because PDFs cannot show its letters, and what to do instead. Renders nothing if PDFs can show all its
 * letters.
 */
export function ReceiptLetters({ sheet }: { sheet: InvoiceView['sheet'] }) {
  const script = missingScriptOfLetter(sheet)
  return script && <ReceiptCallout script={script} />
}

function ReceiptCallout({ script }: { script: MissingScript }) {
  const { t } = useTranslation(['paymentReceipt', 'payer'])
  return <Callout kind="warning">{t('letters', { letters: t(`payer:letters.${script}`) })}</Callout>
}
