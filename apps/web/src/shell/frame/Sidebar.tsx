import type { Role } from '@attune/contract/features/account'
import { IconLifebuoy, IconMessageReport } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenTaskCount } from '../../features/task/OpenTaskCount.tsx'
import { Logo } from '../../ui/base/Logo.tsx'
import classes from './Sidebar.module.css'
import type { NavigationEntry } from './navigation.ts'
import { isCurrentEntry, navigation } from './navigation.ts'
import { dashboardAddress } from '../page-lookup.ts'

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The navigation of a role, in groups; used by the sidebar and by the phone menu. */
export function NavigationEntries({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: (location) => location.pathname })
  const link = (entry: NavigationEntry) => (
    <Link
      activeOptions={{ exact: true }}
      to={dashboardAddress(role, entry.page)}
      className={classes.entry}
      data-here={isCurrentEntry(entry, path) || undefined}
      aria-current={isCurrentEntry(entry, path) ? 'page' : undefined}
    >
      <entry.icon {...icon} />
      {t(`pages.${entry.title}`)}
      {entry.counted && <OpenTaskCount />}
    </Link>
  )
  const off = (entry: NavigationEntry) => (
    <span className={classes.entry} data-off>
      <entry.icon {...icon} />
      {t(`pages.${entry.title}`)} <span className={classes.off}>{t('off')}</span>
    </span>
  )
  return navigation[role].map(({ label, entries }) => (
    <div key={label ?? 'rooms'} className={classes.group}>
      {label && <p className={classes.label}>{t(`groups.${label}`)}</p>}
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.title}>{entry.disabled ? off(entry) : link(entry)}</li>
        ))}
      </ul>
    </div>
  ))
}

export type HelpDialogKind = 'support' | 'feedback'

/** The buttons for support and feedback, which every role has [2.21]. */
export function HelpButtons({ onHelp }: { onHelp: (help: HelpDialogKind) => void }) {
  const { t } = useTranslation('shell')
  return (
    <ul className={`${classes.entries} ${classes.help}`}>
      <li>
        <button type="button" aria-haspopup="dialog" className={classes.entry} onClick={() => onHelp('support')}>
          <IconLifebuoy {...icon} />
          {t('support')}
        </button>
      </li>
      <li>
        <button type="button" aria-haspopup="dialog" className={classes.entry} onClick={() => onHelp('feedback')}>
          <IconMessageReport {...icon} />
          {t('feedback')}
        </button>
      </li>
    </ul>
  )
}

type Props = { of: Role; id: string; onHelp: (help: HelpDialogKind) => void }

/** The sidebar: logo, the dashboard's role [1.01], and navigation. */
export function Sidebar({ of: role, id, onHelp }: Props) {
  const { t } = useTranslation('shell')
  return (
    <nav id={id} className={classes.sidebar} aria-label={t('navigation')}>
      <p className={classes.brand}>
        <Logo />
        Attune
      </p>
      <p className={classes.whose}>{t(`dashboardOf.${role}`)}</p>
      <NavigationEntries of={role} />
      <HelpButtons onHelp={onHelp} />
    </nav>
  )
}
