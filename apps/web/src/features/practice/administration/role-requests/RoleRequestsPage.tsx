import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import classes from '../administration.module.css'
import { DecidedRoleRequests } from './DecidedRoleRequests.tsx'
import { PendingRoleRequests } from './PendingRoleRequests.tsx'
import { useAdministrationUpdates } from '../use-administration-updates.ts'

/** Lists the pending requests for the therapist role and those that an admin has decided. */
export function RoleRequestsPage() {
  const { t } = useTranslation(['shell', 'administration'])
  useAdministrationUpdates()
  return (
    <div className={classes.page}>
      <PageHeader title={t('pages.roleRequests')} />
      <div className={classes.stack}>
        <RevealTogether waiting={<RowSkeletons />}>
          <PendingRoleRequests />
          <DecidedRoleRequests />
        </RevealTogether>
      </div>
    </div>
  )
}
