// The service worker caches hashed files and the last page, and uses them only when the network fails. It never caches
// API answers or pictures of people. The build fills in the version; a new worker waits until the person activates it.
const version = '__VERSION__'
const cacheName = `attune-${version}`
const page = '/index.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then(async (cache) => {
      const answer = await fetch('/', { cache: 'no-store' })
      if (isPage(answer)) await cache.put(page, answer)
    }),
  )
})

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOld(), self.clients.claim()])))

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
  // Files that the page loaded before this worker was active.
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepFiles(event.data.keep))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isFile(url.pathname)) event.respondWith(file(request))
  else if (request.mode === 'navigate' && !/^\/(api|avatars)\//.test(url.pathname)) event.respondWith(navigate(request))
})

const isFile = (path) => path.startsWith('/assets/')
const isPage = (answer) => answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/html')

/** Returns a page from the network; without one the last page, with its original headers. */
async function navigate(request) {
  try {
    const answer = await fetch(request)
    if (isPage(answer)) await keep(page, answer.clone())
    return answer
  } catch (error) {
    const last = await caches.match(page)
    if (last) return last
    throw error
  }
}

/** Returns a hashed file; one that the server has deleted comes from the cache. */
async function file(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await keep(request, answer.clone())
    return answer.ok ? answer : ((await caches.match(request)) ?? answer)
  } catch (error) {
    const kept = await caches.match(request)
    if (kept) return kept
    throw error
  }
}

/** Caches an answer. Where storage is full or forbidden, only offline use is lost. */
async function keep(request, answer) {
  try {
    await (await caches.open(cacheName)).put(request, answer)
  } catch {}
}

async function keepFiles(paths) {
  const missing = []
  for (const path of paths) if (isFile(path) && !(await caches.match(path))) missing.push(path)
  await Promise.all(missing.map((path) => file(new Request(path)).catch(() => {})))
}

/** Tabs may still run the previous version, so its files are kept; older ones are deleted. */
async function dropOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith('attune-') && name !== cacheName)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}
