import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useMe, useLogin } from '../platform/login.ts'
import { useGate, useLoginLife } from '../platform/use-login-life.ts'
import { OfflineStrip } from './OfflineStrip.tsx'

const Toasts = lazy(() => import('../ui/Toasts.tsx'))
const Gate = lazy(() => import('../features/login/Gate.tsx'))

/** Pages that show by themselves what a weak login needs. */
const waits = () => location.pathname === '/onboarding'

/** What every page stands in: its words, the toasts, the gate that opens over it. */
export function Root() {
  useLoginLife(waits)
  return (
    <Suspense>
      <OfflineStrip />
      <Outlet />
      <GateOver />
      <Suspense>
        <Toasts />
      </Suspense>
    </Suspense>
  )
}

function GateOver() {
  const gate = useGate()
  return gate && <OpenGate kind={gate} />
}

function OpenGate({ kind }: { kind: 'sign-in' | 'enrol' | 'code' }) {
  const me = useMe()
  const login = useLogin()
  const email = me?.email ?? login?.email ?? ''
  return (
    <Suspense>
      <Gate key={kind} kind={kind} who={{ email, me }} />
    </Suspense>
  )
}
