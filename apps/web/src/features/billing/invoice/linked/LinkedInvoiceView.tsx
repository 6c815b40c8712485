import type { LinkedInvoice } from '@attune/contract/features/billing/invoice/invoice.links'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { InvoiceDownloads } from '../issued/InvoiceDownloads.tsx'
import { InvoicePrintSheet } from '../document/InvoicePrintSheet.tsx'
import { InvoiceSheet } from '../document/InvoiceSheet.tsx'
import { PayableInvoiceBadge } from '../invoice-status.tsx'
import { HowToPayCard } from '../own/HowToPayCard.tsx'
import { PrintInvoiceButton } from '../issued/PrintInvoiceButton.tsx'

/**
 * An invoice or credit note for a payer without an account: the document, payment details and downloads. If it is shown as issued, the payment
 * status and open amount are hidden; if it is shown as of a day, the status of that day is shown.
 */
export function LinkedInvoiceView({ invoice }: { invoice: LinkedInvoice }) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const { sheet, kind, number, dueOn, status, isAsIssued, asOf } = invoice
  const paysIt = kind === 'invoice' && !isAsIssued
  const logo = `/api/invoice-link/${invoice.id}/logo`
  const title = t(`titles.${kind}`, { number })
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <MetaList size={14}>
            {(!isAsIssued || asOf) && <PayableInvoiceBadge of={invoice} paysIt={paysIt} short={isAsIssued} />}
            {asOf && t('page.asOf', { day: dayText(asOf, locale) })}
            {dueOn && !(paysIt && status === 'issued') && t('page.due', { day: dayText(dueOn, locale) })}
            {t('page.for', { name: sheet.buyer.name })}
          </MetaList>
        }
        actions={
          <>
            <PrintInvoiceButton />
            <InvoiceDownloads invoice={invoice} reminders folder="invoice-link" />
          </>
        }
      />
      <PageColumns
        sideFirst
        main={<InvoiceSheet sheet={sheet} label={title} logo={logo} />}
        side={kind === 'invoice' && !isAsIssued && <HowToPayCard invoice={invoice} isPayer />}
      />
      <InvoicePrintSheet sheet={sheet} logo={logo} />
    </>
  )
}
