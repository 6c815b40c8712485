import { createStore } from '../create-store.ts'
import { tabStorage } from '../safe-storage.ts'

/** The address of the page on which a guardian signs a form on the therapist's device, while the therapist's login is locked. */
export const signHerePath = '/sign-here'

// `token` is the key under which `takeLinkToken` stores the token of that page.
const keys = { token: `attune-token:${signHerePath}`, back: 'attune-sign-here-back', done: 'attune-sign-here-done' }

/** Whether this tab shows the page for the guardian instead of the lock. */
export const guardianPageShown = createStore(false)

/**
 * Opens the page for a guardian in place of this one, after the server has locked the login. The memory of the tab then no longer contains the
 * therapist's page, and its history no longer contains the page's address. `token` opens one form.
 */
export function openGuardianPage(token: string): void {
  endSigningHere()
  tabStorage.set(keys.back, location.pathname + location.search)
  location.replace(`${signHerePath}#token=${token}`)
}

/** Returns to the page for the guardian from the lock. */
export function returnToGuardianPage(): void {
  if (location.pathname === signHerePath) guardianPageShown.set(true)
  else location.assign(signHerePath)
}

/**
 * Whether this tab has the token of a form that was not signed here yet. A form that can no longer be signed counts until `endSigningHere` is called.
 */
export const hasFormToSignHere = () => tabStorage.get(keys.token) !== null && !isDoneHere()

/** Whether the page for the guardian has something to show: a form to sign, or the confirmation that it was signed. */
export const hasPageForGuardian = () => location.hash.startsWith('#token=') || hasFormToSignHere() || isDoneHere()

export const isDoneHere = () => tabStorage.get(keys.done) !== null

/** Records in this tab that the form was signed, so that a reload does not open it again. */
export const markDoneHere = () => tabStorage.set(keys.done, '1')

/** Forgets the form in this tab. Returns the address of the therapist's page from which the device was handed over; null if there is none. */
export function endSigningHere(): string | null {
  const back = tabStorage.get(keys.back)
  for (const key of Object.values(keys)) tabStorage.remove(key)
  return back
}
