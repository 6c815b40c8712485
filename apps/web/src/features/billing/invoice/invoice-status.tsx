import type { InvoiceListItem } from '@attune/contract/features/billing/invoice/invoice.schemas'
import {
  IconCash,
  IconCashPlus,
  IconClockExclamation,
  IconCoins,
  IconFilePencil,
  IconFileX,
  IconSend,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dayText, localDay } from '../../../ui/page/date-text.ts'
import { StatusBadge, type IconType, type StatusTone } from '../../../ui/page/status/StatusBadge.tsx'
import { useNow } from '../../../ui/page/use-now.ts'

type Status = InvoiceListItem['status']

const styles = {
  draft: [IconFilePencil, 'quiet'],
  issued: [IconSend, 'info'],
  'partly-paid': [IconCoins, 'info'],
  paid: [IconCash, 'success'],
  overpaid: [IconCashPlus, 'warning'],
  overdue: [IconClockExclamation, 'warning'],
  credited: [IconFileX, 'quiet'],
} as const satisfies Record<Status, readonly [IconType, StatusTone]>

type Props = {
  of: Pick<InvoiceListItem, 'status' | 'dueOn' | 'overdueDays'>
  /** Whether the badge shows only the status, without the due day. */
  short?: boolean
}

/** Shows the status of an invoice: 'Issued, due tomorrow', 'Overdue, 7 days', 'Paid'. */
export function InvoiceStatusBadge({ of: { status, dueOn, overdueDays }, short = false }: Props) {
  const { t } = useTranslation('invoice')
  const near = useDueSoon(status, dueOn)
  const [icon, tone] = styles[status]
  const name = t(`status.${status}`)
  const late = status === 'overdue' && overdueDays > 0
  return (
    <StatusBadge icon={icon} tone={tone}>
      {short || !(near || late)
        ? name
        : t('statusWith', { status: name, when: near ? t(`due.${near}`) : t('due.days', { count: overdueDays }) })}
    </StatusBadge>
  )
}

type PayerProps = Props & {
  /** Whether the reader pays the invoice. */
  paysIt: boolean
}

/** Shows the status of an invoice to its reader: 'Pay by Thu 26 Nov' instead of 'Issued' if the reader pays it. */
export function PayableInvoiceBadge({ of, paysIt, short = false }: PayerProps) {
  const { t } = useTranslation('ownInvoice')
  const locale = useLocale()
  const near = useDueSoon(of.status, of.dueOn)
  if (of.status !== 'issued' || !paysIt) return <InvoiceStatusBadge of={of} short={short} />
  const day = of.dueOn && dayText(of.dueOn, locale)
  const text = near ? t(`pay.${near}`) : day ? t('pay.by', { day }) : t('pay.open')
  return (
    <StatusBadge icon={IconCash} tone="info">
      {text}
    </StatusBadge>
  )
}

/** Returns `today` or `tomorrow` if an unpaid invoice is due on that day; null otherwise. */
function useDueSoon(status: Status, dueOn: string | null): 'today' | 'tomorrow' | null {
  const locale = useLocale()
  const now = useNow()
  if (!dueOn || (status !== 'issued' && status !== 'partly-paid')) return null
  if (dueOn === localDay(now.toISOString(), locale)) return 'today'
  const tomorrow = new Date(`${localDay(now.toISOString(), locale)}T12:00:00Z`)
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1)
  return dueOn === tomorrow.toISOString().slice(0, 10) ? 'tomorrow' : null
}
