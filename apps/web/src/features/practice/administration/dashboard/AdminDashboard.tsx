import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Pending, RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { AdminPages } from '../AdminPages.tsx'
import classes from '../administration.module.css'
import { FeedbackList } from './FeedbackList.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { PendingRoleRequests } from '../role-requests/PendingRoleRequests.tsx'
import { SupportHoursQuestion } from '../support-hours/SupportHoursQuestion.tsx'
import { HeldOfPractice } from '../../restore/restore.ts'
import { SystemHealth } from './SystemHealth.tsx'
import { SystemUsage } from './SystemUsage.tsx'
import { useAdministrationUpdates } from '../use-administration-updates.ts'

/** Shows the items that need attention, the health of the system, and counts and storage [2.03]. */
export function AdminDashboard() {
  // Also loads the translation namespaces of the sections. Otherwise the rendered page would suspend and disappear while
  // they load, and the focus and a key press would be lost.
  const { t } = useTranslation(['administration', 'shell', 'adminDashboard', 'product', 'held'])
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const overview = useQuery(orpc.administration.overview.queryOptions({ input: {} }))
  useAdministrationUpdates()
  const counts = overview.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={info.data?.practiceName || t('title')}
        facts={
          counts ? (
            <MetaList size={14}>
              {t('counts.therapists', { count: counts.therapists })}
              {t('counts.clients', { count: counts.clients })}
            </MetaList>
          ) : (
            '\u00a0'
          )
        }
        actions={<AdminPages />}
      />
      <div className={classes.stack}>
        <RevealTogether waiting={<RowSkeletons rows={8} />}>
          <PendingRoleRequests />
          {overview.isPending && <Pending />}
          {counts && !counts.supportHoursConfirmed && <SupportHoursQuestion />}
          <NeedsAttention failedJobs={counts?.failedJobs ?? 0} />
          <HeldOfPractice />
          <FeedbackList />
          <SystemHealth />
          <SystemUsage />
        </RevealTogether>
      </div>
    </div>
  )
}
