import type { ClientId } from '@attune/contract/common/ids'
import { signedTotal } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { OwnInvoiceItem } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { PayOnlineButton } from '../../online-payment/online-payment.ts'
import { PayableInvoiceBadge } from '../invoice-status.tsx'
import classes from '../list/InvoiceTable.module.css'

type Props = {
  rows: OwnInvoiceItem[]
  more: (() => void) | null
  loadingMore: boolean
  /** The client for whom a guardian sees the invoices. Absent if the client sees them. */
  actingFor?: ClientId
}

/**
 * Lists the invoices and credit notes that were issued to the acting client, or to the client for whom a guardian acts. On a phone, each invoice has
 * two lines.
 */
export function OwnInvoiceTable({ rows, more, loadingMore, actingFor }: Props) {
  const { t } = useTranslation(['invoice', 'ownInvoice'])
  const names = {
    number: t('list.number'),
    from: t('ownInvoice:from'),
    issued: t('list.issued'),
    due: t('list.due'),
    status: t('list.status'),
    total: t('list.total'),
  }
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            {Object.entries(names).map(([column, name]) => (
              <th key={column} scope="col" data-column={column}>
                {name}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <OwnInvoiceRow key={row.id} row={row} actingFor={actingFor} />
          ))}
        </tbody>
      </table>
      {more && <LoadMoreButton label={t('list.more')} loading={loadingMore} onMore={more} />}
    </>
  )
}

type RowProps = { row: OwnInvoiceItem; actingFor: ClientId | undefined }

function OwnInvoiceRow({ row, actingFor }: RowProps) {
  const { t } = useTranslation(['invoice', 'ownInvoice'])
  const locale = useLocale()
  const { id, number, kind, businessName, issuedOn, dueOn, grossMinor, openMinor, currency } = row
  const money = (minor: string) => moneyText(minor, currency, locale.language)
  // A row that names the treated person is an invoice to another payer. A guardian sees no invoice that another person pays.
  const paysIt = kind === 'invoice' && (actingFor !== undefined || row.person === null)
  const saysPayBy = paysIt && row.status === 'issued'
  const isCredit = kind === 'credit-note'
  const isPartlyOpen = !openMinor.startsWith('-') && openMinor !== '0' && openMinor !== grossMinor
  return (
    <tr>
      <td className={classes.number}>
        <NumberLink row={row} actingFor={actingFor} />
        {isCredit && <span className={classes.quiet}>{t('kinds.credit-note')}</span>}
        {dueOn && !saysPayBy && (
          <span className={classes.phoneDue}>{t('due.on', { day: dayText(dueOn, locale) })}</span>
        )}
      </td>
      <td className={classes.client}>{businessName}</td>
      <td className={classes.wide} data-quiet>
        {dayText(issuedOn, locale)}
      </td>
      <td className={classes.wide}>{dueOn ? dayText(dueOn, locale) : '–'}</td>
      <td className={classes.status}>
        <span className={classes.long}>
          <PayableInvoiceBadge of={row} paysIt={paysIt} />
        </span>
        <span className={classes.short}>
          <PayableInvoiceBadge of={row} paysIt={paysIt} short />
        </span>
      </td>
      <td className={classes.total}>
        {money(signedTotal(row))}
        {isPartlyOpen && <span className={classes.quiet}>{t('ownInvoice:openOf', { amount: money(openMinor) })}</span>}
      </td>
      <td className={classes.pay}>
        {paysIt && BigInt(openMinor) > 0n && <PayOnlineButton invoiceId={id} actingFor={actingFor} number={number} />}
      </td>
    </tr>
  )
}

/** The number of an invoice as a link to its page. A guardian's link contains the client's id. */
function NumberLink({ row: { id, number }, actingFor }: RowProps) {
  return actingFor ? (
    <Link
      className={classes.link}
      to="/for/$clientId/invoices/$invoiceId"
      params={{ clientId: actingFor, invoiceId: id }}
    >
      {number}
    </Link>
  ) : (
    <Link className={classes.link} to="/dashboard/client/payments/$invoiceId" params={{ invoiceId: id }}>
      {number}
    </Link>
  )
}
