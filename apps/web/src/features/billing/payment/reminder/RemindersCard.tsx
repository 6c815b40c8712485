import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { Reminders } from '@attune/contract/features/billing/payment/payment'
import { Button, Group } from '@mantine/core'
import { IconDownload, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscribeToReminders } from './use-reminders.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../PaymentsCard.module.css'

/** Whether a reminder reaches anyone without further action by the therapist. */
const isReached = ({ client, emails }: Reminders['reaches']) => client || emails.length > 0

const ReminderLetters = lazyNamed(() => import('./ReminderLetters.tsx'), 'ReminderLetters')
const ReminderDialog = lazyNamed(() => import('./ReminderDialog.tsx'), 'ReminderDialog')

/** Lists the reminders of an invoice with their documents and offers the next one. Renders nothing if there is neither. */
export function RemindersCard({ invoice }: { invoice: InvoiceView }) {
  const { id, kind } = invoice
  const { t } = useTranslation('payment')
  const [asked, setAsked] = useState(false)
  const read = useQuery({
    ...orpc.payment.reminders.queryOptions({ input: { invoiceId: id } }),
    enabled: kind === 'invoice',
  })
  useSubscribeToReminders()
  const { made = [], next = null, letters = null, reaches = { client: false, emails: [] } } = read.data ?? {}
  if (made.length === 0 && !next && !letters) return null
  return (
    <Section title={t('reminders.title')}>
      {made.length > 0 && <MadeReminders invoice={invoice} made={made} />}
      {letters && <ReminderLetters of={letters.of} script={letters.script} />}
      {next && (
        <Group mt={made.length > 0 ? 'sm' : 0}>
          <Button
            variant="default"
            leftSection={<IconMailForward size={18} aria-hidden />}
            onClick={() => setAsked(true)}
          >
            {t(isReached(reaches) ? 'reminders.action' : 'reminders.make', { step: next.step })}
          </Button>
        </Group>
      )}
      {asked && next && <ReminderDialog invoiceId={id} next={next} reaches={reaches} onClose={() => setAsked(false)} />}
    </Section>
  )
}

/** Lists the reminders that were made, with their documents once these are stored. */
function MadeReminders({ invoice: { id, documents }, made }: { invoice: InvoiceView; made: Reminders['made'] }) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const isReady = (step: number) => documents.some((one) => one.kind === `reminder-${step}` && one.ready)
  return (
    <ul className={classes.list}>
      {made.map(({ step, madeOn, payBy }) => (
        <li key={step} className={classes.row}>
          <div className={classes.texts}>
            {t('reminders.made', { step, day: dateText(madeOn, language), payBy: dateText(payBy, language) })}
          </div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={!isReady(step)}
            {...(isReady(step) && { component: 'a', href: `/api/invoice/${id}/reminder-${step}`, download: true })}
          >
            {t('reminders.download', { step })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
