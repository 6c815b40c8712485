// The service worker answers from its caches, so that a later visit shows the page at once and also without a network. The caches contain the last
// page, the hashed files that were loaded before, and the packs with the pages that open offline. After each visit, the worker requests the page
// again; if the server then has another build, the next visit waits for the network. The worker never caches API answers or pictures of people. The
// build fills in the version and the names of its files. A page is cached only by the worker of its own build, so no page gets files of two builds. A
// new worker waits until the person activates it.
const version = '__VERSION__'
const contents = __CONTENTS__
// The texts of push notifications: by language, then by the type of notification.
const pushTexts = __PUSH_TEXTS__
const cacheName = `attune-${version}`
const page = '/index.html'
// This entry of the cache means that the server has another build than this worker.
const outdated = '/outdated'
// This cache contains the role and the language of the last person who signed in. A new worker reads them to fetch the
// packs of this person.
const readerCache = 'reader'

self.addEventListener('install', (event) => event.waitUntil(install()))

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOld(), self.clients.claim()])))

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
  // `keep` lists the files that the page loaded before this worker was active.
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepFiles(event.data.keep))
  if (event.data?.reader) event.waitUntil(keepReader(event.data.reader))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isFile(url.pathname)) event.respondWith(file(request, event))
  else if (request.mode === 'navigate' && !/^\/(api|avatars)\//.test(url.pathname)) event.respondWith(navigate(event))
})

self.addEventListener('push', (event) => {
  const content = contentOf(event.data)
  event.waitUntil(Promise.all([showPush(content), acknowledge(content)]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPush(event.notification.tag))
})

const isFile = (path) => path.startsWith('/assets/')
const isPage = (answer) => answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/html')
const isOfThisBuild = async (answer) => isPage(answer) && (await answer.text()).includes(contents.entry)

/**
 * Caches the packs and the page. The page is cached last, so a cache that contains a page is complete. Throws if the
 * server no longer has this build; the browser then tries again later.
 */
async function install() {
  const reader = await readReader()
  if (reader) await keepPacks(reader)
  const answer = await fetch('/', { cache: 'no-store' })
  if (!(await isOfThisBuild(answer.clone()))) throw new Error('the server has another build')
  await keep(page, answer)
}

/**
 * Returns the cached page of this build, and requests the page from the server for the next visit. If the server had another build at the last visit,
 * or if the cache has no page, returns the page from the network. If the network fails, returns the newest cached page with its original headers.
 */
async function navigate(event) {
  const asked = fetch(event.request)
  const checked = asked.then((answer) => keepPage(answer.clone()))
  event.waitUntil(checked.catch(() => {}))
  const cache = await caches.open(cacheName)
  const [last, isOutdated] = await Promise.all([cache.match(page), cache.match(outdated)])
  if (last && !isOutdated) return last
  try {
    return await asked
  } catch (error) {
    const kept = await newestPage()
    if (kept) return kept
    throw error
  }
}

async function keepPage(answer) {
  if (!isPage(answer)) return
  const cache = await caches.open(cacheName)
  if (await isOfThisBuild(answer.clone())) {
    await keep(page, answer)
    await cache.delete(outdated)
  } else await keep(outdated, new Response(''))
}

async function newestPage() {
  for (const name of (await buildCaches()).reverse()) {
    const last = await (await caches.open(name)).match(page)
    if (last) return last
  }
  return undefined
}

/**
 * Returns a hashed file from the cache, because its content never changes, otherwise from the network. If the network
 * fails or the server has deleted the file, returns the file from a pack.
 */
async function file(request, event) {
  const cached = await caches.match(request)
  if (cached) return cached
  try {
    const answer = await fetch(request)
    if (answer.ok && !isPack(request)) {
      const kept = keep(request, answer.clone())
      if (event) event.waitUntil(kept)
      else await kept
    }
    return answer.ok ? answer : ((await packedFile(new URL(request.url).pathname)) ?? answer)
  } catch (error) {
    const found = await packedFile(new URL(request.url).pathname)
    if (found) return found
    throw error
  }
}

const isPack = (request) => new URL(request.url).pathname.endsWith('.json')

/** The text of each file in the cached packs, by path. Read on first use, and again after packs were cached. */
let packed = null

async function packedFile(path) {
  packed ??= readPacks()
  const text = (await packed)[path]
  if (text === undefined) return undefined
  const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
}

async function readPacks() {
  const files = {}
  for (const name of await buildCaches()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (isPack(request)) Object.assign(files, await (await cache.match(request)).json())
  }
  return files
}

/** Stores the role and the language of the signed-in person, and caches the packs that this person needs offline. */
async function keepReader(reader) {
  const cache = await caches.open(readerCache)
  await cache.put('/reader', new Response(JSON.stringify(reader)))
  await keepPacks(reader).catch(() => {})
}

async function readReader() {
  const answer = await (await caches.open(readerCache)).match('/reader')
  return answer ? answer.json() : null
}

async function keepPacks({ role, language }) {
  const { everyone, roles, languages, fonts } = contents
  // English is the fallback of every language.
  const wanted = [everyone, roles[role], languages[language], languages.en, ...fonts]
  const cache = await caches.open(cacheName)
  for (const path of new Set(wanted)) if (path && !(await cache.match(path))) await cache.add(path)
  packed = null
}

/** Caches an answer. Ignores a failure, because the app then only lacks offline use. */
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

/** Returns the names of the caches of all builds on this device, oldest first. */
async function buildCaches() {
  return (await caches.keys()).filter((name) => name.startsWith('attune-'))
}

/** Deletes the caches of all previous builds except the newest one, because open tabs may still run that build. */
async function dropOld() {
  const names = (await buildCaches()).filter((name) => name !== cacheName)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

/**
 * Shows a push notification. The server sends no text of it, so the text comes from this device, in the language of the
 * last person who signed in. Notifications of the same type replace each other.
 */
async function showPush({ type }) {
  const language = (await readReader().catch(() => null))?.language ?? navigator.language.slice(0, 2)
  const texts = pushTexts[language] ?? pushTexts.en
  const [body, icon] = [texts[type] ?? texts.other, '/icon-192.png']
  await self.registration.showNotification('Attune', { body, icon, lang: language, tag: type })
}

/**
 * Returns the type in the payload of a push, and the id of the message that it announces. A push without a readable type is shown too, because
 * browsers require it.
 */
function contentOf(data) {
  try {
    const { type, message } = data.json()
    return { type: String(type), message }
  } catch {
    return { type: 'other' }
  }
}

/**
 * Tells the server that a message has arrived on this device. The server accepts this from a login of the recipient whose screen is not
 * locked; anything else changes nothing here.
 */
async function acknowledge({ message }) {
  if (!message) return
  try {
    const { key } = await (await fetch('/api/practice')).json()
    const headers = { 'content-type': 'application/json', 'x-attune-key': key }
    await fetch('/api/message/acknowledge', { method: 'POST', headers, body: JSON.stringify({ ids: [message] }) })
  } catch {}
}

/**
 * Opens the notifications page, which opens the page of the newest unread notification of this type. If the app asks the
 * person to sign in or to unlock it, that comes first.
 */
async function openPush(type) {
  const reader = await readReader().catch(() => null)
  const path = reader ? `/dashboard/${reader.role}/notifications?open=${encodeURIComponent(type)}` : '/'
  await self.clients.openWindow(path)
}
