/** Calls a function when the browser is idle, after at most three seconds. */
export function callWhenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 3000 })
  else setTimeout(call, 200)
}
