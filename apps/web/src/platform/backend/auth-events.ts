import type { LoginView } from '@attune/contract/features/login'

/** The five events of section 4. */
export type AuthEvent = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'SIGNED_OUT' | 'PASSWORD_RECOVERY' | 'USER_UPDATED'
type Listener = (event: AuthEvent, login: LoginView | null) => void

const listeners = new Set<Listener>()

/** Calls `listener` at each change of the login; the answer ends it. */
export function onAuthEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const emit: Listener = (event, login) => listeners.forEach((listener) => listener(event, login))
