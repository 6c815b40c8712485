let key: string | null = null
let usedAt = now()

/** Two clocks, because the first stops while the device sleeps and the second can be set by the person. */
function now() {
  return { steady: performance.now(), wall: Date.now() }
}

/** Records that the person uses this page. */
export function recordUse(): void {
  usedAt = now()
}

/**
 * Keeps the key that the server has sent to this page. The key is only in memory: with it the page proves that it was open before, so that the
 * server does not lock it like a page that is opened after the idle time.
 */
export function setPageKey(sent: string | null): void {
  if (sent) key = sent
}

/** The header with which a request proves that this page was open before, and says how many seconds ago the person used it. */
export function pageHeader(): Record<string, string> {
  const [since, seen] = [now(), usedAt]
  const seconds = Math.floor(Math.max(since.steady - seen.steady, since.wall - seen.wall, 0) / 1000)
  return { 'x-attune-page': key === null ? 'new' : `${key} ${Math.min(seconds, 9_999_999)}` }
}
