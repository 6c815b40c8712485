import type { Me } from '@attune/contract/features/people/account/account'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'

/** The causes of an auth error, from section 8 of the specification. Each cause is a translation key. */
export type AuthError =
  | 'SESSION_LOAD_FAILED'
  | 'AUTH_START_FAILED'
  | 'PROFILE_REFRESH_FAILED'
  | 'NO_LOGIN'
  | 'ROLE_UNKNOWN'

/** The login state of this browser [3.18]. */
export type AuthState = {
  /** The profile of the signed-in person; null until it is loaded, and if no one is signed in. */
  user: Me | null
  /** The login; null if no one is signed in. */
  session: LoginView | null
  /** Whether the login is being read for the first time. */
  loading: boolean
  /** The role of the person; null if no one is signed in or the role is unknown. */
  role: LoginView['role'] | null
  /** Whether the profile of the signed-in person is being loaded. */
  roleLoading: boolean
  /** The latest error; null if there is none. */
  error: AuthError | null
}

export const loadingState: AuthState = {
  user: null,
  session: null,
  loading: true,
  role: null,
  roleLoading: false,
  error: null,
}
export const signedOutState: AuthState = { ...loadingState, loading: false }

const roles = ['therapist', 'client', 'admin']

/**
 * Returns the state after a sign-in. If the same person signs in again, the loaded profile is kept; otherwise there is
 * no profile yet.
 */
export function signedInState(before: AuthState, session: LoginView): AuthState {
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

/** Returns the state after the profile was loaded. */
export const withProfile = (before: AuthState, user: Me): AuthState => ({
  ...before,
  user,
  role: user.role,
  roleLoading: false,
  error: null,
})

/** Returns the state after a failure. The login and the profile that were loaded before are kept. */
export const withAuthError = (before: AuthState, error: AuthError): AuthState => ({
  ...before,
  loading: false,
  roleLoading: false,
  error,
})
