import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PushApiModel, SubscriptionExpiredError } from 'web-push-testing/src/PushApiModel.js'

export type TestSubscription = { endpoint: string; p256dh: string; auth: string }

export type TestPushService = {
  origin: string
  /** `up` verifies the signature and accepts; `slow` never responds; a number is the status of every response. */
  mode: 'up' | 'slow' | number
  /** The header Retry-After of every response. */
  retryAfter: string | null
  /** The requests: their headers and the encrypted length of their bodies. */
  requests: { headers: IncomingMessage['headers']; length: number }[]
  /** Creates the subscription of a browser for the public key of a host. */
  subscribe(hostKey: string): Promise<TestSubscription>
  /** Makes a subscription expire. The service then responds to it with 410. */
  expire(endpoint: string): void
  /** Returns the decrypted payloads that a subscription has received. */
  received(endpoint: string): string[]
  close(): Promise<void>
}

const idIn = (endpoint: string) => endpoint.split('/').at(-1) ?? ''

/** Starts a push service on this machine that verifies requests and decrypts them (RFC 8291, RFC 8292). */
export async function openPushService(): Promise<TestPushService> {
  const model = new PushApiModel()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    service.requests.push({ headers: request.headers, length: body.length })
    if (service.mode === 'slow') return
    const headers = service.retryAfter === null ? {} : { 'retry-after': service.retryAfter }
    response.writeHead(service.mode === 'up' ? await accept(request, body) : service.mode, headers).end()
  })
  const accept = (request: IncomingMessage, body: Buffer) =>
    model
      .handleNotification(
        idIn(request.url ?? ''),
        {
          encoding: request.headers['content-encoding'],
          authorization: request.headers.authorization,
          ttl: String(request.headers['ttl']),
        },
        body,
      )
      .then(
        () => 201,
        (error: unknown) => (error instanceof SubscriptionExpiredError ? 410 : 400),
      )
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  model.notifyUrl = `${origin}/notify/`
  const service: TestPushService = {
    origin,
    mode: 'up',
    retryAfter: null,
    requests: [],
    async subscribe(hostKey) {
      const { endpoint, keys } = await model.subscribe({ userVisibleOnly: 'true', applicationServerKey: hostKey })
      const base64url = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')
      return { endpoint, p256dh: base64url(keys.p256dh), auth: base64url(keys.auth) }
    },
    expire: (endpoint) => model.expireSubscription(idIn(endpoint)),
    received: (endpoint) => model.messages[idIn(endpoint)] ?? [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}
