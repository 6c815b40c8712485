// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../../worker/sw.js'), 'utf8')
type FakeRequest = { url: string; method: string; mode: string }
type Waiting = { waitUntil: (work: Promise<unknown>) => void }
type Event = Waiting & { request: FakeRequest; respondWith: (answer: Promise<Response>) => void }

let online: boolean
/** The server's response to the request for its key; null if it responds with the key. */
let practice: Response | null
/** The calls of the API that the worker has made. */
let called: { path: string; headers: Record<string, string>; body: unknown }[] = []
/** The notifications that the worker has shown, the tags of those that it has closed, and the pages that it has opened. */
let [shown, closed, opened]: [object[], string[], string[]] = [[], [], []]
const pushTexts = {
  en: { other: 'Something new', 'message-received': 'New message' },
  de: { other: 'Etwas Neues', 'message-received': 'Neue Nachricht' },
  fr: { other: 'Du nouveau', 'message-received': 'Nouveau message' },
}
/** The server answers once this promise is resolved. */
let delayed: Promise<void>
/** The name of the build that is deployed on the server. */
let deployed: string
/** The caches of this browser by name, and their content by path. */
let kept: Map<string, Map<string, Response>>
const origin = 'https://attune.test'
const path = (request: FakeRequest | string) => (typeof request === 'string' ? request : new URL(request.url).pathname)
const html = () =>
  new Response(`<html><script src="/assets/start-${deployed}.js">`, {
    headers: { 'content-type': 'text/html', 'content-security-policy': 'nonce' },
  })
const packOf = (build: string, part: string) => `/assets/offline-${part}.${build}.json`
const contentsOf = (build: string) => ({
  entry: `/assets/start-${build}.js`,
  everyone: packOf(build, 'everyone'),
  roles: { client: packOf(build, 'client') },
  languages: { de: packOf(build, 'de'), en: packOf(build, 'en') },
  fonts: [`/assets/inter-${build}.woff2`],
})

/** Returns the server's answer. The server has only the files of the build that is deployed. */
async function answerOf(request: FakeRequest | string, call?: { headers?: Record<string, string>; body?: string }) {
  await delayed
  if (!online) throw new TypeError('no network')
  const asked = path(request)
  if (asked === '/api/practice') return practice ?? Response.json({ key: 'pk_current' })
  if (call?.body) {
    called.push({ path: asked, headers: call.headers ?? {}, body: JSON.parse(call.body) })
    return new Response('', { status: 401 })
  }
  if (!asked.startsWith('/assets/')) return html()
  if (!asked.includes(deployed)) return new Response('', { status: 404 })
  const [, part] = /offline-(\w+)/.exec(asked) ?? []
  return new Response(part ? JSON.stringify({ [`/assets/${part}-${deployed}.js`]: `${part} of ${deployed}` }) : asked)
}

const cacheNamed = (name: string) => {
  const content = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, content)
  return {
    put: async (key: FakeRequest | string, answer: Response) => void content.set(path(key), answer),
    add: async (key: string) => {
      const answer = await answerOf(key)
      if (!answer.ok) throw new TypeError('not cached')
      content.set(key, answer)
    },
    match: async (key: FakeRequest | string) => content.get(path(key))?.clone(),
    delete: async (key: FakeRequest | string) => content.delete(path(key)),
    keys: async () => [...content.keys()].map((key) => ({ url: origin + key })),
  }
}

/** Runs the service worker of a build with fake browser objects, and returns functions that send it events. */
function workerOf(build: string) {
  const handlers: Record<string, (event: never) => void> = {}
  const built = source
    .replace('__VERSION__', build)
    .replace('__CONTENTS__', JSON.stringify(contentsOf(build)))
    .replace('__PUSH_TEXTS__', JSON.stringify(pushTexts))
  runInNewContext(built, {
    navigator: { language: 'fr-FR' },
    URL,
    Response,
    Request: class {
      url: string
      constructor(given: string) {
        this.url = origin + given
      }
    },
    self: {
      location: { origin },
      clients: { claim: async () => {}, openWindow: async (address: string) => void opened.push(address) },
      registration: {
        showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
      },
      addEventListener: (name: string, handler: (event: never) => void) => (handlers[name] = handler),
    },
    caches: {
      open: async (name: string) => cacheNamed(name),
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
      match: async (key: FakeRequest | string) =>
        [...kept.values()]
          .find((content) => content.has(path(key)))
          ?.get(path(key))
          ?.clone(),
    },
    fetch: answerOf,
  })
  const run = async (name: string, event: object) => {
    const works: Promise<unknown>[] = []
    handlers[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) } as never)
    await Promise.all(works)
  }
  /** Returns the worker's answer, or null if the worker leaves the request to the browser. */
  async function ask(address: string, mode = 'navigate', method = 'GET', untilDone = true) {
    let answer: Promise<Response> | null = null
    const works: Promise<unknown>[] = []
    const event: Event = {
      request: { url: origin + address, method, mode },
      respondWith: (given) => (answer = given),
      waitUntil: (work) => works.push(work),
    }
    handlers.fetch?.(event as never)
    const given = answer === null ? null : await (answer as Promise<Response>)
    if (untilDone) await Promise.all(works)
    return given
  }
  return {
    ask,
    install: () => run('install', {}),
    activate: () => run('activate', {}),
    reader: (reader: object) => run('message', { data: { reader } }),
    push: (payload: string) => run('push', { data: { json: () => JSON.parse(payload) as unknown } }),
    click: (tag: string) => run('notificationclick', { notification: { tag, close: () => void closed.push(tag) } }),
  }
}
const text = async (answer: Response | null) => (await answer?.text()) ?? null

beforeEach(() => {
  online = true
  practice = null
  delayed = Promise.resolve()
  deployed = 'b1'
  kept = new Map()
  ;[shown, closed, opened] = [[], [], []]
  called = []
})

test('without a network the last page opens at every address, with its original headers', async () => {
  const worker = workerOf('b1')
  await worker.ask('/dashboard/therapist')
  online = false
  const answer = await worker.ask('/dashboard/client/sessions')
  expect(answer?.headers.get('content-security-policy')).toBe('nonce')
  expect(await text(answer)).toContain('/assets/start-b1.js')
})

test('a hashed file comes from the network once, and then from the cache', async () => {
  const worker = workerOf('b1')
  expect(await text(await worker.ask('/assets/start-b1.js', 'cors'))).toBe('/assets/start-b1.js')
  deployed = 'b2'
  expect(await text(await worker.ask('/assets/start-b1.js', 'cors'))).toBe('/assets/start-b1.js')
  online = false
  expect(await text(await worker.ask('/assets/start-b1.js', 'cors'))).toBe('/assets/start-b1.js')
  await expect(worker.ask('/assets/never-seen.js', 'cors')).rejects.toThrow('no network')
})

test('a later visit gets the page from the cache unless the server got another build', async () => {
  const worker = workerOf('b1')
  await worker.ask('/dashboard/client')
  let answered = () => {}
  delayed = new Promise((resolve) => (answered = () => resolve()))
  const again = worker.ask('/dashboard/client', 'navigate', 'GET', false)
  expect(await text(await again)).toContain('start-b1.js')
  answered()
  deployed = 'b2'
  expect(await text(await worker.ask('/dashboard/client'))).toContain('start-b1.js')
  expect(await text(await worker.ask('/dashboard/client'))).toContain('start-b2.js')
  online = false
  expect(await text(await worker.ask('/dashboard/client'))).toContain('start-b1.js')
  online = true
  deployed = 'b1'
  await worker.ask('/dashboard/client')
  expect(kept.get('attune-b1')?.has('/outdated')).toBe(false)
})

test('the pages of the role and the texts of the language open offline, also those never opened before', async () => {
  const worker = workerOf('b1')
  await worker.install()
  await worker.reader({ role: 'client', language: 'de' })
  online = false
  for (const part of ['everyone', 'client', 'de', 'en']) {
    const answer = await worker.ask(`/assets/${part}-b1.js`, 'cors')
    expect([answer?.headers.get('content-type'), await text(answer)]).toEqual([
      'text/javascript; charset=utf-8',
      `${part} of b1`,
    ])
  }
})

test('a new build is complete before it is used offline, and the old worker caches none of its pages', async () => {
  const old = workerOf('b1')
  await old.install()
  await old.reader({ role: 'client', language: 'de' })
  deployed = 'b2'
  await old.ask('/dashboard/client')
  online = false
  expect(await text(await old.ask('/dashboard/client'))).toContain('start-b1.js')
  expect(await text(await old.ask('/assets/client-b1.js', 'cors'))).toBe('client of b1')
  online = true
  const next = workerOf('b2')
  await next.install()
  await next.activate()
  online = false
  expect(await text(await next.ask('/dashboard/client'))).toContain('start-b2.js')
  expect(await text(await next.ask('/assets/client-b2.js', 'cors'))).toBe('client of b2')
})

test('a worker is not installed while the server has another build', async () => {
  deployed = 'b2'
  await expect(workerOf('b1').install()).rejects.toThrow('another build')
  expect(kept.get('attune-b1')?.size ?? 0).toBe(0)
})

test('API answers and pictures of people are never cached', async () => {
  const worker = workerOf('b1')
  expect(await worker.ask('/api/client/list', 'cors', 'POST')).toBeNull()
  expect(await worker.ask('/api/docs')).toBeNull()
  expect(await worker.ask('/avatars/u/1.webp', 'no-cors')).toBeNull()
  expect([...kept.keys()]).toEqual([])
})

test('a push shows the text of its type in the language of the person, else of the browser', async () => {
  const worker = workerOf('b1')
  const payload = JSON.stringify({ type: 'message-received' }).padEnd(64)
  await worker.push(payload)
  await worker.reader({ role: 'client', language: 'de' })
  await worker.push(payload)
  expect(shown).toMatchObject([
    { title: 'Attune', body: 'Nouveau message', tag: 'message-received' },
    { title: 'Attune', body: 'Neue Nachricht', tag: 'message-received', lang: 'de' },
  ])
})

test('a push acknowledges the message that it announces, and is shown without a login and without a network [4.05]', async () => {
  const worker = workerOf('b1')
  await worker.push(JSON.stringify({ type: 'message-received', message: 'm1' }))
  expect(called).toEqual([
    {
      path: '/api/message/acknowledge',
      headers: { 'content-type': 'application/json', 'x-attune-key': 'pk_current' },
      body: { ids: ['m1'] },
    },
  ])
  await worker.push(JSON.stringify({ type: 'test' }))
  online = false
  await worker.push(JSON.stringify({ type: 'message-received', message: 'm2' }))
  expect([called.length, shown.length]).toEqual([1, 3])
})

test('a push of an unknown type, or without a readable type, shows a general text', async () => {
  const worker = workerOf('b1')
  await worker.push(JSON.stringify({ type: 'of-a-newer-server' }))
  await worker.push('no json')
  expect(shown).toMatchObject([{ body: 'Du nouveau' }, { body: 'Du nouveau' }])
})

test('a click on a push notification closes it and opens the page of its type for the role of the person', async () => {
  const worker = workerOf('b1')
  await worker.click('message-received')
  await worker.reader({ role: 'client', language: 'de' })
  await worker.click('message-received')
  expect(closed).toEqual(['message-received', 'message-received'])
  expect(opened).toEqual(['/', '/dashboard/client/notifications?open=message-received'])
})

test('a push is shown while the server answers with an error or with a page of a proxy, and acknowledges nothing [4.05]', async () => {
  const worker = workerOf('b1')
  for (const answer of [new Response('', { status: 503 }), html()]) {
    practice = answer
    await worker.push(JSON.stringify({ type: 'message-received', message: 'm1' }))
  }
  expect([shown.length, called]).toEqual([2, []])
})

test('a push is shown at once, however long the acknowledgement takes [4.05]', async () => {
  const worker = workerOf('b1')
  let answered = () => {}
  delayed = new Promise((resolve) => (answered = () => resolve()))
  const pushed = worker.push(JSON.stringify({ type: 'message-received', message: 'm1' }))
  await expect.poll(() => shown.length).toBe(1)
  expect(called).toEqual([])
  answered()
  await pushed
  expect(called.map(({ body }) => body)).toEqual([{ ids: ['m1'] }])
})
