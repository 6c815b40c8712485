import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { takenBackCredit } from '@attune/contract/features/billing/payment/payment.rules'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'

/**
 * Explains that credit on the document was taken back, so that more is open than the amount on the document, and what to do. Renders nothing if
 * nothing is open, or if the credit still pays the invoice.
 */
export function TakenBackCredit({ invoice: { sheet, payments, payer, openMinor } }: { invoice: InvoiceView }) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const taken = takenBackCredit(sheet.creditMinor, payments)
  if (taken === 0n || BigInt(openMinor) <= 0n) return null
  const amount = (minor: string) => moneyText(minor, sheet.currency, language)
  return (
    <Callout kind="warning" title={t('credit.takenBack', { amount: amount(String(taken)) })}>
      {t('credit.takenBackText', { open: amount(openMinor), name: payer.name })}
    </Callout>
  )
}
