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
// Of the same piece as the page on which free times are booked.
const MoveTimes = lazy(() =>
  import('../features/availability/booking/Book.tsx').then((file) => ({ default: file.MoveTimes })),
)
const PhoneMenu = lazy(() => import('./PhoneMenu.tsx').then((file) => ({ default: file.PhoneMenu })))

/** Around every page of somebody who is signed in. What their role still needs comes first. */
export function Shell() {
  const login = useLogin()
  // A login that ends leaves the page as it is, with everything typed in it: signing in again happens over it.
  const [kept, setKept] = useState(login)
  if (login && login !== kept) setKept(login)
  const over = login === null && Boolean(kept)
  useEffect(() => {
    if (over) void pass('sign-in')
  }, [over])
  if (kept?.need) {
    return (
      <Suspense>
        <NeedPage need={kept.need} />
      </Suspense>
    )
  }
  return kept ? <House of={kept.role} /> : null
}

function House({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const { open, toggle, drawer, setDrawer, openDrawer, closeDrawer } = useSidebar()
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  const me = useMe()
  usePreferences(me)
  useEffect(() => setDrawer(false), [path, setDrawer])
  // Loaded when it is first wanted; kept then, so that it can close softly.
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
