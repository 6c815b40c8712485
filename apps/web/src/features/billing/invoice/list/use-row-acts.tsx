import type { InvoiceId } from '@attune/contract/common/ids'
import type { InvoiceListItem } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { IconBuildingBank, IconCashBanknote, IconMailForward, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { LazyRecordPaymentDialog, useRecordPaidToday, useSendNextReminder } from '../../payment/payment.ts'

/**
 * Returns the most frequent actions for an invoice of the list as menu items, and the dialog that records a payment while it is open. A draft can be
 * issued. The payment of an unpaid invoice can be recorded in the dialog, or at once as a transfer of today. A reminder can be sent for an overdue
 * one.
 */
export function useRowActs(
  { id, kind, status, number, currency, openMinor }: InvoiceListItem,
  onIssue: (id: InvoiceId) => void,
) {
  const { t } = useTranslation(['issueMany', 'payment'])
  const [isPaying, setPaying] = useState(false)
  const remind = useSendNextReminder()
  const recordPaidToday = useRecordPaidToday({ id, currency, openMinor })
  const { language } = useLocale()
  const amount = moneyText(openMinor, currency, language)
  const isUnpaid = kind === 'invoice' && status !== 'draft' && BigInt(openMinor) > 0n
  const items: ActionMenuItem[] = [
    ...(status === 'draft' ? [{ label: t('issueMany:act'), icon: IconSend, onClick: () => onIssue(id) }] : []),
    ...(isUnpaid
      ? [
          { label: t('payment:record.action'), icon: IconCashBanknote, onClick: () => setPaying(true) },
          { label: t('payment:record.transferToday', { amount }), icon: IconBuildingBank, onClick: recordPaidToday },
        ]
      : []),
    ...(isUnpaid && status === 'overdue'
      ? [{ label: t('payment:reminders.submit'), icon: IconMailForward, onClick: () => remind.mutate(id) }]
      : []),
  ]
  const invoice = { id, number, currency, openMinor }
  return { items, dialog: isPaying && <LazyRecordPaymentDialog invoice={invoice} onClose={() => setPaying(false)} /> }
}
