import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { hookPathOf } from './features/billing/online-payment/online-payment.address.ts'
import { twilioHook } from './platform/channels/twilio/twilio.ts'
import { startSharedApp } from './testing/app.ts'
import { requestBombs } from './testing/doubles/bombs.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')

const [megabyte, json] = [1024 * 1024, 'application/json']
/** Every route that accepts a body: an accepted content type and the maximum size in bytes. */
const routes: Record<string, [type: string, limit: number, method?: 'PATCH']> = {
  '/api/account/saveNames': [json, megabyte],
  '/api/login/signIn': [json, 64 * 1024],
  [twilioHook.incoming]: ['application/x-www-form-urlencoded', 64 * 1024],
  [hookPathOf(app, therapist.accountId)]: [json, 512 * 1024],
  '/api/storage/avatars': ['image/png', 6 * megabyte],
  '/api/storage/business-logo': ['image/png', 6 * megabyte],
  '/api/storage/bank-file': ['text/xml', 11 * megabyte],
  '/api/uploads': ['application/offset+octet-stream', 0],
  '/api/uploads/00000000-0000-4000-8000-000000000000': ['application/offset+octet-stream', 8 * megabyte, 'PATCH'],
}

type Answer = { status: number; code: string }

/** Opens a request of the therapist’s browser. The caller sends the body. */
function open(path: string, method: string, headers: Record<string, string>) {
  const request = sendRequest(`${app.address}${path}`, {
    method,
    headers: {
      origin: app.address,
      'x-attune-key': app.site.key(),
      cookie: therapist.cookies(),
      'tus-resumable': '1.0.0',
      ...headers,
    },
  })
  // The server closes the connection when it rejects the body.
  request.on('error', () => {})
  const answer = once(request, 'response').then(async ([response]) => {
    const { statusCode: status = 0 } = response as IncomingMessage
    const body = await text(response as IncomingMessage).catch(() => '')
    return { status, code: /"code":"(\w+)"/.exec(body)?.[1] ?? '' } satisfies Answer
  })
  return { request, answer }
}

const isRefused = ({ status }: Answer) => status >= 400 && status < 500

test.each(Object.entries(routes))(
  '%s: what is compressed, nested or in another charset is refused @slow',
  async (path, [type, , method = 'POST']) => {
    for (const [name, { body, headers }] of Object.entries(requestBombs(type))) {
      const { request, answer } = open(path, method, { 'content-length': String(body.length), ...headers })
      request.end(body)
      expect(await answer, name).toSatisfy(isRefused)
    }
    expect((await therapist.api.account.me({})).role).toBe('therapist')
  },
)

test.each(Object.entries(routes))(
  '%s: a body that never ends is refused at its limit',
  async (path, [type, limit, method = 'POST']) => {
    const { request, answer } = open(path, method, { 'content-type': type })
    const part = Buffer.alloc(64 * 1024, '[')
    let sent = 0
    let isAnswered = false
    const send = () => {
      while (!isAnswered && !request.destroyed && request.write(part)) sent += part.length
    }
    request.on('drain', send)
    send()
    // If the server closes the connection during the upload, the response can be lost.
    const refusal = await answer.catch(() => null)
    isAnswered = true
    request.destroy()
    if (refusal) expect(refusal).toSatisfy(isRefused)
    // Some megabytes are already on their way when the server refuses.
    expect(sent).toBeLessThan(limit + 16 * megabyte)
  },
)
