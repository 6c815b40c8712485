import type { Role } from '@attune/contract/features/people/account/account'
import { IconLifebuoy, IconMessageReport } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UnreadMessageCount } from '../../../features/messages/message/UnreadMessageCount.tsx'
import { NotesToWriteCount } from '../../../features/care/note/NotesToWriteCount.tsx'
import { OpenTaskCount } from '../../../features/care/task/OpenTaskCount.tsx'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLogin } from '../../../platform/login/login.ts'
import { Logo } from '../../../ui/base/Logo.tsx'
import classes from './Sidebar.module.css'
import type { NavigationEntry } from './navigation.ts'
import { guardianNavigation, isCurrentEntry, navigation } from './navigation.ts'
import { dashboardAddress } from '../../pages/page-lookup.ts'
import { usePaymentsEntry } from './use-payments-entry.ts'

const GuardianSwitcher = lazyNamed(
  () => import('../../../features/people/guardian/frame/GuardianSwitcher.tsx'),
  'GuardianSwitcher',
)

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The navigation of a role, in groups; used by the sidebar and by the phone menu. */
export function NavigationEntries({ of: role }: { of: Role }) {
  return role === 'client' ? <ClientEntries /> : <EntryGroups of={role} groups={navigation[role]} />
}

/** The navigation of a client. For a guardian it begins with the switcher. For a guardian without a record of their own it has only a few pages. */
function ClientEntries() {
  const login = useLogin()
  const groups = login?.guardian === 'only' ? guardianNavigation : navigation.client
  return (
    <>
      {login?.guardian && <GuardianSwitcher className={classes.group} entry={classes.entry} />}
      <EntryGroups of="client" groups={groups} />
    </>
  )
}

function EntryGroups({ of: role, groups }: { of: Role; groups: typeof guardianNavigation }) {
  const { t } = useTranslation('shell')
  return groups.map(({ label, entries }) => (
    <div key={entries[0]?.title} className={classes.group}>
      {label && <p className={classes.label}>{t(`groups.${label}`)}</p>}
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.title}>
            {entry.needsPayments ? <PaymentsEntry of={role} entry={entry} /> : <EntryLink of={role} entry={entry} />}
          </li>
        ))}
      </ul>
    </div>
  ))
}

type EntryProps = { of: Role; entry: NavigationEntry }

function EntryLink({ of: role, entry }: EntryProps) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <Link
      activeOptions={{ exact: true }}
      to={dashboardAddress(role, entry.page)}
      className={classes.entry}
      data-here={isCurrentEntry(entry, path) || undefined}
      aria-current={isCurrentEntry(entry, path) ? 'page' : undefined}
    >
      <entry.icon {...icon} />
      {t(`pages.${entry.title}`)}
      {entry.counted === 'tasks' && <OpenTaskCount viewer={role} />}
      {entry.counted === 'messages' && <UnreadMessageCount />}
      {entry.counted === 'notes' && <NotesToWriteCount />}
    </Link>
  )
}

/**
 * The entry for the payments page. While the page is not available, the entry is disabled and shows the reason; a therapist gets a link to the
 * settings that make it available.
 */
function PaymentsEntry({ of: role, entry }: EntryProps) {
  const { t } = useTranslation('shell')
  const { isOpen, reason } = usePaymentsEntry(role)
  if (isOpen) return <EntryLink of={role} entry={entry} />
  return (
    <>
      <span className={classes.entry} data-off>
        <entry.icon {...icon} />
        {t(`pages.${entry.title}`)} <span className={classes.off}>{t('off')}</span>
      </span>
      {reason && (
        <p className={classes.reason}>
          {role === 'therapist' ? (
            <Link
              to="/dashboard/$userType/settings/$subject"
              params={{ userType: role, subject: reason === 'off' ? 'payments' : 'business' }}
            >
              {t(`paymentsOff.${reason}`)}
            </Link>
          ) : (
            t(`paymentsOff.${reason}`)
          )}
        </p>
      )}
    </>
  )
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
