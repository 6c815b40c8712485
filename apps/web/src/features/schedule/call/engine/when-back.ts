/** Calls `act` when the network is back or has changed, and when the page is shown again. Returns a function that removes the listeners. */
export function whenBack(act: () => void): () => void {
  const onShown = () => {
    if (document.visibilityState === 'visible') act()
  }
  const network = (navigator as { connection?: EventTarget }).connection
  addEventListener('online', act)
  document.addEventListener('visibilitychange', onShown)
  network?.addEventListener?.('change', act)
  return () => {
    removeEventListener('online', act)
    document.removeEventListener('visibilitychange', onShown)
    network?.removeEventListener?.('change', act)
  }
}
