import { tabStorage } from '../safe-storage.ts'

const keyOf = () => `attune-token:${location.pathname}`

/**
 * Returns the token of a link from the URL fragment. Removes the token from the address bar and stores it for this tab
 * until `clearLinkToken` is called, so that a reload does not lose the token.
 */
export function takeLinkToken(): string {
  addEventListener('hashchange', reloadForNewToken)
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  if (found) {
    tabStorage.set(keyOf(), found)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return tabStorage.get(keyOf()) ?? ''
}

export const clearLinkToken = () => tabStorage.remove(keyOf())

/**
 * Reloads the page if a second link is opened in this tab. The browser itself does not reload, because the links differ
 * only in the fragment.
 */
function reloadForNewToken() {
  if (location.hash.startsWith('#token=')) location.reload()
}
