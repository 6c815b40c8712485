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

/** Pages that show by themselves what a weak login needs. */
const waits = () => location.pathname === '/onboarding'

/** What every page stands in: its words, the toasts, the gate that opens over it. */
export function Root() {
  useLoginLife(waits)
  useSchemeClasses()
  // The lock carries the safety plan of whoever chose so, also without a connection: it is loaded while there is one.
  useEffect(() => {
    if (planIsOpen()) lock().catch(() => {})
  }, [])
  return (
    <Suspense>
      <OfflineStrip />
      <NewVersion />
      <Outlet />
      <GateOver />
      <Suspense>
        <Toasts />
      </Suspense>
    </Suspense>
  )
}

/** One thing at a time stands over the page: signing in again opens a locked one too. */
function GateOver() {
  const gate = useGate()
  const locked = useLocked()
  const leaving = useSyncExternalStore(onLeaveAsked, leaveAsked)
  return (
    <Suspense>
      {(gate ?? locked) && <OpenGate kind={gate} />}
      {leaving && <LeaveQuestion />}
    </Suspense>
  )
}

function OpenGate({ kind }: { kind: Kind | null }) {
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
