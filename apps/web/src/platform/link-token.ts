import { tabStorage } from './safe-storage.ts'

const keyOf = () => `attune-token:${location.pathname}`

/**
 * Reads the token of a link from the URL fragment. It removes the token from the address bar and keeps it for this tab
 * until `clearLinkToken`, so that a reload does not lose it.
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

/** A second link opened in this tab changes only the fragment, so the page is reloaded. */
function reloadForNewToken() {
  if (location.hash.startsWith('#token=')) location.reload()
}
