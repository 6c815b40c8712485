import type { Me } from '@attune/contract/features/account'
import type { LoginView } from '@attune/contract/features/login.shapes'

/** A key of the words: each sentence of section 8 stands for one cause. */
export type AuthError =
  | 'SESSION_LOAD_FAILED'
  | 'AUTH_START_FAILED'
  | 'PROFILE_REFRESH_FAILED'
  | 'NO_LOGIN'
  | 'ROLE_UNKNOWN'

/** What the browser knows of the person at it [3.18]. */
export type AuthState = {
  user: Me | null
  session: LoginView | null
  loading: boolean
  role: LoginView['role'] | null
  roleLoading: boolean
  error: AuthError | null
}

export const unknown: AuthState = {
  user: null,
  session: null,
  loading: true,
  role: null,
  roleLoading: false,
  error: null,
}
export const nobody: AuthState = { ...unknown, loading: false }

const roles = ['therapist', 'client', 'admin']

/** Somebody is signed in. The same person again changes nothing but the session; somebody else starts from nothing. */
export function signedIn(before: AuthState, session: LoginView): AuthState {
  const same = before.session?.userId === session.userId
  const role = roles.includes(session.role) ? session.role : null
  return {
    user: same ? before.user : null,
    session,
    loading: false,
    role,
    roleLoading: !same || before.user === null,
    error: role ? null : 'ROLE_UNKNOWN',
  }
}

/** The profile was read. */
export const known = (before: AuthState, user: Me): AuthState => ({
  ...before,
  user,
  role: user.role,
  roleLoading: false,
  error: null,
})

/** Something failed; what was known stays. */
export const failed = (before: AuthState, error: AuthError): AuthState => ({
  ...before,
  loading: false,
  roleLoading: false,
  error,
})
