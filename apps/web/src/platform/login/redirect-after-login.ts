import { tabStorage } from '../safe-storage.ts'

const key = 'attune-target'

/**
 * Saves the address that a visitor opened before signing in, for this tab. Ignores all addresses except those of the dashboard, of a call, and of the
 * page that signs in the native app.
 */
export function saveRedirectAfterLogin(href: string) {
  if (/^\/(dashboard\/|call\/|sign-in\?)/.test(href)) tabStorage.set(key, href)
}

/** Returns the saved address and removes it; null if there is none. */
export function takeRedirectAfterLogin(): string | null {
  const href = tabStorage.get(key)
  tabStorage.remove(key)
  return href
}
