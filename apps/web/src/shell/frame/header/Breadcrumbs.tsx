import type { Role } from '@attune/contract/features/people/account/account'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './Header.module.css'
import { usePageName } from '../../../ui/page/use-page-name.ts'
import { dashboardAddress, dashboardPage, pageTitle, parentPage } from '../../pages/page-lookup.ts'

/**
 * The breadcrumb [2.24]: a link to the dashboard, a link to the parent page if there is one, and the name of the page.
 * The dashboard shows only its own name.
 */
export function Breadcrumbs({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: (location) => location.pathname })
  const title = pageTitle(path, role)
  const parent = parentPage(path, role)
  const own = usePageName()
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.trail}>
      <ol className={classes.crumbs}>
        {dashboardPage(path) !== '' && (
          <li>
            <Link activeOptions={{ exact: true }} to={dashboardAddress(role, '')}>
              {role === 'admin' ? t('dashboardOf.admin') : t('pages.dashboard')}
            </Link>
            {title && <IconChevronRight size={16} stroke={1.75} aria-hidden />}
          </li>
        )}
        {parent && (
          <li>
            <Link activeOptions={{ exact: true }} to={parent.path}>
              {t(`pages.${parent.title}`)}
            </Link>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </li>
        )}
        {title && (
          <li>
            <span aria-current="page">{own ?? t(`pages.${title}`)}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
