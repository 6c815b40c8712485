import type { Role } from '@attune/contract/features/people/account/account'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UnreadMessageCount } from '../../../features/messages/message/UnreadMessageCount.tsx'
import { AwaitingAnswerCount } from '../../../features/schedule/session/waiting/AwaitingAnswerCount.tsx'
import { OpenTaskCount } from '../../../features/care/task/OpenTaskCount.tsx'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useIsGuardianOnly } from '../../../platform/login/login.ts'
import classes from './TabBar.module.css'
import { isCurrentEntry, tabBarEntries } from './navigation.ts'
import { dashboardAddress } from '../../pages/page-lookup.ts'

const GuardianTabs = lazyNamed(
  () => import('../../../features/people/guardian/frame/GuardianSwitcher.tsx'),
  'GuardianTabs',
)

/** The tab bar at the bottom on a phone: the most used pages, and the button Menu for the other pages. */
export function TabBar({ of: role, menuOpen, onMenu }: { of: Role; menuOpen: boolean; onMenu: () => void }) {
  const { t } = useTranslation('shell')
  const isGuardianOnly = useIsGuardianOnly()
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <nav className={classes.bar} aria-label={t('tabBar')}>
      {isGuardianOnly && <GuardianTabs className={classes.tab} />}
      {(isGuardianOnly ? [] : tabBarEntries[role]).map((entry) => (
        <Link
          key={entry.title}
          activeOptions={{ exact: true }}
          to={dashboardAddress(role, entry.page)}
          className={classes.tab}
          data-here={isCurrentEntry(entry, path) || undefined}
          aria-current={isCurrentEntry(entry, path) ? 'page' : undefined}
        >
          <entry.icon size={22} stroke={1.6} aria-hidden />
          <span>{t(`tabs.${entry.title}`)}</span>
          {entry.counted === 'messages' && <UnreadMessageCount inTabBar />}
          {role === 'client' && entry.page === 'sessions' && <AwaitingAnswerCount />}
        </Link>
      ))}
      <button type="button" className={classes.tab} onClick={onMenu} aria-haspopup="dialog" aria-expanded={menuOpen}>
        <IconMenu2 size={22} stroke={1.6} aria-hidden />
        <span>{t('menu')}</span>
        {role === 'client' && !isGuardianOnly && <OpenTaskCount viewer={role} inTabBar />}
      </button>
    </nav>
  )
}
