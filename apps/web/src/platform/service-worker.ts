/** How often an open page asks whether there is a new version. */
const lookEveryMilliseconds = 60 * 60_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function offer(worker: ServiceWorker | null) {
  // The first one of this browser replaces nothing.
  if (!worker || !navigator.serviceWorker.controller) return
  waiting = worker
  for (const listener of listeners) listener()
}

/** Whether a newer version waits to be taken. */
export const newVersionWaits = () => waiting !== null

/** Calls the listener when a newer version waits; the answer ends it. */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads the newer version. Only a person's own click calls this: a page never reloads over what somebody writes. */
export function takeNewVersion() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('take-over')
}

/** What this page has loaded so far, so that it opens without a network too. */
const loaded = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)

/** Starts the service worker, where the browser has one and allows it; without it nothing is missing but the way without a network. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker))
    })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ keep: loaded() })
    setInterval(() => void registration.update().catch(() => {}), lookEveryMilliseconds)
  } catch (error) {
    console.warn('the service worker was not started', error)
  }
}
