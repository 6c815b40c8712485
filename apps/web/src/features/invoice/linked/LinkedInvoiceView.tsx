import type { LinkedInvoice } from '@attune/contract/features/invoice.links'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { dayText } from '../../../ui/page/date-text.ts'
import { MetaList } from '../../../ui/page/MetaList.tsx'
import { PageColumns, PageHeader } from '../../../ui/page/PageHeader.tsx'
import { InvoiceDownloads } from '../InvoiceDownloads.tsx'
import { InvoicePrintSheet } from '../InvoicePrintSheet.tsx'
import { InvoiceSheet } from '../InvoiceSheet.tsx'
import { InvoiceStatusBadge } from '../invoice-status.tsx'
import { HowToPayCard } from '../mine/HowToPayCard.tsx'
import { PrintInvoiceButton } from '../PrintInvoiceButton.tsx'

/** An invoice or credit note as a payer without an account sees it: the sheet, how to pay, and the downloads. */
export function LinkedInvoiceView({ invoice }: { invoice: LinkedInvoice }) {
  const { t } = useTranslation('invoice')
  const reader = useLocale()
  const { sheet, kind, number, dueOn } = invoice
  const logo = `/api/invoice-link/${invoice.id}/logo`
  const title = t(`titles.${kind}`, { number })
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <MetaList size={14}>
            <InvoiceStatusBadge of={invoice} />
            {dueOn && t('page.due', { day: dayText(dueOn, reader) })}
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
        main={<InvoiceSheet sheet={sheet} label={title} logo={logo} />}
        side={kind === 'invoice' && <HowToPayCard invoice={invoice} isPayer />}
      />
      <InvoicePrintSheet sheet={sheet} logo={logo} />
    </>
  )
}
