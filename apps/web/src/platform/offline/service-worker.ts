import { createStore } from '../create-store.ts'

/** The interval at which an open page checks for a new version. */
const checkIntervalMilliseconds = 60 * 60_000

const waiting = createStore<ServiceWorker | null>(null)

function offer(worker: ServiceWorker | null) {
  // If no worker controls the page, this worker is the first one in this browser and not an update.
  if (!worker || !navigator.serviceWorker.controller) return
  waiting.set(worker)
}

/** Whether a newer version of the app is ready. */
export const hasNewVersion = () => waiting.get() !== null

/** Calls the listener when a newer version is ready. Returns a function that unsubscribes. */
export const onNewVersion = waiting.subscribe

/**
 * Activates the newer version and reloads the page. Called only on a person's click, because a reload would lose
 * unsaved text.
 */
export function activateNewVersion() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.get()?.postMessage('take-over')
}

/**
 * Returns the paths that this page has loaded so far. The service worker stores them, so that the page can open
 * offline.
 */
const loaded = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)

/**
 * Sends the person's role and language to the service workers, which then cache the packs that the person needs
 * offline. A worker that is installed but not active yet gets the message too, because it will handle the next
 * requests.
 */
export async function cacheForOffline(reader: { role: string; language: string }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active, waiting: next, installing } = await navigator.serviceWorker.ready
  for (const worker of [active, next, installing]) worker?.postMessage({ reader })
}

declare global {
  /** Replaces the usual delay before the service worker starts, in milliseconds. End-to-end tests and benchmarks set this value. */
  var attuneWorkerDelay: number | undefined
}

/** The time from the loaded page to the start of the service worker, and the longest wait for an idle moment after it, in milliseconds. */
const [startDelay, longestIdleWait] = [8_000, 7_000]

/**
 * Starts the service worker in an idle moment some seconds after the page has loaded. It reads every file of the page once more and loads all packs
 * for offline use, which would delay the first content on a slow device or connection.
 */
export function startServiceWorkerLater(): void {
  const start = () => void startServiceWorker()
  const startWhenIdle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(start, { timeout: longestIdleWait }) : start()
  const wait = () => setTimeout(startWhenIdle, globalThis.attuneWorkerDelay ?? startDelay)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

/**
 * Registers the service worker if the browser supports service workers. Without one, everything except offline use
 * works.
 */
async function startServiceWorker(): Promise<void> {
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
    setInterval(() => void registration.update().catch(() => {}), checkIntervalMilliseconds)
  } catch (error) {
    console.warn('the service worker was not started', error)
  }
}
