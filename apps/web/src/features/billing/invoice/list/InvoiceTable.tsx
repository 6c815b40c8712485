import type { InvoiceId } from '@attune/contract/common/ids'
import { signedTotal } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceListItem } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { datePartsText, localDay } from '../../../../ui/page/date-text.ts'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { InvoiceStatusBadge } from '../invoice-status.tsx'
import classes from './InvoiceTable.module.css'
import { useRowActs } from './use-row-acts.tsx'
import { useInvoiceMenu } from '../use-invoice-menu.tsx'

type Props = {
  rows: InvoiceListItem[]
  stale: boolean
  /** Reviews a draft before it is issued and sent. */
  onIssue: (id: InvoiceId) => void
  more: (() => void) | null
  loadingMore: boolean
}

/** Lists invoices in a table. On a phone, each invoice has two lines. */
export function InvoiceTable({ rows, stale, onIssue, more, loadingMore }: Props) {
  const { t } = useTranslation('invoice')
  return (
    <>
      <table className={classes.table} data-stale={stale || undefined}>
        <thead>
          <tr>
            {(['number', 'client', 'issued', 'due', 'status', 'total'] as const).map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`list.${column}`)}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <InvoiceRow key={row.id} row={row} onIssue={onIssue} />
          ))}
        </tbody>
      </table>
      {more && <LoadMoreButton label={t('list.more')} loading={loadingMore} onMore={more} />}
    </>
  )
}

function InvoiceRow({ row, onIssue }: { row: InvoiceListItem; onIssue: Props['onIssue'] }) {
  const { t } = useTranslation('invoice')
  const { language } = useLocale()
  const day = useShortDay()
  const acts = useRowActs(row, onIssue)
  const menu = useInvoiceMenu(row)
  const { id, number, kind, clientName, payerName, issuedOn, dueOn, currency } = row
  const name = number || t('list.noNumber')
  const total = moneyText(signedTotal(row), currency, language)
  return (
    <tr>
      <td className={classes.number}>
        <Link className={classes.link} to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId: id }}>
          {name}
        </Link>
        {kind === 'credit-note' && <span className={classes.quiet}>{t('kinds.credit-note')}</span>}
        {dueOn && <span className={classes.phoneDue}>{t('due.on', { day: day(dueOn) })}</span>}
      </td>
      <td className={classes.client}>
        {clientName}
        {payerName !== clientName && <span className={classes.quiet}>{payerName}</span>}
      </td>
      <td className={classes.wide} data-quiet>
        {issuedOn ? day(issuedOn) : t('list.notIssued')}
      </td>
      <td className={classes.wide}>{dueOn ? day(dueOn) : '–'}</td>
      <td className={classes.status}>
        <span className={classes.long}>
          <InvoiceStatusBadge of={row} />
        </span>
        <span className={classes.short}>
          <InvoiceStatusBadge of={row} short />
        </span>
      </td>
      <td className={classes.total}>{total}</td>
      <td className={classes.menu}>
        {row.status === 'draft' && <IssueButton name={clientName} onClick={() => onIssue(id)} />}
        <ActionMenu label={t('list.menuOf', { name: number || clientName })} items={[...acts.items, ...menu.items]} />
        {acts.dialog}
        {menu.dialog}
      </td>
    </tr>
  )
}

/** The main action of a draft, beside the menu, which also contains it. */
function IssueButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation(['issueMany', 'common'])
  const label = t('issueMany:act')
  return (
    <ActionIcon
      variant="light"
      size={36}
      title={label}
      aria-label={t('common:labelled', { label, text: name })}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconSend size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** Returns a formatter for days: '12 Nov', with the year if it is not the current year. */
function useShortDay() {
  const locale = useLocale()
  const year = localDay(useNow().toISOString(), locale).slice(0, 4)
  return (day: string) =>
    datePartsText(day, locale.language, {
      day: 'numeric',
      month: 'short',
      ...(day.slice(0, 4) !== year && { year: 'numeric' }),
    })
}
