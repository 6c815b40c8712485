import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import classes from './administration.module.css'
import { Decided } from './Decided.tsx'
import { FeedbackList } from './FeedbackList.tsx'
import { Outbox } from './Outbox.tsx'
import { WaitingRequests } from './WaitingRequests.tsx'

/** Pending role requests, feedback, decided requests and the outbox. */
export function AdminDashboard() {
  const { t } = useTranslation(['administration', 'shell'])
  const cache = useQueryClient()
  const info = useQuery(query.product.info.queryOptions({ input: {} }))
  const overview = useQuery(query.administration.overview.queryOptions({ input: {} }))
  const again = () => void cache.invalidateQueries({ queryKey: query.administration.key() })
  useLive('role_requests', again)
  useLive('profiles', again)
  // Feedback arrives with a notification.
  useLive('notifications', again)
  const counts = overview.data
  return (
    <div className={classes.page}>
      <PageHead
        title={info.data?.practiceName || t('title')}
        facts={
          counts && (
            <Facts size={14}>
              {t('counts.therapists', { count: counts.therapists })}
              {t('counts.clients', { count: counts.clients })}
            </Facts>
          )
        }
        actions={
          <ButtonLink to="/dashboard/admin/accounts" variant="default">
            {t('shell:pages.accounts')}
          </ButtonLink>
        }
      />
      <div className={classes.stack}>
        <WaitingRequests />
        {counts && !counts.mailConfigured && (
          <Note kind="warning" title={t('mailOff.title')}>
            {t('mailOff.text')}
          </Note>
        )}
        {counts && counts.mailsFailed > 0 && (
          <Note kind="danger">{t('mailsFailed', { count: counts.mailsFailed })}</Note>
        )}
        <FeedbackList />
        <Decided />
        <Outbox />
      </div>
    </div>
  )
}
