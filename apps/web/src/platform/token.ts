import { forTab } from './keep.ts'

const keyOf = () => `attune-token:${location.pathname}`

/**
 * The secret of a link, from the fragment of the address. It leaves the address bar at once and is kept for this
 * tab until `dropToken`, so that a reload does not lose it.
 */
export function takeToken(): string {
  addEventListener('hashchange', beginAnew)
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  if (found) {
    forTab.set(keyOf(), found)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return forTab.get(keyOf()) ?? ''
}

export const dropToken = () => forTab.drop(keyOf())

/** Another link opened in this tab changes the fragment alone: the page begins anew with it. */
function beginAnew() {
  if (location.hash.startsWith('#token=')) location.reload()
}
