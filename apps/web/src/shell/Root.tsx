import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import { leaveAsked, onLeaveAsked } from '../features/login/login.tsx'
import { useLocked } from '../platform/auth/look.ts'
import { useMe, useLogin } from '../platform/login.ts'
import type { Gate as Kind } from '../platform/gates.ts'
import { planIsOpen } from '../platform/open-plan.ts'
import { useSchemeClasses } from '../platform/preferences.ts'
import { useGate, useLoginLife } from '../platform/use-login-life.ts'
import { NewVersion } from './NewVersion.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'

const Toasts = lazy(() => import('../ui/Toasts.tsx'))
const LeaveQuestion = lazy(() => import('../features/login/LeaveQuestion.tsx'))
const lock = () => import('../features/login/Lock.tsx')
const Lock = lazy(lock)
const Gate = lazy(() => import('../features/login/Gate.tsx'))

/** Whether the page itself handles a missing second factor. */
const handlesLoginRequirement = () => location.pathname === '/onboarding'

/** The frame of every page: translations, toasts, and the dialogs for signing in again. */
export function Root() {
  useLoginLife(handlesLoginRequirement)
  useSchemeClasses()
  // The lock screen offers the safety plan offline if its owner allowed that, so it is loaded while there is a
  // connection.
  useEffect(() => {
    if (planIsOpen()) lock().catch(() => {})
  }, [])
  return (
    <Suspense>
      <OfflineStrip />
      <NewVersion />
      <Outlet />
      <LoginDialogs />
      <Suspense>
        <Toasts />
      </Suspense>
    </Suspense>
  )
}

/** Shows one dialog at a time. Signing in again also unlocks a locked page. */
function LoginDialogs() {
  const gate = useGate()
  const locked = useLocked()
  const leaving = useSyncExternalStore(onLeaveAsked, leaveAsked)
  return (
    <Suspense>
      {(gate ?? locked) && <LoginDialog kind={gate} />}
      {leaving && <LeaveQuestion />}
    </Suspense>
  )
}

function LoginDialog({ kind }: { kind: Kind | null }) {
  const me = useMe()
  const login = useLogin()
  const who = {
    email: me?.email ?? login?.email ?? '',
    me,
    passkey: login?.hasPasskey ?? false,
    password: login?.hasPassword ?? true,
  }
  return kind ? <Gate key={kind} kind={kind} who={who} /> : <Lock who={who} />
}
