import type { Role } from '@attune/contract/features/account'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Brand } from '../ui/Brand.tsx'
import classes from './Sidebar.module.css'
import type { Entry } from './navigation.ts'
import { addressOf, isHere, navigation, pageOf } from './navigation.ts'

/** The entries of a role, in their groups; used by the sidebar and by the drawer of a phone. */
export function Entries({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const page = pageOf(useLocation({ select: (location) => location.pathname }))
  const group = (entries: readonly Entry[]) => (
    <ul className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry.words}>
          <Link
            activeOptions={{ exact: true }}
            to={addressOf(role, entry.page)}
            className={classes.entry}
            data-here={isHere(entry, page) || undefined}
            aria-current={isHere(entry, page) ? 'page' : undefined}
          >
            <entry.icon size={18} stroke={1.6} aria-hidden />
            {t(`pages.${entry.words}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
  return navigation[role].map(({ label, entries }) => (
    <div key={label ?? 'rooms'} className={classes.group}>
      {label && <p className={classes.label}>{t(`groups.${label}`)}</p>}
      {group(entries)}
    </div>
  ))
}

/** The sidebar: the mark, whose dashboard this is [1.01], and its entries. */
export function Sidebar({ of: role, id }: { of: Role; id: string }) {
  const { t } = useTranslation('shell')
  return (
    <nav id={id} className={classes.sidebar} aria-label={t('navigation')}>
      <p className={classes.brand}>
        <Brand />
        Attune
      </p>
      <p className={classes.whose}>{t(`dashboardOf.${role}`)}</p>
      <Entries of={role} />
    </nav>
  )
}
