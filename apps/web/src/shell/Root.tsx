import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { accountToUnlock, signOutQuestion } from '../features/people/login/login.tsx'
import { useStore } from '../platform/create-store.ts'
import { guardianPageShown } from '../platform/auth/signing-here.ts'
import { useLocked } from '../platform/auth/use-auth.ts'
import { useMe, useLogin } from '../platform/login/login.ts'
import { lazyInBoundary, lazyNamed } from '../platform/lazy-named.ts'
import type { LoginRequirement as Kind } from '../platform/login/reauthentication.ts'
import { useSchemeClasses } from '../platform/settings/use-preferences.ts'
import { useLoginRequirement, useLoginLifecycle } from '../platform/login/use-login-lifecycle.ts'
import { loadLockScreen } from './load-lock-screen.ts'
import { Banners } from './Banners.tsx'

const PartsAfterPage = lazy(() => import('./PartsAfterPage.tsx'))
const SignOutDialog = lazy(() => import('../features/people/login/sign-out/SignOutDialog.tsx'))
const LockScreen = lazy(loadLockScreen)
const LockLayer = lazy(() => import('./lock/LockLayer.tsx'))
const several = () => import('../features/people/login/several/several.ts')
const OtherAccountDialog = lazyNamed(several, 'OtherAccountDialog')
const UnlockAccountDialog = lazyInBoundary(several, 'UnlockAccountDialog')
const ReauthenticationDialog = lazy(() => import('../features/people/login/lock/ReauthenticationDialog.tsx'))

/** Renders the frame of every page: banners, the page, the dialogs for signing in again, and toasts. */
export function AppRoot() {
  useLoginLifecycle()
  useSchemeClasses()
  return (
    <Suspense>
      <Banners />
      <Outlet />
      <LoginDialogs />
      <Suspense>
        <PartsAfterPage />
      </Suspense>
    </Suspense>
  )
}

/**
 * Shows the sign-in dialog if a login is required, otherwise the lock screen if the page is locked. Signing in again
 * also unlocks a locked page, which is not in the document until then. A locked page asks for a code only after it is
 * unlocked. Also shows the question before signing out. Shows nothing over the page of a guardian who signs on this device.
 */
function LoginDialogs() {
  const requirement = useLoginRequirement()
  const locked = useLocked()
  const leaving = useStore(signOutQuestion)
  const unlocking = useStore(accountToUnlock)
  const isForGuardian = useStore(guardianPageShown)
  if (isForGuardian) return null
  const kind = locked && requirement !== 'sign-in' && requirement !== 'account' ? 'unlock' : requirement
  const dialogs = (
    <Suspense>
      {kind && <LoginDialog kind={kind} />}
      {leaving && <SignOutDialog />}
      {unlocking && <UnlockAccountDialog account={unlocking} />}
    </Suspense>
  )
  return locked || requirement === 'unlock' ? (
    <Suspense>
      <LockLayer>{dialogs}</LockLayer>
    </Suspense>
  ) : (
    dialogs
  )
}

function LoginDialog({ kind }: { kind: Kind }) {
  const me = useMe()
  const login = useLogin()
  const who = {
    email: me?.email ?? login?.email ?? '',
    me,
    isClient: login?.role === 'client',
    passkey: login?.hasPasskey ?? false,
    password: login?.hasPassword ?? true,
    isHeld: login?.lockedFor === 'signing',
  }
  if (kind === 'account') return <OtherAccountDialog />
  return kind === 'unlock' ? <LockScreen who={who} /> : <ReauthenticationDialog key={kind} kind={kind} who={who} />
}
