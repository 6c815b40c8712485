import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  openAssistantEndpoint,
  type AssistantEndpointDouble,
  type EndpointMode,
} from '../../testing/assistant/endpoint.ts'
import { openClock, type TestClock } from '../../testing/clock.ts'
import { openOutbound, type OutboundRules } from '../outbound/outbound.ts'
import { openAssistant } from './endpoint.client.ts'
import { type AskOptions, type AssistantClient, type AssistantPause, type Endpoint, requestBody } from './endpoint.ts'

let double: AssistantEndpointDouble
let clock: TestClock
let client: AssistantClient
let until: Date | null
let counted: string[]
const pause: AssistantPause = {
  until: async () => until,
  failed: async () => void counted.push('failed'),
  succeeded: async () => void counted.push('succeeded'),
}
beforeEach(async () => {
  double = await openAssistantEndpoint()
  clock = openClock()
  until = null
  counted = []
  client = openAssistant({ outbound: openOutbound({ localHosts: [double.host] }), pause })
})
afterEach(() => double.close())

const kinds = ['openai', 'anthropic'] as const
const endpointOf = (kind: Endpoint['kind'], changes: Partial<Endpoint> = {}): Endpoint => ({
  kind,
  address: double.address[kind],
  model: 'test-model',
  key: null,
  timeoutMilliseconds: 5_000,
  ...changes,
})
const text = { system: 'Answer in one sentence.', prompt: 'Wie geht’s? "Gut" – 👋\nSay "yes".' }

async function read(endpoint: Endpoint, options: Partial<AskOptions> = {}, asked = client) {
  const words: string[] = []
  const answer = asked.ask(endpoint, requestBody(endpoint, text), { signal: new AbortController().signal, ...options })
  try {
    let step = await answer.next()
    for (; !step.done; step = await answer.next()) words.push(step.value)
    return { words, ...step.value }
  } catch (error) {
    const { name, code } = error as { name: string; code?: string }
    return { words, failure: code === undefined ? name : code }
  }
}
const failureOf = async (endpoint: Endpoint, asked = client) => (await read(endpoint, {}, asked)).failure

test('both kinds of endpoint stream the words, and the request has exactly the bytes of the body', async () => {
  double.answer = () => 'Je répète : “oui” 👋 — fin.'
  for (const kind of kinds) {
    const endpoint = endpointOf(kind, { key: 'the-key' })
    double.key = 'the-key'
    expect(await read(endpoint)).toEqual({
      words: ['Je ', 'répète ', ': ', '“oui” ', '👋 ', '— ', 'fin.'],
      tokens: 25,
    })
    const request = double.requests.at(-1)
    expect(request?.body).toEqual(Buffer.from(requestBody(endpoint, text)))
    expect(request?.headers).toMatchObject({
      accept: 'text/event-stream',
      'content-length': String(request?.body.length),
      ...(kind === 'openai'
        ? { authorization: 'Bearer the-key' }
        : { 'x-api-key': 'the-key', 'anthropic-version': '2023-06-01' }),
    })
  }
  expect(double.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/chat/completions',
    'POST /anthropic/v1/messages',
  ])
  expect(JSON.parse(requestBody(endpointOf('anthropic'), text))).toMatchObject({
    system: text.system,
    max_tokens: 4096,
  })
})

test('an answer that arrives in parts of any size is the same, and one that is cut at any byte is not an answer @slow', async () => {
  double.answer = () => 'Gut – 👋 ça va.'
  for (const kind of kinds) {
    double.cutAfterBytes = null
    for (const partBytes of [1, 3, 64]) {
      double.partBytes = partBytes
      expect((await read(endpointOf(kind))).words.join('')).toBe('Gut – 👋 ça va.')
    }
    double.partBytes = null
    for (let bytes = 0; bytes <= 800; bytes += 97) {
      double.cutAfterBytes = bytes
      expect(await read(endpointOf(kind), { isTest: true }), `${bytes}`).toMatchObject({ failure: 'Truncated' })
    }
  }
})

test('an answer of the wrong form, size or length fails with its reason @slow', async () => {
  const failures: [EndpointMode, string][] = [
    ['html', 'wrong-answer'],
    ['json', 'wrong-answer'],
    ['redirect', 'wrong-answer'],
    ['tool-call', 'wrong-answer'],
    ['error', 'server-error'],
    ['huge', 'too-large'],
    ['no-end', 'Truncated'],
    ['limit', 'Truncated'],
    [401, 'refused-key'],
    [403, 'refused-key'],
    [404, 'unknown-model'],
    [429, 'too-many-requests'],
    [500, 'server-error'],
    [503, 'server-error'],
    [402, 'no-credit'],
    [413, 'too-long'],
    [400, 'wrong-answer'],
    [{ status: 429, words: 'You exceeded your current quota (insufficient_quota).' }, 'no-credit'],
    [{ status: 400, words: 'Your credit balance is too low to access the API.' }, 'no-credit'],
    [{ status: 400, words: "This model's maximum context length is 8192 tokens." }, 'too-long'],
    [{ status: 400, words: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'too-long'],
    [{ status: 429, words: 'x'.repeat(100_000) }, 'too-many-requests'],
  ]
  for (const kind of kinds)
    for (const [mode, failure] of failures) {
      double.mode = mode
      const answer = await read(endpointOf(kind), { isTest: true })
      expect([kind, mode, answer.failure]).toEqual([kind, mode, failure])
    }
  expect(double.requests.some(({ path }) => path === '/else')).toBe(false)
  for (const mode of ['endless', 'silent'] as const) {
    double.mode = mode
    expect(await failureOf(endpointOf('openai', { timeoutMilliseconds: 200 }))).toBe('timeout')
  }
})

test('an address that ends in the path of a request is understood', async () => {
  for (const [kind, path] of [
    ['openai', '/chat/completions'],
    ['openai', '/chat/completions/'],
    ['anthropic', '/messages'],
  ] as const) {
    double.mode = 'ok'
    const answer = await read(endpointOf(kind, { address: `${double.address[kind]}${path}` }), { isTest: true })
    expect([kind, path, answer.failure]).toEqual([kind, path, undefined])
  }
})

test('a version behind the name of a model is the same model, another model is not', async () => {
  const answersAs: [asked: string, answered: string, failure: string | undefined][] = [
    ['gpt-4o', 'gpt-4o-2024-11-20', undefined],
    ['claude-latest', 'claude-20250929', undefined],
    ['maker/test-model', 'test-model:latest', undefined],
    ['gpt-4o', 'gpt-4o-mini', 'other-model'],
    ['gpt-4o', 'gpt-4', 'other-model'],
    ['test-model', 'other-model', 'other-model'],
  ]
  for (const [asked, answered, failure] of answersAs) {
    double.models = [asked]
    double.answersAs = answered
    for (const kind of kinds) {
      const answer = await read(endpointOf(kind, { model: asked }), { isTest: true })
      expect([asked, answered, answer.failure]).toEqual([asked, answered, failure])
    }
  }
})

test('a certificate that is not trusted, a port without a server and a name without an address fail', async () => {
  const secure = await openAssistantEndpoint({ isSecure: true })
  const asked = openAssistant({ outbound: openOutbound({ localHosts: [secure.host, '127.0.0.1:1'] }), pause })
  expect(await failureOf(endpointOf('openai', { address: secure.address.openai }), asked)).toBe('wrong-certificate')
  expect(await failureOf(endpointOf('openai', { address: 'http://127.0.0.1:1/v1' }), asked)).toBe('unreachable')
  await secure.close()
})

test('only hosts that the environment names may be local or use http, and a name is checked at each connection', async () => {
  const resolved: string[] = []
  const found = (...addresses: string[]): OutboundRules['resolve'] =>
    ((name: string, _options: object, done: (error: null, all: LookupAddress[]) => void) => {
      resolved.push(name)
      done(null, [{ address: addresses.shift() ?? '', family: 4 }])
    }) as unknown as NonNullable<OutboundRules['resolve']>
  const port = new URL(double.origin).port
  const clientWith = (rules: OutboundRules) => openAssistant({ outbound: openOutbound(rules), pause })
  const named = (address: string) => endpointOf('openai', { address, timeoutMilliseconds: 500 })
  const strict = clientWith({})
  for (const address of [
    double.origin,
    'http://models.example/v1',
    'https://10.0.0.1/v1',
    'https://a:b@models.example/v1',
  ])
    expect([await failureOf(named(address), strict), strict.isAllowed(address)]).toEqual(['not-allowed', false])
  const stop = new AbortController()
  const addresses = ['8.8.8.8', '127.0.0.1']
  const rebound = clientWith({ resolve: found(...addresses) })
  const address = `https://models.example:${port}/v1`
  expect(rebound.isAllowed(address)).toBe(true)
  const first = read(named(address), { signal: stop.signal }, rebound)
  stop.abort()
  expect(await first).toMatchObject({ failure: 20 })
  expect(await failureOf(named(address), rebound)).toBe('not-allowed')
  expect(resolved).toEqual(['models.example', 'models.example'])
  const local = { localHosts: [`models.practice.lan:${port}`] }
  double.answer = () => 'yes'
  const lan = clientWith({ ...local, resolve: found('127.0.0.1') })
  expect((await read(named(`http://models.practice.lan:${port}/v1`), {}, lan)).words).toEqual(['yes'])
  const abroad = clientWith({ ...local, resolve: found('8.8.8.8') })
  expect(await failureOf(named(`http://models.practice.lan:${port}/v1`), abroad)).toBe('not-allowed')
  expect(double.connections).toBe(1)
})

test('a request that is stopped ends at the endpoint within a second', async () => {
  double.holds = true
  const stop = new AbortController()
  const answer = read(endpointOf('openai'), { signal: stop.signal })
  await double.received(1)
  double.release(1)
  const at = Date.now()
  stop.abort()
  expect(await answer).toMatchObject({ failure: 20 })
  await expect.poll(() => double.requests[0]?.closedAt).not.toBeNull()
  expect((double.requests[0]?.closedAt ?? Infinity) - at).toBeLessThan(1_000)
})

test('nothing is sent before `beforeSend` has resolved, and nothing at all if it throws or the request is stopped meanwhile', async () => {
  const stop = new AbortController()
  const refused = { beforeSend: () => Promise.reject(new TypeError('withdrawn')) }
  expect(await read(endpointOf('openai'), refused)).toMatchObject({ failure: 'TypeError' })
  const stopped = { signal: stop.signal, beforeSend: async () => stop.abort() }
  expect((await read(endpointOf('openai'), stopped)).failure).toBe(20)
  expect([double.connections, double.requests.length]).toEqual([2, 0])
  let seen = -1
  await read(endpointOf('openai'), { beforeSend: async () => void (seen = double.requests.length) })
  expect([seen, double.requests.length]).toEqual([0, 1])
})

test('during a pause nothing is sent except a test of the settings, which is not counted', async () => {
  until = new Date(clock.now().getTime() + 60_000)
  expect(await failureOf(endpointOf('openai'))).toBe('AssistantPaused')
  expect(double.connections).toBe(0)
  double.mode = 500
  expect((await read(endpointOf('openai'), { isTest: true })).failure).not.toBe('AssistantPaused')
  expect([double.requests.length, counted]).toEqual([1, []])
})

test('each failure and each answer is counted, but not a request that is too long', async () => {
  double.mode = 413
  await read(endpointOf('openai'))
  double.mode = 500
  await read(endpointOf('openai'))
  double.mode = 'ok'
  await read(endpointOf('openai'))
  expect(counted).toEqual(['failed', 'succeeded'])
})

test('the endpoint’s list of models is shown without names that are none', async () => {
  for (const kind of kinds) {
    double.models = ['b-model', 'a/model:latest', 'b-model', 'two words', 'x'.repeat(300)]
    expect(await client.models(endpointOf(kind))).toEqual(['a/model:latest', 'b-model'])
    for (const [mode, code] of [
      [401, 'refused-key'],
      ['html', 'wrong-answer'],
      ['redirect', 'wrong-answer'],
    ] as const) {
      double.mode = mode
      await expect(client.models(endpointOf(kind))).rejects.toMatchObject({ code })
    }
    double.mode = 'silent'
    await expect(client.models(endpointOf(kind, { timeoutMilliseconds: 100 }))).rejects.toMatchObject({
      code: 'timeout',
    })
    double.mode = 'ok'
  }
})
