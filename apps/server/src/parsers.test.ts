import { createServer as createHttp2Server } from 'node:http2'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readIcsInProcess } from './features/schedule/calendar/import/process.ts'
import { openGoogle } from './features/schedule/external-calendar/google/google.ts'
import { exchangeCode } from './features/schedule/external-calendar/google/tokens.ts'
import { parsers } from './parsers.testing.ts'
import { neverPaused } from './testing/assistant/pause.ts'
import { openAssistant } from './platform/assistant/endpoint.client.ts'
import { type Endpoint, requestBody } from './platform/assistant/endpoint.ts'
import { withLimitedFetch } from './platform/auth/engine/limited-fetch.ts'
import { openTwilio } from './platform/channels/twilio/twilio.ts'
import { encodeAvatar } from './platform/files/picture-encoding.ts'
import { openFcm } from './platform/native-push/fcm.ts'
import { S3Store } from './platform/object-store/s3-store.ts'
import { openOutbound } from './platform/outbound/outbound.ts'
import { parseListAnswer } from './platform/outbound/provider-answer.ts'
import { openStripe } from './platform/payments/stripe.ts'
import { openClock } from './testing/clock.ts'
import { type BombServer, bombs, openBombServer } from './testing/doubles/bombs.ts'
import { openDevicePush, type TestDevicePush } from './testing/doubles/device-push.ts'

let server: BombServer
let push: TestDevicePush
const clock = openClock()
beforeAll(async () => {
  server = await openBombServer()
  push = await openDevicePush(clock.now)
})
beforeEach(() => {
  server.type = 'application/json'
})
afterAll(() => Promise.all([server.close(), push.close()]))

/** Matches the source of a file that receives bytes from outside or parses them. */
const arrives =
  /atMostBytes|outbound\.fetch\(|addContentTypeParser|SaxesParser\(|unzipSync\(|parseInProcess\(|maxPayload|fileTypeFrom|answerOf\(socket|AbortSignal\.timeout\(limits/

test('every file in which bytes from outside arrive or are parsed is in the list, with its limits and a test', () => {
  const root = import.meta.dirname
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.testing\.ts$|^testing\//.test(file))
    .filter((file) => !/^platform\/(outbound\/outbound|process\/parser-process)/.test(file))
    .filter((file) => arrives.test(readFileSync(join(root, file), 'utf8')))
  expect(Object.keys(parsers).toSorted()).toEqual(files.toSorted())
  for (const [, , , proof] of Object.values(parsers)) {
    const [file = '', title = ''] = proof.split(/: (.*)/)
    expect(existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(title), proof).toBe(true)
  }
})

const outbound = () => openOutbound({ trusted: [server.origin] })
const endpointOf = (kind: Endpoint['kind']): Endpoint => ({
  kind,
  address: server.origin,
  model: 'm',
  key: null,
  timeoutMilliseconds: 5_000,
})

async function ask(kind: Endpoint['kind']) {
  server.type = 'text/event-stream'
  const assistant = openAssistant({ outbound: outbound(), pause: neverPaused })
  const body = requestBody(endpointOf(kind), { system: '', prompt: '' })
  const answer = assistant.ask(endpointOf(kind), body, { signal: new AbortController().signal, isTest: true })
  return answer.next()
}

const account = { sid: `AC${'1'.repeat(32)}`, token: 't' }
const twilio = () =>
  openTwilio(account, { outbound: outbound(), publicOrigin: () => server.origin, apiOrigin: server.origin })

const mediaPath = (sid: string) => `/2010-04-01/Accounts/${sid}/Messages/MM1/Media/ME1`

/**
 * A function that reads a body, its outcome for an endless body, and its possible outcomes for other bodies. A string is the reason of an error.
 */
type Reader = { read: () => Promise<unknown>; endless: unknown; others: unknown[] }
const readers: Record<string, Reader> = {
  'a list of Google events': {
    read() {
      const access = { token: async () => 't', renew: async () => 't' }
      const google = openGoogle(outbound(), access, { apiRoot: `${server.origin}/` })
      return google.list(`${server.origin}/calendar/v3/calendars/a`)
    },
    endless: 'too-large',
    others: ['server'],
  },
  'a token of Google': {
    read() {
      const client = { clientId: 'a', clientSecret: 'b' }
      const google = { client, origins: { tokens: server.origin } } as Parameters<typeof exchangeCode>[0]['google']
      const app = { google, calendarOutbound: outbound(), clock }
      return exchangeCode(app, { code: 'a', verifier: 'b', redirectUri: 'c' })
    },
    endless: 'too-large',
    others: [null, 'too-large'],
  },
  'an imported calendar': {
    async read() {
      const file = await outbound().fetch(server.origin, 5 * 1024 * 1024)
      return readIcsInProcess(file, { from: new Date(0), to: new Date(1), zone: 'UTC' })
    },
    endless: 'too-large',
    others: ['no-calendar'],
  },
  'an answer of the assistant': { read: () => ask('openai'), endless: 'wrong-answer', others: ['wrong-answer'] },
  'an answer of Anthropic': { read: () => ask('anthropic'), endless: 'wrong-answer', others: ['wrong-answer'] },
  'a list of models': {
    read: () => openAssistant({ outbound: outbound(), pause: neverPaused }).models(endpointOf('openai')),
    endless: 'too-large',
    others: ['wrong-answer'],
  },
  'an answer of Stripe': {
    read: () =>
      openStripe({ outbound: outbound(), apiOrigin: server.origin }).refunds('sk_test', { paymentId: 'pi_1' }),
    endless: 'unavailable',
    others: ['unavailable'],
  },
  'an answer of Twilio': {
    read: () => twilio().send({ deliveryId: null, channel: 'sms', from: '+1', to: '+2', body: 'a' }),
    endless: { state: 'uncertain' },
    others: [{ state: 'uncertain' }],
  },
  'a file of Twilio': {
    read: () => twilio().fetchMedia(server.origin + mediaPath(account.sid)),
    endless: { state: 'refused', reason: 'too-large' },
    // A smaller file is not parsed here, but stored and checked.
    others: [{ state: 'fetched', bytes: expect.any(Buffer) as Buffer }],
  },
  'a sign-in provider': {
    read: () => withLimitedFetch(async () => Object.keys((await (await fetch(server.origin)).json()) as object)),
    endless: 'the answer of a provider is too large',
    others: ['the answer of a provider is too large', 'SyntaxError'],
  },
  'a picture of a sign-in provider': {
    read: async () => encodeAvatar(await outbound().fetch(server.origin, 5 * 1024 * 1024)),
    endless: 'too-large',
    others: ['NotAPicture'],
  },
  'an answer of FCM': {
    read() {
      if (!push.config.fcm) throw new Error('no account')
      const origins = { fcm: server.origin, fcmTokens: server.origin, apns: server.origin }
      const send = openFcm(push.config.fcm, { outbound: outbound(), clock, origins })
      return send({ token: 't', title: 'a', payload: 'b', topic: 'c' })
    },
    endless: 'too-large',
    others: ['too-large', 'Error'],
  },
  'a list of a storage service': {
    read() {
      const key = { accessKeyId: 'a', secretAccessKey: 'b' }
      const bucket = { endpoint: server.origin, region: 'r', bucket: 'b', prefix: '' }
      return new S3Store({ ...bucket, ...key }, outbound(), async () => {}).list('')
    },
    endless: 'refused',
    others: ['refused', []],
  },
  'an answer of which only the status counts': {
    read: async () => (await outbound().request(server.origin, { method: 'POST', atMostBytes: 10_000 })).status,
    endless: 'too-large',
    others: ['too-large', 200],
  },
}

/** Resolves to the result of reading, or to the reason of its error. */
const outcomeOf = (reading: Promise<unknown>) =>
  reading.catch((error: unknown) => {
    const { problem, code, failure, reason, name, message } = error as Record<string, string>
    if (message?.startsWith('the answer of')) return message
    return problem ?? code ?? failure ?? reason ?? name
  })

test.each(Object.entries(readers))(
  '%s: what never ends, is compressed, nested or in another charset is refused or stays unparsed @slow',
  async (_, { read, endless, others }) => {
    for (const bomb of bombs) {
      server.bomb = bomb
      const outcome = await outcomeOf(read())
      if (bomb === 'endless') expect(outcome).toEqual(endless)
      else expect(others).toContainEqual(outcome)
    }
  },
)

test('a long list is parsed in a process of its own, and one of too many values is refused @slow', async () => {
  const value = { id: 'ü'.repeat(20) }
  const parse = vi.spyOn(JSON, 'parse')
  const listOf = (count: number) => Buffer.from(JSON.stringify({ next: 'a', items: Array(count).fill(value) }))
  try {
    const whole = await parseListAnswer(listOf(20_000), 'items')
    expect(whole).toMatchObject({ next: 'a' })
    expect(whole?.items).toEqual(Array(20_000).fill(value))
    const lengths = parse.mock.calls.map(([text]) => text.length)
    expect(Math.max(...lengths)).toBeLessThan(128 * 1024)
    expect(await parseListAnswer(listOf(20_001), 'items')).toBe(null)
  } finally {
    parse.mockRestore()
  }
})

test('an answer over HTTP/2 that never ends is refused', async () => {
  const endless = createHttp2Server((_, response) => {
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16 * 1024)));
    }
    response.on('drain', send)
    response.on('error', () => {})
    send()
  })
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
  const request = { method: 'POST', atMostBytes: 20_000, isHttp2: true } as const
  await expect(openOutbound({ trusted: [origin] }).request(origin, request)).rejects.toMatchObject({
    reason: 'too-large',
  })
  endless.close()
})
