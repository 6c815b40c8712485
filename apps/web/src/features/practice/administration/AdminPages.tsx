import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'

/** The pages of the administration that the sidebar does not list [2.20]. */
const adminPages = [
  ['accounts', '/dashboard/admin/accounts'],
  ['roleRequests', '/dashboard/admin/role-requests'],
  ['auditLog', '/dashboard/admin/audit-log'],
  ['jobs', '/dashboard/admin/jobs'],
  ['backups', '/dashboard/admin/backups'],
] as const

/** Links to the pages of the administration that the sidebar does not list. */
export function AdminPages() {
  const { t } = useTranslation('shell')
  return adminPages.map(([title, to]) => (
    <ButtonLink key={to} to={to} variant="default">
      {t(`pages.${title}`)}
    </ButtonLink>
  ))
}

/** The same links as entries of the list of settings. */
export function AdminPageLinks({ className }: { className: string | undefined }) {
  const { t } = useTranslation(['administration', 'shell'])
  return (
    <div role="group" aria-label={t('settings.pages')}>
      <h2>{t('settings.pages')}</h2>
      <ul>
        {adminPages.map(([title, to]) => (
          <li key={to}>
            <Link to={to} className={className}>
              {t(`shell:pages.${title}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
