import { forTab } from './keep.ts'

const keyOf = () => `attune-token:${location.pathname}`

/**
 * Reads the token of a link from the URL fragment. It removes the token from the address bar and keeps it for this tab
 * until `clearLinkToken`, so that a reload does not lose it.
 */
export function takeToken(): string {
  addEventListener('hashchange', reloadForNewToken)
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  if (found) {
    forTab.set(keyOf(), found)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return forTab.get(keyOf()) ?? ''
}

export const dropToken = () => forTab.drop(keyOf())

/** A second link opened in this tab changes only the fragment, so the page is reloaded. */
function reloadForNewToken() {
  if (location.hash.startsWith('#token=')) location.reload()
}
