import type { InvoiceId } from '@attune/contract/common/ids'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { dayText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { useSetPageName } from '../../../../ui/page/use-page-name.ts'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { PaymentsCard, RecordPaymentButton, RemindersCard } from '../../payment/payment.ts'
import { InvoiceDownloads } from './InvoiceDownloads.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoicePrintSheet } from '../document/InvoicePrintSheet.tsx'
import { InvoiceSheet } from '../document/InvoiceSheet.tsx'
import { KeptInvoiceCard, KeptInvoiceMark } from './KeptInvoiceCard.tsx'
import { IssuedInvoiceMenu } from './IssuedInvoiceMenu.tsx'
import { InvoiceStatusBadge } from '../invoice-status.tsx'
import { PayerLinksCard } from './PayerLinksCard.tsx'
import { PrintInvoiceButton } from './PrintInvoiceButton.tsx'
import { MistakeCard } from './MistakeCard.tsx'

/**
 * The page of an issued invoice or credit note: the document, payments, history, downloads, and corrections. On a phone, printing and downloads are
 * in a menu.
 */
export function IssuedInvoice({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const { sheet, kind, payer } = invoice
  const { dueOn } = sheet
  const phone = usePhone()
  const title = t(`titles.${kind}`, { number: sheet.number })
  useSetPageName(sheet.number)
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <MetaList size={14}>
            <InvoiceStatusBadge of={{ ...invoice, dueOn }} />
            {dueOn && t('page.due', { day: dayText(dueOn, locale) })}
            {t('page.for', { name: payer.name })}
            <InvoiceLinks invoice={invoice} />
            <KeptInvoiceMark invoiceId={invoice.id} />
          </MetaList>
        }
        menu={phone && <IssuedInvoiceMenu invoice={invoice} />}
        actions={
          (!phone || invoice.may.pay) && (
            <>
              {!phone && <PrintInvoiceButton />}
              {!phone && <InvoiceDownloads invoice={invoice} />}
              <RecordPaymentButton invoice={invoice} />
            </>
          )
        }
      />
      <PageColumns
        main={<InvoiceSheet sheet={sheet} label={title} />}
        side={
          <>
            <PaymentsCard invoice={invoice} />
            <RemindersCard invoice={invoice} />
            <PayerLinksCard invoiceId={invoice.id} />
            <KeptInvoiceCard invoiceId={invoice.id} />
            <InvoiceHistory invoice={invoice} />
            {invoice.may.credit && <MistakeCard invoice={invoice} />}
          </>
        }
      />
      <InvoicePrintSheet sheet={sheet} />
    </>
  )
}

/** Links to the invoice that a credit note corrects, to the credit notes of an invoice, and to its replacement. */
function InvoiceLinks({ invoice: { corrects, credits, replaces, replacedBy } }: { invoice: InvoiceView }) {
  const { t } = useTranslation('invoice')
  const link = (id: InvoiceId, label: string) => (
    <TextLink key={id} to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId: id }}>
      {label}
    </TextLink>
  )
  return (
    <>
      {corrects && link(corrects.id, t('page.corrects', { number: corrects.number }))}
      {credits.map(({ id, number }) => link(id, t('page.creditedBy', { number })))}
      {replaces && link(replaces.id, t('page.replaces', { number: replaces.number }))}
      {replacedBy &&
        link(
          replacedBy.id,
          replacedBy.number ? t('page.replacedBy', { number: replacedBy.number }) : t('page.correctedDraft'),
        )}
    </>
  )
}
