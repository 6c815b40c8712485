import type { Role } from '@attune/contract/features/account'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './Header.module.css'
import { usePageName } from '../ui/use-page-name.ts'
import { dashboardAddress, dashboardPage, pageTitleKey, parentPage } from './navigation.ts'

/**
 * The breadcrumb: a link to the dashboard, to the parent page, and the page's name; on the dashboard only its name
 * [2.24].
 */
export function Breadcrumbs({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const page = dashboardPage(useLocation({ select: (location) => location.pathname }))
  const words = pageTitleKey(page, role)
  const parent = parentPage(page)
  const parentWords = parent && pageTitleKey(parent, role)
  const own = usePageName()
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className={classes.crumbs}>
        {page !== '' && (
          <li>
            <Link activeOptions={{ exact: true }} to={dashboardAddress(role, '')}>
              {role === 'admin' ? t('dashboardOf.admin') : t('pages.dashboard')}
            </Link>
            {words && <IconChevronRight size={16} stroke={1.75} aria-hidden />}
          </li>
        )}
        {parent && parentWords && (
          <li>
            <Link activeOptions={{ exact: true }} to={dashboardAddress(role, parent)}>
              {t(`pages.${parentWords}`)}
            </Link>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </li>
        )}
        {words && (
          <li>
            <span aria-current="page">{own ?? t(`pages.${words}`)}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
