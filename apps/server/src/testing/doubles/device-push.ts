import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createHttp2Server, type Http2ServerRequest, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { NativePushConfig } from '../../platform/config/native-push.ts'
import type { NativePushOrigins } from '../../platform/native-push/device-message.ts'

/** A message as a provider has received it. */
export type ReceivedMessage = { token: string; body: Record<string, unknown>; headers: Record<string, unknown> }

/** The behavior of a provider: `up` delivers; `expired` rejects the access token once; a number is the status of every response. */
type Mode = 'up' | 'expired' | number

/** Doubles of Firebase Cloud Messaging (HTTP v1) and of Apple's push service, which verify the signatures of the host. */
export type TestDevicePush = {
  config: NativePushConfig
  origins: NativePushOrigins
  mode: Mode
  retryAfter: string | null
  /** The number of access tokens that Firebase issued, and the provider tokens that Apple's service received. */
  accesses: { fcm: number; apns: Set<string> }
  /** Makes the providers forget a token, as after the app was removed. */
  remove(token: string): void
  received(token: string): ReceivedMessage[]
  close(): Promise<void>
}

const pemOf = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) => ({
  publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
  privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
})
const listen = async (server: ReturnType<typeof createServer> | ReturnType<typeof createHttp2Server>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const bodyOf = async (request: IncomingMessage | Http2ServerRequest) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Returns the header and the claims of a JSON web token; null if its signature is wrong. */
function readToken(token: string, publicKey: string): Record<string, unknown> | null {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const key = { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' as const }
  const isRight = verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  return isRight ? { ...parse(header), ...parse(claims) } : null
}

/** Starts both providers on this machine. `now` is the clock of the test. */
export async function openDevicePush(now: () => Date): Promise<TestDevicePush> {
  const google = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const apple = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const gone = new Set<string>()
  const messages: ReceivedMessage[] = []
  const seconds = () => now().getTime() / 1000
  const isFresh = (issued: unknown) => typeof issued === 'number' && Math.abs(seconds() - issued) < 3600

  const fcm = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const answer = (status: number, value: object) => {
      const headers = double.retryAfter === null ? {} : { 'retry-after': double.retryAfter }
      response.writeHead(status, headers).end(JSON.stringify(value))
    }
    if (request.url === '/token') {
      const claims = readToken(new URLSearchParams(body).get('assertion') ?? '', google.publicKey)
      const isRight = claims?.alg === 'RS256' && claims.iss === 'push@practice.test' && isFresh(claims.iat)
      if (!isRight || claims.aud !== `${double.origins.fcmTokens}/token`) return answer(400, { error: 'invalid_grant' })
      double.accesses.fcm++
      return answer(200, { access_token: `access-${double.accesses.fcm}`, expires_in: 3600 })
    }
    const isKnown = request.headers.authorization === `Bearer access-${double.accesses.fcm}`
    if (request.url !== '/v1/projects/practice-1/messages:send' || !isKnown || double.mode === 'expired') {
      double.mode = 'up'
      return answer(401, { error: { status: 'UNAUTHENTICATED' } })
    }
    if (typeof double.mode === 'number') return answer(double.mode, { error: { status: 'UNAVAILABLE' } })
    const { message } = JSON.parse(body) as { message: { token: string } }
    if (gone.has(message.token))
      return answer(404, { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } })
    messages.push({ token: message.token, body: message, headers: request.headers })
    return answer(200, { name: 'projects/practice-1/messages/1' })
  })

  const sessions = new Set<ServerHttp2Session>()
  const apns = createHttp2Server(async (request, response) => {
    const body = await bodyOf(request)
    const answer = (status: number, reason?: string) => {
      response.writeHead(status, double.retryAfter === null ? {} : { 'retry-after': double.retryAfter })
      response.end(reason === undefined ? '' : JSON.stringify({ reason }))
    }
    const bearer = /^bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const claims = readToken(bearer, apple.publicKey)
    if (claims?.alg !== 'ES256' || claims.kid !== 'KEY1234567' || claims.iss !== 'TEAM123456')
      return answer(403, 'InvalidProviderToken')
    double.accesses.apns.add(bearer)
    if (!isFresh(claims.iat) || double.mode === 'expired') {
      double.mode = 'up'
      return answer(403, 'ExpiredProviderToken')
    }
    if (request.headers['apns-topic'] !== 'org.practice.app') return answer(400, 'TopicDisallowed')
    if (typeof double.mode === 'number') return answer(double.mode, 'TooManyRequests')
    const token = /^\/3\/device\/([^/]+)$/.exec(request.url)?.[1] ?? ''
    if (gone.has(token)) return answer(410, 'Unregistered')
    messages.push({ token, body: JSON.parse(body) as Record<string, unknown>, headers: request.headers })
    return answer(200)
  })
  apns.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })

  const [fcmOrigin, apnsOrigin] = [await listen(fcm), await listen(apns)]
  const double: TestDevicePush = {
    config: {
      fcm: { projectId: 'practice-1', email: 'push@practice.test', privateKey: google.privateKey },
      apns: {
        privateKey: apple.privateKey,
        keyId: 'KEY1234567',
        teamId: 'TEAM123456',
        bundleId: 'org.practice.app',
        isSandbox: false,
      },
    },
    origins: { fcm: fcmOrigin, fcmTokens: fcmOrigin, apns: apnsOrigin },
    mode: 'up',
    retryAfter: null,
    accesses: { fcm: 0, apns: new Set() },
    remove: (token) => void gone.add(token),
    received: (token) => messages.filter((message) => message.token === token),
    async close() {
      for (const session of sessions) session.destroy()
      fcm.closeAllConnections()
      await Promise.all([fcm, apns].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
  return double
}
