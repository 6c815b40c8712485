import type { LoginView } from '@attune/contract/features/people/login/login.schemas'

/** The five auth events of section 4 of the specification. */
export type AuthEvent = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'SIGNED_OUT' | 'PASSWORD_RECOVERY' | 'USER_UPDATED'
type Listener = (event: AuthEvent, login: LoginView | null) => void

const listeners = new Set<Listener>()
let undelivered: Parameters<Listener> | null = null

/**
 * Calls `listener` for each auth event. If events occurred while there was no listener, calls `listener` at once with
 * the last of these events. Returns a function that unsubscribes.
 */
export function onAuthEvent(listener: Listener): () => void {
  listeners.add(listener)
  if (undelivered) listener(...undelivered)
  undelivered = null
  return () => void listeners.delete(listener)
}

export const emitAuthEvent: Listener = (event, login) => {
  if (listeners.size === 0) undelivered = [event, login]
  for (const listener of listeners) listener(event, login)
}

/** Discards the last event that no listener has received. Used by tests, where the page is not reloaded. */
export function resetAuthEvents() {
  undelivered = null
}
