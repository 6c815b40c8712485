import type { ProposedReminder } from '@attune/contract/features/billing/payment/payment'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import classes from '../payment-rows.module.css'
import { useProposedReminders, useSendReminder } from './use-reminders.ts'

const SendAllRemindersDialog = lazyNamed(() => import('./SendAllRemindersDialog.tsx'), 'SendAllRemindersDialog')

/** The number of reminders that are shown at first. It is small, so that the invoices below stay in sight. */
const shownAtFirst = 2

/** Lists the proposed payment reminders, each with a button that sends it. Renders nothing if there are none. */
export function RemindersToSend() {
  const { t } = useTranslation('paymentReminder')
  const [all, setAll] = useState(false)
  const [asked, setAsked] = useState(false)
  const read = useProposedReminders()
  const items = read.data?.items ?? []
  if (read.isPending) return <Pending />
  if (read.isError && !read.data)
    return (
      <div className={classes.card}>
        <Section title={t('toSend.title')}>
          <Query of={read} failed={t('toSend.failed')} again={t('toSend.again')} />
        </Section>
      </div>
    )
  if (items.length === 0) return null
  const shown = all ? items : items.slice(0, shownAtFirst)
  return (
    <div className={classes.card}>
      <Section
        title={t('toSend.title')}
        count={items.length}
        hint={t('toSend.hint', { count: items.length })}
        rows
        action={
          items.length > 1 && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setAsked(true)}>
              {t('toSend.sendAll')}
            </Button>
          )
        }
      >
        {shown.map((item) => (
          <ReminderRow key={item.invoiceId} item={item} />
        ))}
        {items.length > shown.length && (
          <Button variant="subtle" size="compact-sm" mx="sm" mb="xs" onClick={() => setAll(true)}>
            {t('toSend.showAll', { count: items.length })}
          </Button>
        )}
      </Section>
      {asked && <SendAllRemindersDialog items={items} onClose={() => setAsked(false)} />}
    </div>
  )
}

function ReminderRow({ item }: { item: ProposedReminder }) {
  const { t } = useTranslation(['paymentReminder', 'common'])
  const locale = useLocale()
  const send = useSendReminder()
  const { invoiceId, number, payerName, step, dueOn, openMinor, currency } = item
  const amount = moneyText(openMinor, currency, locale.language)
  return (
    <CardRow>
      <div className={classes.texts}>
        <Link className={classes.link} to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId }}>
          {payerName}
        </Link>
        <div className={classes.facts}>
          {[number, amount, t(`steps.${step}`), t('toSend.due', { day: dayText(dueOn, locale) })].join(' · ')}
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-label={t('common:labelled', { label: t('toSend.send'), text: number })}
        loading={send.isPending}
        onClick={() => send.mutate(item)}
      >
        {t('toSend.send')}
      </Button>
    </CardRow>
  )
}
