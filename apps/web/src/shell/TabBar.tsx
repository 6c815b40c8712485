import type { Role } from '@attune/contract/features/account'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './TabBar.module.css'
import { dashboardAddress, isCurrentEntry, dashboardPage, tabBarEntries } from './navigation.ts'

/** The tab bar at the bottom on a phone: the most used pages, and Menu for the rest. */
export function TabBar({ of: role, menuOpen, onMenu }: { of: Role; menuOpen: boolean; onMenu: () => void }) {
  const { t } = useTranslation('shell')
  const page = dashboardPage(useLocation({ select: (location) => location.pathname }))
  return (
    <nav className={classes.bar} aria-label={t('tabBar')}>
      {tabBarEntries[role].map((entry) => (
        <Link
          key={entry.words}
          activeOptions={{ exact: true }}
          to={dashboardAddress(role, entry.page)}
          className={classes.tab}
          data-here={isCurrentEntry(entry, page) || undefined}
          aria-current={isCurrentEntry(entry, page) ? 'page' : undefined}
        >
          <entry.icon size={22} stroke={1.6} aria-hidden />
          <span>{t(`tabs.${entry.words}`)}</span>
        </Link>
      ))}
      <button type="button" className={classes.tab} onClick={onMenu} aria-haspopup="dialog" aria-expanded={menuOpen}>
        <IconMenu2 size={22} stroke={1.6} aria-hidden />
        <span>{t('menu')}</span>
      </button>
    </nav>
  )
}
