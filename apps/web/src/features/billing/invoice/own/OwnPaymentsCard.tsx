import type { OwnInvoice } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { WithdrawnReceipts } from '../../payment/payment.ts'
import classes from './OwnInvoice.module.css'

/** Lists the payments of an invoice, and the withdrawn receipts. A counter-entry has a negative amount. */
export function OwnPaymentsCard({ payments, withdrawnReceipts }: Pick<OwnInvoice, 'payments' | 'withdrawnReceipts'>) {
  const { t } = useTranslation('ownInvoice')
  const locale = useLocale()
  return (
    <Section title={t('payments')} rows>
      {payments.map(({ paidOn, method, amountMinor, currency }, index) => (
        // The index is the key, because payments have no id and are only added.
        <CardRow key={index}>
          <div className={classes.payment}>
            <span>{dayText(paidOn, locale)}</span>
            <span className={classes.quiet}>{t(`methods.${method}`)}</span>
          </div>
          <span className={classes.paid}>{moneyText(amountMinor, currency, locale.language)}</span>
        </CardRow>
      ))}
      {withdrawnReceipts.length > 0 && (
        <CardRow>
          <div>
            <WithdrawnReceipts of={withdrawnReceipts} />
          </div>
        </CardRow>
      )}
    </Section>
  )
}
