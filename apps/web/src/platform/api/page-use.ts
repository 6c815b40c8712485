/** Two clocks in milliseconds, because the first stops while the device sleeps and the second can be set by the person. */
const clocks = () => [performance.now(), Date.now()] as const

let key = ''
let used = clocks()

export function recordUse(): void {
  used = clocks()
}

/**
 * Stores the key that the server has sent to this page, only in memory. The key proves that the page was open before; the server locks a page that
 * is opened after the idle time.
 */
export function setPageKey(sent: string | null): void {
  key = sent ?? key
}

/**
 * Returns the header that proves that this page was open before, and contains the number of seconds since the person last used it. The header is
 * `new` until the server has sent a key.
 */
export function pageHeader(): Record<string, string> {
  const [steady, wall] = clocks()
  const seconds = Math.max(steady - used[0], wall - used[1], 0) / 1000
  return { 'x-attune-page': key ? `${key} ${Math.floor(seconds)}` : 'new' }
}
