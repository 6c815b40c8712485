import type { ToBillItem } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import { saysMinutes } from '@attune/contract/features/billing/invoice/invoice.print.rules'
import { Button, Checkbox } from '@mantine/core'
import { IconClockCancel, IconUserX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { isBillable } from './groups.ts'
import classes from './ToBill.module.css'
import { useInvalidateInvoices } from '../use-invoices.ts'

type Props = { item: ToBillItem; chosen: boolean; onChosen: (on: boolean) => void }

/** A session to bill, with a checkbox. A late cancellation or no-show can be waived with one click. */
export function ToBillRow({ item, chosen, onChosen }: Props) {
  const { t } = useTranslation(['toBill', 'session'])
  const locale = useLocale()
  const { serviceOn, serviceTime, minutes, kind, code, text, format, priceMinor, currency, with: others } = item
  const day = dayText(serviceOn, locale)
  return (
    <li className={classes.row}>
      <Checkbox
        className={classes.choice}
        disabled={!isBillable(item)}
        checked={chosen}
        onChange={(event) => onChosen(event.currentTarget.checked)}
        label={t('moment', { day, time: serviceTime })}
      />
      <div className={classes.what}>
        <div>{[code, text || t(`session:format.${format}`)].filter(Boolean).join(' · ')}</div>
        <MetaList>
          {!saysMinutes(text, minutes) && t('session:minutes', { count: minutes })}
          {others.length > 0 && t('with', { names: others.join(', ') })}
          {kind !== 'completed' && (
            <StatusBadge icon={kind === 'no-show' ? IconUserX : IconClockCancel} tone="warning">
              {t(`kind.${kind}`)}
            </StatusBadge>
          )}
        </MetaList>
      </div>
      {kind !== 'completed' && <WaiveButton item={item} day={day} />}
      <div className={classes.price} data-none={priceMinor === null || undefined}>
        {priceMinor === null ? t('noPrice') : moneyText(priceMinor, currency, locale.language)}
      </div>
    </li>
  )
}

/** A button that waives the fee for a late cancellation or no-show. The toast has an Undo button. */
function WaiveButton({ item: { sessionId, clientId, kind, clientName }, day }: { item: ToBillItem; day: string }) {
  const { t } = useTranslation(['toBill', 'common'])
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  const key = { sessionId, clientId }
  const fail = (error: unknown) => toast.error(refusal(error))
  const undo = () =>
    api.invoice
      .unwaive(key)
      .then(() => toast.success(t('restored')), fail)
      .finally(changed)
  const waive = useMutation({
    mutationFn: () => api.invoice.waive(key),
    onSuccess: () =>
      toast({
        variant: 'success',
        title: t(`waived.${kind === 'no-show' ? 'no-show' : 'late-cancel'}`),
        action: { label: t('undo'), onClick: () => void undo() },
      }),
    onError: fail,
    onSettled: changed,
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={waive.isPending}
      aria-label={t('common:labelled', { label: t('waive'), text: `${clientName}, ${day}` })}
      onClick={() => waive.mutate()}
    >
      {t('waive')}
    </Button>
  )
}
