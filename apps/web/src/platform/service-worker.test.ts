// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../worker/sw.js'), 'utf8')
type FakeRequest = { url: string; method: string; mode: string }
type Event = { request: FakeRequest; respondWith: (answer: Promise<Response>) => void }

let online: boolean
let kept: Map<string, Response>
let handlers: Record<string, (event: never) => void>
const origin = 'https://attune.test'
const html = () =>
  new Response('<html>', { headers: { 'content-type': 'text/html', 'content-security-policy': 'nonce' } })
const path = (request: FakeRequest | string) => (typeof request === 'string' ? request : new URL(request.url).pathname)

beforeEach(() => {
  online = true
  kept = new Map()
  handlers = {}
  const cache = { put: async (key: FakeRequest | string, answer: Response) => void kept.set(path(key), answer) }
  runInNewContext(source, {
    URL,
    self: {
      location: { origin },
      addEventListener: (name: string, handler: (event: never) => void) => (handlers[name] = handler),
    },
    caches: { open: async () => cache, match: async (key: FakeRequest | string) => kept.get(path(key))?.clone() },
    fetch: async (request: FakeRequest) => {
      if (!online) throw new TypeError('no network')
      if (path(request) === '/assets/gone.js') return new Response('', { status: 404 })
      return path(request).startsWith('/assets/') ? new Response('file') : html()
    },
  })
})

/** Returns the worker's answer, or null if the worker leaves the request to the browser. */
async function ask(address: string, mode = 'navigate', method = 'GET') {
  let answer: Promise<Response> | null = null
  const event: Event = {
    request: { url: origin + address, method, mode },
    respondWith: (given) => (answer = given),
  }
  handlers.fetch?.(event as never)
  return answer === null ? null : await (answer as Promise<Response>)
}

test('without a network the last page opens at every address, with its original headers', async () => {
  await ask('/dashboard/therapist')
  online = false
  const answer = await ask('/dashboard/client/sessions')
  expect(await answer?.text()).toBe('<html>')
  expect(answer?.headers.get('content-security-policy')).toBe('nonce')
})

test('hashed files come from the network while there is one, and from the cache where the server has deleted them', async () => {
  expect(await (await ask('/assets/start.js', 'cors'))?.text()).toBe('file')
  kept.set('/assets/gone.js', new Response('old'))
  expect(await (await ask('/assets/gone.js', 'cors'))?.text()).toBe('old')
  online = false
  expect(await (await ask('/assets/start.js', 'cors'))?.text()).toBe('file')
  await expect(ask('/assets/never-seen.js', 'cors')).rejects.toThrow('no network')
})

test('API answers and pictures of people are never cached', async () => {
  expect(await ask('/api/client/list', 'cors', 'POST')).toBeNull()
  expect(await ask('/api/docs')).toBeNull()
  expect(await ask('/avatars/u/1.webp', 'no-cors')).toBeNull()
  expect([...kept.keys()]).toEqual([])
})
