import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { useSubscription } from '../../platform/use-subscription.ts'
import { ButtonLink } from '../../ui/base/ButtonLink.tsx'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { Callout } from '../../ui/base/Callout.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import classes from './administration.module.css'
import { DecidedRoleRequests } from './DecidedRoleRequests.tsx'
import { FeedbackList } from './FeedbackList.tsx'
import { Outbox } from './Outbox.tsx'
import { PendingRoleRequests } from './PendingRoleRequests.tsx'
import { SupportHoursQuestion } from './SupportHoursQuestion.tsx'

/** Shows pending role requests, feedback, decided role requests and the outbox. */
export function AdminDashboard() {
  // Also loads the translation namespaces of the sections. Otherwise the rendered page would suspend and disappear while
  // they load, and the focus and a key press would be lost.
  const { t } = useTranslation(['administration', 'shell', 'outbox', 'product'])
  const cache = useQueryClient()
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const overview = useQuery(orpc.administration.overview.queryOptions({ input: {} }))
  const again = () => void cache.invalidateQueries({ queryKey: orpc.administration.key() })
  useSubscription('role_requests', again)
  useSubscription('profiles', again)
  // Feedback has no realtime table. The server notifies the admin of new feedback, so a notification refetches it.
  useSubscription('notifications', again)
  const counts = overview.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={info.data?.practiceName || t('title')}
        facts={
          counts && (
            <MetaList size={14}>
              {t('counts.therapists', { count: counts.therapists })}
              {t('counts.clients', { count: counts.clients })}
            </MetaList>
          )
        }
        actions={<AdminPages />}
      />
      <div className={classes.stack}>
        <PendingRoleRequests />
        {counts && !counts.mailConfigured && (
          <Callout kind="warning" title={t('mailOff.title')}>
            {t('mailOff.text')}
          </Callout>
        )}
        {counts && !counts.supportHoursConfirmed && <SupportHoursQuestion />}
        {counts && counts.mailsFailed > 0 && (
          <Callout kind="danger">{t('mailsFailed', { count: counts.mailsFailed })}</Callout>
        )}
        <FeedbackList />
        <DecidedRoleRequests />
        <Outbox />
      </div>
    </div>
  )
}

/** Links to the pages of the administration that the sidebar does not list. */
function AdminPages() {
  const { t } = useTranslation('shell')
  return (
    <>
      <ButtonLink to="/dashboard/admin/accounts" variant="default">
        {t('pages.accounts')}
      </ButtonLink>
      <ButtonLink to="/dashboard/admin/audit-log" variant="default">
        {t('pages.auditLog')}
      </ButtonLink>
    </>
  )
}
