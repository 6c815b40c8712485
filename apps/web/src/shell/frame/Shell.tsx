import '../../ui/styles-signed-in.ts'
import type { Role } from '@attune/contract/features/people/account/account'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../platform/lazy-named.ts'
import { useQueuedUploads } from '../../features/care/file/upload/use-queued-uploads.ts'
import { UnreadMessageIndicators } from '../../features/messages/message/UnreadMessageCount.tsx'
import { OtherTimesContext } from '../../features/schedule/session/dialogs/other-times.ts'
import { limitQueryCache } from '../../platform/query/query-cache-limits.ts'
import { useIsGuardianOnly, useMe } from '../../platform/login/login.ts'
import { useOfflineStart } from '../../platform/offline/use-offline-start.ts'
import { usePushRenewal } from '../../platform/push/use-push.ts'
import { usePreferences } from '../../platform/settings/use-preferences.ts'
import { queryClient } from '../../platform/query/query-client.ts'
import { useCommandKey } from './header/command-key.ts'
import { AuthErrorCallout } from './AuthErrorCallout.tsx'
import { DefaultTabTitle } from './DefaultTabTitle.tsx'
import { Header } from './header/Header.tsx'
import { loadLockScreen } from '../load-lock-screen.ts'
import { InShellContext } from '../screens/Screen.tsx'
import type { OpenDialog } from '../ShellDialog.tsx'
import { Sidebar } from './navigation/Sidebar.tsx'
import { TabBar } from './navigation/TabBar.tsx'
import classes from './Shell.module.css'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import { useLastLogin } from './use-last-login.ts'
import { useSidebar } from './navigation/use-sidebar.ts'
import { usePhone } from '../../ui/page/use-phone.ts'

limitQueryCache(queryClient)

const ShellDialog = lazyNamed(() => import('../ShellDialog.tsx'), 'ShellDialog')
const StoreOfflinePlan = lazyNamed(() => import('../../features/care/safety/safety.ts'), 'StoreOfflinePlan')
const LoginRequirementPage = lazyNamed(() => import('../screens/LoginRequirementPage.tsx'), 'LoginRequirementPage')
// This component is in the chunk of the booking page.
const MoveTimePicker = lazyInBoundary(
  () => import('../../features/schedule/availability/booking/BookingForm.tsx'),
  'MoveTimePicker',
)
/** Only the native app stores opened pages on the device. */
const SavedOnDevice =
  import.meta.env.MODE === 'native' ? lazyNamed(() => import('../SavedOnDevice.tsx'), 'SavedOnDevice') : () => null
const PhoneMenu = lazyNamed(() => import('../PhoneMenu.tsx'), 'PhoneMenu')

/**
 * The frame around every page of a signed-in person. If the second factor is missing, shows the page that asks for it
 * instead.
 */
export function Shell() {
  const lastLogin = useLastLogin()
  // The first rendering of shell and page takes the longest. Deferring it splits it into small steps while the document's frame is still visible.
  const isStarted = useDeferredValue(true, false)
  if (lastLogin?.need) {
    return <LoginRequirementPage need={lastLogin.need} />
  }
  return lastLogin && isStarted ? <SignedInShell of={lastLogin.role} /> : null
}

function SignedInShell({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const { open, toggle, drawer, setDrawer, openDrawer, closeDrawer } = useSidebar()
  const main = useRef<HTMLElement>(null)
  const me = useMe()
  const isGuardianOnly = useIsGuardianOnly()
  // Only the element that the style sheet shows is rendered: the tab bar on a phone, otherwise the sidebar.
  const isPhone = usePhone()
  usePreferences(me)
  // The lock screen must also appear offline.
  useEffect(() => void loadLockScreen().catch(() => {}), [])
  // The phone menu is loaded when it is first opened. It then stays mounted, so that its closing is animated.
  const [drawn, setDrawn] = useState(false)
  if (drawer && !drawn) setDrawn(true)
  const [over, setOver] = useState<OpenDialog | null>(null)
  useCommandKey(() => setOver({ kind: 'palette' }))
  const help = (kind: 'support' | 'feedback') => {
    closeDrawer()
    setOver({ kind })
  }
  return (
    <div className={classes.frame} data-closed={!open || undefined}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      <Header
        of={role}
        me={me}
        sidebarOpen={open}
        onToggleSidebar={toggle}
        onSearch={() => setOver({ kind: 'palette' })}
      />
      {!isPhone && <Sidebar of={role} id="sidebar" onHelp={help} />}
      <DefaultTabTitle of={role} />
      <MainPage ref={main} of={role} />
      {role === 'client' && !isGuardianOnly && me && <StoreOfflinePlan me={me} />}
      {isPhone && <TabBar of={role} menuOpen={drawer} onMenu={openDrawer} />}
      <CloseDrawerAfterNavigation setDrawer={setDrawer} />
      {drawn && <PhoneMenu of={role} me={me} opened={drawer} onClose={closeDrawer} onHelp={help} />}
      {over && <ShellDialog over={over} of={role} onShow={setOver} />}
    </div>
  )
}

/** Closes the phone menu after each navigation. It is a separate component, so that a navigation does not render the whole frame again. */
function CloseDrawerAfterNavigation({ setDrawer }: { setDrawer: (isOpen: boolean) => void }) {
  const path = useLocation({ select: (location) => location.pathname })
  useEffect(() => setDrawer(false), [path, setDrawer])
  return null
}

/** The page itself, below an error message about the login if there is one. */
function MainPage({ ref, of: role }: { ref: RefObject<HTMLElement | null>; of: Role }) {
  useFocusAfterRemoval(ref)
  useOfflineStart()
  usePushRenewal()
  useQueuedUploads()
  return (
    <main ref={ref} id="main" tabIndex={-1} className={classes.main}>
      {role !== 'admin' && <UnreadMessageIndicators />}
      <div className={classes.page}>
        <AuthErrorCallout />
        <SavedOnDevice />
        <InShellContext value>
          <OtherTimesContext value={MoveTimePicker}>
            <Outlet />
          </OtherTimesContext>
        </InShellContext>
      </div>
    </main>
  )
}
