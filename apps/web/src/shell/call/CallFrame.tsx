import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { isOnboarding } from '../../platform/login/landing-page.ts'
import { useMe } from '../../platform/login/login.ts'
import { saveRedirectAfterLogin } from '../../platform/login/redirect-after-login.ts'
import { usePreferences } from '../../platform/settings/use-preferences.ts'
import { loadLockScreen } from '../load-lock-screen.ts'
import { useLastLogin } from '../frame/use-last-login.ts'

const LoginRequirementPage = lazyNamed(() => import('../screens/LoginRequirementPage.tsx'), 'LoginRequirementPage')

/**
 * The frame around the page of a call: no menu, so that the call has the whole screen. A visitor signs in first. An admin and a person who has not
 * finished the onboarding are redirected to their own start page. The frame checks this itself, so that other pages contain no code for it.
 */
export function CallFrame({ children }: { children: ReactNode }) {
  const login = useLastLogin()
  const me = useMe()
  usePreferences(me)
  // The lock screen must also appear offline.
  useEffect(() => void loadLockScreen().catch(() => {}), [])
  if (login === undefined) return null
  if (login === null) return <SignInFirst />
  if (login.need) return <LoginRequirementPage need={login.need} />
  if (login.role === 'admin' || (me && isOnboarding(me))) return <Navigate to="/" replace />
  return me && children
}

function SignInFirst() {
  const href = useLocation({ select: (location) => location.href })
  saveRedirectAfterLogin(href)
  return <Navigate to="/" replace />
}
