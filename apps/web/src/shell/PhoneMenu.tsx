import '../ui/styles-overlay.ts'
import type { Role } from '@attune/contract/features/people/account/account'
import { CloseButton, Drawer } from '@mantine/core'
import { IconLock, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AddAccountItem, signOutOrAsk } from '../features/people/login/login.tsx'
import { lockAllTabs } from '../platform/auth/lock-all-tabs.ts'
import { holdsSeveralAccounts } from '../platform/login/held-accounts.ts'
import { lazyNamed } from '../platform/lazy-named.ts'
import type { Me } from '../platform/login/login.ts'
import { Logo } from '../ui/base/Logo.tsx'
import { LegalLinks } from '../ui/list/LegalLinks.tsx'
import { PersonAvatar } from '../ui/page/row/PersonAvatar.tsx'
import { OpenInAppLink } from './OpenInAppLink.tsx'
import classes from './PhoneMenu.module.css'
import type { HelpDialogKind } from './frame/navigation/Sidebar.tsx'
import { NavigationEntries, HelpButtons } from './frame/navigation/Sidebar.tsx'
import side from './frame/navigation/Sidebar.module.css'

const AccountItems = lazyNamed(() => import('../features/people/login/several/several.ts'), 'AccountItems')
const SignOutAllItem = lazyNamed(() => import('../features/people/login/several/several.ts'), 'SignOutAllItem')

type Props = { of: Role; me: Me | null; opened: boolean; onClose: () => void; onHelp: (help: HelpDialogKind) => void }

/** The sidebar on a narrow screen: a drawer that traps the focus, closes on Escape, and has no second header. */
export function PhoneMenu({ of: role, me, opened, onClose, onHelp }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size="var(--attune-drawer-width)"
      transitionProps={{ duration: 150 }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content aria-label={t('menu')} radius={0}>
        <div className={classes.content}>
          <div className={classes.top}>
            <span className={side.brand}>
              <Logo />
              Attune
            </span>
            <CloseButton size={44} iconSize={22} aria-label={t('closeMenu')} onClick={onClose} />
          </div>
          <div className={classes.person}>
            <PersonAvatar personId={me?.id ?? ''} name={me?.displayName ?? ''} url={me?.avatarUrl} size={40} />
            <div>
              <strong>{me?.displayName}</strong>
              <span>{t(`dashboardOf.${role}`)}</span>
            </div>
          </div>
          {holdsSeveralAccounts() && <AccountItems entry={{ className: side.entry }} onChosen={onClose} />}
          <nav aria-label={t('navigation')}>
            <NavigationEntries of={role} />
            <HelpButtons onHelp={onHelp} />
          </nav>
          <OpenInAppLink className={side.entry} />
          <SignInEntries onClose={onClose} />
          <div className={classes.legal}>
            <LegalLinks />
          </div>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The entries that add an account, lock the screen and sign out. */
function SignInEntries({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const entry = { className: side.entry }
  return (
    <>
      <AddAccountItem entry={entry} />
      <button
        type="button"
        className={side.entry}
        onClick={() => {
          onClose()
          lockAllTabs()
        }}
      >
        <IconLock size={18} stroke={1.6} aria-hidden />
        {t('lockScreen')}
      </button>
      <button type="button" className={side.entry} onClick={() => void signOutOrAsk()}>
        <IconLogout size={18} stroke={1.6} aria-hidden />
        {t('logOut')}
      </button>
      {holdsSeveralAccounts() && <SignOutAllItem entry={entry} />}
    </>
  )
}
