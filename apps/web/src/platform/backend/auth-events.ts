import type { LoginView } from '@attune/contract/features/login.shapes'

/** The five events of section 4. */
export type AuthEvent = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'SIGNED_OUT' | 'PASSWORD_RECOVERY' | 'USER_UPDATED'
type Listener = (event: AuthEvent, login: LoginView | null) => void

const listeners = new Set<Listener>()
let unheard: Parameters<Listener> | null = null

/** Calls `listener` at each change of the login, and for the last one that nobody heard; the answer ends it. */
export function onAuthEvent(listener: Listener): () => void {
  listeners.add(listener)
  if (unheard) listener(...unheard)
  unheard = null
  return () => void listeners.delete(listener)
}

export const emit: Listener = (event, login) => {
  if (listeners.size === 0) unheard = [event, login]
  for (const listener of listeners) listener(event, login)
}
