import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import type { OwnInvoice } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { dayText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { useSetPageName } from '../../../../ui/page/use-page-name.ts'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'
import { OnlineReturn, PayOnline } from '../../online-payment/online-payment.ts'
import { InvoiceDownloads } from '../issued/InvoiceDownloads.tsx'
import { InvoicePrintSheet } from '../document/InvoicePrintSheet.tsx'
import { InvoiceSheet } from '../document/InvoiceSheet.tsx'
import { PayableInvoiceBadge } from '../invoice-status.tsx'
import { PrintInvoiceButton } from '../issued/PrintInvoiceButton.tsx'
import { HowToPayCard } from './HowToPayCard.tsx'
import { OwnPaymentsCard } from './OwnPaymentsCard.tsx'

type Props = {
  invoice: OwnInvoice
  /** The client for whom a guardian sees the invoice. Absent if the client sees it. */
  actingFor?: ClientId | undefined
}

/** The page of an issued invoice or credit note as the client or a guardian sees it: the sheet, how to pay, payments and downloads. */
export function OwnInvoiceView({ invoice, actingFor }: Props) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const { sheet, kind, number, dueOn, status } = invoice
  // A guardian sees no invoice that another person pays.
  const paysIt = kind === 'invoice' && (actingFor !== undefined || sheet.buyer.kind === 'client')
  const title = t(`titles.${kind}`, { number })
  useSetPageName(number)
  useMarkSubjectRead('invoice', invoice.id)
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <MetaList size={14}>
            <PayableInvoiceBadge of={invoice} paysIt={paysIt} />
            {dueOn && !(paysIt && status === 'issued') && t('page.due', { day: dayText(dueOn, locale) })}
            {t('page.for', { name: sheet.buyer.name })}
            <OwnInvoiceLinks invoice={invoice} actingFor={actingFor} />
          </MetaList>
        }
        actions={
          <>
            <PrintInvoiceButton />
            <InvoiceDownloads
              invoice={invoice}
              reminders
              folder={actingFor ? `guardian/${actingFor}/invoice` : 'invoice'}
            />
          </>
        }
      />
      <OnlineReturn invoiceId={invoice.id} actingFor={actingFor} />
      <PageColumns
        sideFirst
        main={<InvoiceSheet sheet={sheet} label={title} />}
        side={<OwnInvoiceSide invoice={invoice} actingFor={actingFor} />}
      />
      <InvoicePrintSheet sheet={sheet} />
    </>
  )
}

/** Shows how to pay the invoice, and its payments. */
function OwnInvoiceSide({ invoice, actingFor }: Props) {
  const { id, kind, payments, withdrawnReceipts } = invoice
  return (
    <>
      {kind === 'invoice' && (
        <HowToPayCard
          invoice={invoice}
          isPayer={actingFor !== undefined}
          online={(transfer) => <PayOnline invoiceId={id} actingFor={actingFor} {...transfer} />}
        />
      )}
      {payments.length > 0 && <OwnPaymentsCard payments={payments} withdrawnReceipts={withdrawnReceipts} />}
    </>
  )
}

/** Links to the invoice that a credit note corrects, and to the credit notes of an invoice. */
function OwnInvoiceLinks({ invoice: { corrects, credits }, actingFor }: Props) {
  const { t } = useTranslation('invoice')
  const link = (id: InvoiceId, label: string) =>
    actingFor ? (
      <TextLink key={id} to="/for/$clientId/invoices/$invoiceId" params={{ clientId: actingFor, invoiceId: id }}>
        {label}
      </TextLink>
    ) : (
      <TextLink key={id} to="/dashboard/client/payments/$invoiceId" params={{ invoiceId: id }}>
        {label}
      </TextLink>
    )
  return (
    <>
      {corrects && link(corrects.id, t('page.corrects', { number: corrects.number }))}
      {credits.map(({ id, number }) => link(id, t('page.creditedBy', { number })))}
    </>
  )
}
