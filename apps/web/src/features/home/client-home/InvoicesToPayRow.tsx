import type { HomeInvoices } from '@attune/contract/features/home/client-home/client-home'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { dayText } from '../../../ui/page/date-text.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import classes from './client-home.module.css'

/**
 * A row for the invoices that the client has to pay, with a link to the invoice, or to the list of invoices if there are several. The row looks the
 * same if an invoice is overdue.
 */
export function InvoicesToPayRow({ count, first }: HomeInvoices) {
  const { t } = useTranslation(['dashboard', 'common'])
  const locale = useLocale()
  const { id, number, openMinor, currency, dueOn } = first
  const amount = moneyText(openMinor, currency, locale.language)
  const title = t('toPay.title', { count, amount })
  const label = t('common:labelled', { label: t('toPay.pay'), text: title })
  return (
    <div className={classes.line}>
      <IconReceipt size={20} stroke={1.6} aria-hidden />
      <span>
        <span className={classes.subject}>{title}</span>
        <span className={classes.why}>{t('toPay.due', { count, number, day: dayText(dueOn, locale) })}</span>
      </span>
      {count === 1 ? (
        <TextLink to="/dashboard/client/payments/$invoiceId" params={{ invoiceId: id }} aria-label={label}>
          {t('toPay.pay')}
        </TextLink>
      ) : (
        <TextLink to="/dashboard/client/payments" aria-label={label}>
          {t('toPay.pay')}
        </TextLink>
      )}
    </div>
  )
}
