import { appScheme, appSignInReturn } from '@attune/contract/features/people/native-app/native-app.rules'
import { observedLock } from '../platform/auth/use-auth.ts'
import { createStore, type Store } from '../platform/create-store.ts'
import { addressOfJoinLink } from '../platform/native/connection/practice-address.ts'
import type { NativePort } from '../platform/native/port.ts'
import { pendingRequirement } from '../platform/login/reauthentication.ts'
import { saveRedirectAfterLogin } from '../platform/login/redirect-after-login.ts'
import { router } from '../router.ts'

/** The data of an opened link that no screen has used yet. */
export type Links = { code: Store<string | null>; join: Store<string | null> }

/**
 * Returns the path of the page in a link such as `attune://open/dashboard/client/tasks`; null if the link opens no page. The page itself loads its
 * content from the server, so a link reveals nothing that the person may not see.
 */
export function pathOfLink(address: string): string | null {
  const prefix = `${appScheme}//open/`
  if (!address.startsWith(prefix)) return null
  const path = `/${address.slice(prefix.length)}`
  const base = 'https://app.invalid'
  const url = URL.canParse(path, base) ? new URL(path, base) : null
  return url?.origin === base && /^\/dashboard(\/|$)/.test(url.pathname) ? url.pathname + url.search + url.hash : null
}

/** Opens the page of a link. If the person is not signed in or the app is locked, the page opens after they sign in or unlock it. */
export function openPath(path: string): void {
  saveRedirectAfterLogin(path)
  router.history.push(path)
}

/** Handles links that start the app or arrive while it runs, and Android's back button. */
export async function followLinks(port: NativePort): Promise<Links> {
  const links: Links = { code: createStore<string | null>(null), join: createStore<string | null>(null) }
  const open = (address: string) => {
    const path = pathOfLink(address)
    if (path) return openPath(path)
    const join = addressOfJoinLink(address)
    if (join) return links.join.set(join)
    if (address.startsWith(`${appSignInReturn}?`)) links.code.set(new URL(address).searchParams.get('code'))
  }
  port.onAddress(open)
  port.notifications.onOpen(openPath)
  port.onBack(() => goBack(port))
  const first = await port.startAddress()
  if (first) open(first)
  return links
}

/**
 * Closes the open dialog, or else goes back to the previous page, or else leaves the app. Does not go back while the app is locked or asks for a
 * sign-in.
 */
function goBack(port: NativePort): void {
  if (observedLock.get() || pendingRequirement()) return void port.leaveApp()
  const dialog = document.querySelector('[role="dialog"], [data-menu-dropdown]')
  if (dialog) {
    const at = document.activeElement && dialog.contains(document.activeElement) ? document.activeElement : dialog
    at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }))
    return
  }
  if (router.history.canGoBack()) router.history.back()
  else void port.leaveApp()
}
