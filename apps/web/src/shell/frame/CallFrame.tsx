import { useEffect, type ReactNode } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useMe } from '../../platform/login/login.ts'
import { usePreferences } from '../../platform/settings/use-preferences.ts'
import { loadLockScreen } from '../load-lock-screen.ts'
import { LazyWaitingClients } from './LazyWaitingClients.tsx'
import { useLastLogin } from './use-last-login.ts'

const LoginRequirementPage = lazyNamed(() => import('../screens/LoginRequirementPage.tsx'), 'LoginRequirementPage')

/** The frame around the page of a call: no menu, so that the call has the whole screen. */
export function CallFrame({ children }: { children: ReactNode }) {
  const login = useLastLogin()
  usePreferences(useMe())
  // The lock screen must also appear offline.
  useEffect(() => void loadLockScreen().catch(() => {}), [])
  if (login?.need) return <LoginRequirementPage need={login.need} />
  if (!login) return null
  return (
    <>
      {children}
      {login.role === 'therapist' && <LazyWaitingClients />}
    </>
  )
}
