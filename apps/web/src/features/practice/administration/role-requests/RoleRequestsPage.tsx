import { useTranslation } from 'react-i18next'
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
        <PendingRoleRequests />
        <DecidedRoleRequests />
      </div>
    </div>
  )
}
