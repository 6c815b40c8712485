import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { TextLink } from '../../ui/base/TextLink.tsx'
import { CardRow, Section } from '../../ui/page/Section.tsx'
import { Pending } from '../../ui/page/RevealTogether.tsx'
import classes from './Side.module.css'

/** Says how many payment reminders are proposed, with a link to their list. Renders nothing if there are none or payments are off. */
export function RemindersToSendHint() {
  const { t } = useTranslation('dashboard')
  const access = useQuery(orpc.business.access.queryOptions({ input: {} }))
  const isOpen = access.data?.open === true
  const read = useQuery({ ...orpc.payment.proposedReminders.queryOptions({ input: {} }), enabled: isOpen })
  if (access.isPending || (isOpen && read.isPending)) return <Pending />
  const count = read.data?.items.length ?? 0
  if (count === 0) return null
  return (
    <Section title={t('reminders.title')} rows>
      <CardRow>
        <div className={classes.words}>{t('reminders.count', { count })}</div>
        <TextLink to="/dashboard/therapist/payments">{t('reminders.open')}</TextLink>
      </CardRow>
    </Section>
  )
}
