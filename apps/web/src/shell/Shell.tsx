import '../ui/styles-signed-in.ts'
import type { Role } from '@attune/contract/features/account'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OtherTimes } from '../features/session/other-times.ts'
import { limitCache } from '../platform/cache-keys.ts'
import { pass } from '../platform/gates.ts'
import { useLogin, useMe } from '../platform/login.ts'
import { usePreferences } from '../platform/preferences.ts'
import { queryClient } from '../platform/query-client.ts'
import { useCommandKey } from './command-key.ts'
import { AuthTrouble } from './AuthTrouble.tsx'
import { Header } from './Header.tsx'
import { InShell } from './Screen.tsx'
import type { Over } from './OverPage.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import classes from './Shell.module.css'
import { useSidebar } from './sidebar-state.ts'

limitCache(queryClient)

const OverPage = lazy(() => import('./OverPage.tsx').then((file) => ({ default: file.OverPage })))
const KeepPlan = lazy(() => import('../features/safety/safety.ts').then((file) => ({ default: file.KeepPlan })))
const NeedPage = lazy(() => import('./NeedPage.tsx').then((file) => ({ default: file.NeedPage })))
// Bundled with the booking page.
const MoveTimes = lazy(() =>
  import('../features/availability/booking/Book.tsx').then((file) => ({ default: file.MoveTimes })),
)
const PhoneMenu = lazy(() => import('./PhoneMenu.tsx').then((file) => ({ default: file.PhoneMenu })))

/** The frame around every page of a signed-in person. A missing second factor is handled first. */
export function Shell() {
  const login = useLogin()
  // When a login ends, the page and everything typed in it stay; the sign-in dialog opens over it.
  const [lastLogin, setLastLogin] = useState(login)
  if (login && login !== lastLogin) setLastLogin(login)
  const over = login === null && Boolean(lastLogin)
  useEffect(() => {
    if (over) void pass('sign-in')
  }, [over])
  if (lastLogin?.need) {
    return (
      <Suspense>
        <NeedPage need={lastLogin.need} />
      </Suspense>
    )
  }
  return lastLogin ? <SignedInShell of={lastLogin.role} /> : null
}

function SignedInShell({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const { open, toggle, drawer, setDrawer, openDrawer, closeDrawer } = useSidebar()
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  const me = useMe()
  usePreferences(me)
  useEffect(() => setDrawer(false), [path, setDrawer])
  // Loaded when first needed and then kept, so that it can animate when it closes.
  const [drawn, setDrawn] = useState(false)
  if (drawer && !drawn) setDrawn(true)
  const [over, setOver] = useState<Over | null>(null)
  useCommandKey(() => setOver({ kind: 'palette' }))
  const help = (kind: 'support' | 'feedback') => {
    closeDrawer()
    setOver({ kind })
  }
  return (
    <div className={classes.house} data-closed={!open || undefined}>
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
      <Sidebar of={role} id="sidebar" onHelp={help} />
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <AuthTrouble />
          <InShell value>
            <OtherTimes value={MoveTimes}>
              <Outlet />
            </OtherTimes>
          </InShell>
        </div>
      </main>
      {role === 'client' && me && (
        <Suspense>
          <KeepPlan me={me} />
        </Suspense>
      )}
      <TabBar of={role} menuOpen={drawer} onMenu={openDrawer} />
      {drawn && (
        <Suspense>
          <PhoneMenu of={role} me={me} opened={drawer} onClose={closeDrawer} onHelp={help} />
        </Suspense>
      )}
      {over && (
        <Suspense>
          <OverPage over={over} of={role} onShow={setOver} />
        </Suspense>
      )}
    </div>
  )
}
