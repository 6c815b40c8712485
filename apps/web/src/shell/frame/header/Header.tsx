import type { Role } from '@attune/contract/features/people/account/account'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconLayoutSidebar, IconSearch, IconShieldHeart } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NotificationBell } from '../../../features/messages/notification/NotificationBell.tsx'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { holdsSeveralAccounts } from '../../../platform/login/held-accounts.ts'
import { useIsGuardianOnly, type Me } from '../../../platform/login/login.ts'
import { Logo } from '../../../ui/base/Logo.tsx'
import { HintTooltip } from '../../../ui/page/menu/HintTooltip.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { commandKey } from './command-key.ts'
import classes from './Header.module.css'
import { UserMenu } from './UserMenu.tsx'
import { dashboardAddress, parentPage } from '../../pages/page-lookup.ts'

const AccountMark = lazyNamed(() => import('../../../features/people/login/several/several.ts'), 'AccountMark')

type Props = {
  of: Role
  me: Me | null
  sidebarOpen: boolean
  onToggleSidebar: () => void
  onSearch: () => void
}

/** The header: breadcrumb on a wide screen, logo or back link on a phone; notifications and user menu at the end. */
export function Header({ of: role, me, sidebarOpen, onToggleSidebar, onSearch }: Props) {
  const { t } = useTranslation('shell')
  const isGuardianOnly = useIsGuardianOnly()
  const label = t(sidebarOpen ? 'hideSidebar' : 'showSidebar')
  return (
    <header className={classes.header}>
      <div className={classes.wide}>
        <HintTooltip text={`${label} (${commandKey('B')})`}>
          <ActionIcon
            aria-label={label}
            aria-expanded={sidebarOpen}
            aria-controls="sidebar"
            aria-keyshortcuts="Control+B Meta+B"
            onClick={onToggleSidebar}
          >
            <IconLayoutSidebar size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </HintTooltip>
        <Breadcrumbs of={role} />
      </div>
      <PhoneStart of={role} />
      <div className={classes.end}>
        <button
          type="button"
          className={classes.search}
          aria-label={t('search')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
        >
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <span>{t('search')}</span>
          <kbd className={classes.key} aria-hidden data-key={commandKey('K')} />
        </button>
        {role === 'client' && !isGuardianOnly && (
          <Link to="/dashboard/client/safety" className={classes.safety}>
            <IconShieldHeart size={20} stroke={1.6} aria-hidden />
            <span>{t('pages.safety')}</span>
          </Link>
        )}
        <NotificationBell of={role} />
        <ActiveAccount of={role} />
        <div className={classes.person}>
          <UserMenu of={role} me={me} />
        </div>
      </div>
    </header>
  )
}

/** Shows the role of the active account if several accounts are signed in to this browser. */
function ActiveAccount({ of: role }: { of: Role }) {
  // Renders again at each navigation, because the number of accounts cannot be observed.
  useLocation({ select: (location) => location.pathname })
  if (!holdsSeveralAccounts()) return null
  return <AccountMark of={role} />
}

/** The start of the header on a phone: the logo, or a link back to the parent page. */
function PhoneStart({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: (location) => location.pathname })
  const parent = parentPage(path, role)
  if (parent)
    return (
      <Link activeOptions={{ exact: true }} to={parent.path} className={classes.back}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
        {t(`pages.${parent.title}`)}
      </Link>
    )
  return (
    <Link activeOptions={{ exact: true }} to={dashboardAddress(role, '')} className={classes.brand}>
      <Logo />
      Attune
    </Link>
  )
}
