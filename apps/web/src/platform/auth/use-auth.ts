import { createStore, useStore } from '../create-store.ts'
import { loadingState, type AuthState } from './auth-state.ts'

/** The login state that pages read. `auth.ts` sets it and is loaded after the page. */
export const observedAuthState = createStore<AuthState>(loadingState)
export const observedLock = createStore(false)

/** Returns the login state of this browser [3.18]. */
export const useAuth = () => useStore(observedAuthState)

/** Returns whether the page is locked because of inactivity. */
export const useLocked = () => useStore(observedLock)
