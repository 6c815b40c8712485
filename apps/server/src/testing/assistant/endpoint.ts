import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import type { EndpointKind } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { answerEvents } from './endpoint.events.ts'
import { obey } from './endpoint.obey.ts'
import { certificates } from '../doubles/certificates.ts'

/**
 * The way in which the double answers. `html`: 200 with a page. `json`: an answer that is not streamed. `huge`: 10 MB. `endless`: words without an
 * end. `silent`: nothing. `no-end`: all words without the event that ends them. `limit`: the model stops at its limit of tokens. `error`: an error in
 * the middle. `tool-call`: a call of a tool. `redirect`: 302. A status, or a status with words: a refusal.
 */
export type EndpointMode =
  | 'ok'
  | 'html'
  | 'json'
  | 'huge'
  | 'endless'
  | 'silent'
  | 'no-end'
  | 'limit'
  | 'error'
  | 'tool-call'
  | 'redirect'
  | number
  | { status: number; words: string }

/**
 * A request to the double. `body` contains its exact bytes. `closedAt` is the time at which the connection was closed before the answer was complete;
 * otherwise null. Times are in milliseconds.
 */
export type EndpointRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  receivedAt: number
  closedAt: number | null
}

/** The texts of a request, in the same form for both interfaces. */
export type AskedText = { model: string; system: string; prompt: string }

export type AssistantEndpointDouble = {
  origin: string
  /** The host with its port, in the format of ASSISTANT_LOCAL_HOSTS. */
  host: string
  /** The address of each interface, in the form that an admin enters. */
  address: Record<EndpointKind, string>
  /** The key that the double requires; null accepts every request. */
  key: string | null
  models: string[]
  /** The model that the answer reports; null reports the requested one. */
  answersAs: string | null
  mode: EndpointMode
  /** Returns the words of an answer. By default the double obeys every instruction that it finds outside the system text. */
  answer: (asked: AskedText) => string
  /** Ends the connection after this number of bytes of the answer. */
  cutAfterBytes: number | null
  /** The number of bytes per chunk of the answer; null sends it in one piece. */
  partBytes: number | null
  /** Whether answers pause after the headers until `release` is called. */
  holds: boolean
  /** Sends this number of words of each paused answer, by default all. */
  release(words?: number): void
  requests: EndpointRequest[]
  /** The number of connections that were opened. */
  readonly connections: number
  /** Resolves when at least `count` requests have arrived. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a double of an endpoint with both interfaces. With `isSecure`, it uses an untrusted certificate. */
export async function openAssistantEndpoint({ isSecure = false } = {}): Promise<AssistantEndpointDouble> {
  const waiting = new Set<{ words: number; wake: () => void }>()
  const arrivals = new Set<() => void>()
  let connections = 0
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    void buffer(request).then(
      (body) => answer(request, response, body),
      () => {},
    )
  }
  const server = isSecure ? createSecureServer(certificates[0], handle) : createServer(handle)
  server.on('connection', () => connections++)

  async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const [path, { method = '', headers }] = [request.url ?? '', request]
    const seen: EndpointRequest = { method, path, headers, body, receivedAt: Date.now(), closedAt: null }
    response.on('close', () => {
      if (!response.writableEnded) seen.closedAt = Date.now()
    })
    double.requests.push(seen)
    for (const arrived of arrivals) arrived()
    const kind: EndpointKind = path.startsWith('/anthropic/') ? 'anthropic' : 'openai'
    if (typeof double.mode === 'number') return refuse(response, double.mode)
    if (typeof double.mode === 'object') return refuse(response, double.mode.status, double.mode.words)
    if (double.key !== null && keyOf(kind, headers) !== double.key) return refuse(response, 401)
    if (double.mode === 'redirect') return void response.writeHead(302, { location: `${double.origin}/else` }).end()
    if (double.mode === 'silent') return
    if (double.mode === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome</p>')
    if (method === 'GET') return sendJson(response, { data: double.models.map((id) => ({ id, object: 'model' })) })
    const asked = askedText(body)
    if (!double.models.includes(asked.model)) return refuse(response, 404)
    if (double.mode === 'json')
      return sendJson(response, { model: asked.model, choices: [{ message: { content: 'Hello' } }] })
    await sendAnswer(kind, asked, response)
  }

  async function sendAnswer(kind: EndpointKind, asked: AskedText, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.flushHeaders()
    const events = answerEvents(kind, double.answersAs ?? asked.model, double.answer(asked), double.mode)
    const turn = { words: double.holds ? 0 : Infinity, wake: () => {} }
    let sent = 0
    for (const { data, isWord } of events) {
      while (isWord && turn.words <= 0 && !response.destroyed) await nextRelease(turn, response)
      if (isWord) turn.words--
      if (response.destroyed) return
      const bytes = Buffer.from(data)
      const left = double.cutAfterBytes === null ? bytes.length : double.cutAfterBytes - sent
      await write(response, bytes.subarray(0, left))
      sent += bytes.length
      if (left < bytes.length) return void response.destroy()
      if (double.mode === 'endless') await delay(5)
    }
    response.end()
  }

  async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
    const size = double.partBytes ?? bytes.length
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      const isFree = response.write(bytes.subarray(at, at + size))
      if (double.partBytes !== null) await new Promise(setImmediate)
      if (!isFree) await firstOf(response, 'drain', 'close')
    }
  }

  async function nextRelease(turn: { words: number; wake: () => void }, response: ServerResponse): Promise<void> {
    const released = new EventEmitter()
    turn.wake = () => void released.emit('released')
    response.once('close', turn.wake)
    waiting.add(turn)
    await once(released, 'released')
    waiting.delete(turn)
    response.off('close', turn.wake)
  }

  const double: AssistantEndpointDouble = {
    origin: '',
    host: '',
    address: { openai: '', anthropic: '' },
    key: null,
    models: ['test-model', 'other-test-model'],
    answersAs: null,
    mode: 'ok',
    answer: ({ prompt }) => obey(prompt),
    cutAfterBytes: null,
    partBytes: null,
    holds: false,
    release(words = Infinity) {
      for (const turn of waiting) {
        turn.words = words
        turn.wake()
      }
    },
    requests: [],
    get connections() {
      return connections
    },
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (double.requests.length < count) return
          arrivals.delete(look)
          resolve()
        }
        arrivals.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  double.host = `${isSecure ? 'localhost' : '127.0.0.1'}:${port}`
  double.origin = `${isSecure ? 'https' : 'http'}://${double.host}`
  double.address = { openai: `${double.origin}/v1`, anthropic: `${double.origin}/anthropic` }
  return double
}

/** Returns the model and the texts in a request to an endpoint. */
export function askedText(body: Buffer | string): AskedText {
  type Message = { role: string; content: string }
  const { model, system, messages } = JSON.parse(body.toString()) as {
    model: string
    system?: string
    messages: Message[]
  }
  const of = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
  return { model, system: system ?? of('system'), prompt: of('user') }
}

const keyOf = (kind: EndpointKind, headers: IncomingHttpHeaders) =>
  kind === 'anthropic' ? headers['x-api-key'] : headers.authorization?.replace(/^Bearer /, '')

/** Waits for the first of several events, then removes all listeners. */
function firstOf(emitter: EventEmitter, ...events: string[]): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const event of events) emitter.off(event, stop)
      resolve()
    }
    for (const event of events) emitter.on(event, stop)
  })
}

const sendJson = (response: ServerResponse, content: object) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))

const refuse = (response: ServerResponse, status: number, message = 'Refused') =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '30' }) })
    .end(JSON.stringify({ error: { type: 'refused', message } }))
