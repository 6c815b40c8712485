import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'

const allowed = 'https://app.practice.example'
const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')
const client = await app.person('client')
const bearer = `Bearer ${[...client.cookieJar][0]?.[1] ?? ''}`
await admin.api.apiAccess.allowOrigin({ origin: 'HTTPS://App.Practice.example:443' })

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

function send(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${app.address}${path}`, { method, headers }, (answer) => {
      let body = ''
      answer
        .on('data', (part) => (body += part))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    request.on('error', reject)
    request.end(method === 'POST' && !headers['upload-length'] ? '{}' : undefined)
  })
}
const post = (headers: Record<string, string>, path = '/api/account/me') =>
  send('POST', path, { 'content-type': 'application/json', 'x-attune-key': app.site.key(), ...headers })

test('an allowed origin calls the API with a bearer token and the public key [2.07] [6.10]', async () => {
  const preflight = await send('OPTIONS', '/api/account/me', {
    origin: allowed,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-attune-key',
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': allowed,
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('authorization'),
    vary: 'origin',
  })
  const answer = await post({ origin: allowed, authorization: bearer })
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { id: client.accountId }])
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': allowed, vary: 'origin' })
  for (const { headers } of [preflight, answer]) {
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  }
  for (const native of ['capacitor://localhost', 'https://localhost'])
    expect((await post({ origin: native, authorization: bearer })).status, native).toBe(200)
})

test('another origin is refused, however similar [2.07]', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://practice.example',
    'https://other.app.practice.example',
    'http://app.practice.example',
    'https://app.practice.example:8443',
    'https://app.practice.example:443',
    'https://app.practice.example.',
    'https://app.practice.example/',
    'https://app.practice.example.evil.example',
    'HTTPS://APP.PRACTICE.EXAMPLE',
    'http://localhost',
    'ionic://localhost',
    '',
  ]) {
    const answer = await post({ origin, authorization: bearer })
    expect([answer.status, JSON.parse(answer.body)], origin).toMatchObject([403, { code: 'WRONG_ORIGIN' }])
    expect(answer.headers['access-control-allow-origin'], origin).toBeUndefined()
    const preflight = await send('OPTIONS', '/api/account/me', { origin, 'access-control-request-method': 'POST' })
    expect([preflight.status, preflight.headers['access-control-allow-origin']], origin).toEqual([403, undefined])
  }
})

test('from an allowed origin the cookie never signs a person in, and no cookie is set [2.07]', async () => {
  const cookie = client.cookies()
  const cookieOnly = await post({ origin: allowed, cookie })
  expect([cookieOnly.status, JSON.parse(cookieOnly.body)]).toMatchObject([401, { code: 'NO_LOGIN' }])
  const both = await post({ origin: allowed, cookie: (await app.person('client', 2)).cookies(), authorization: bearer })
  expect([both.status, JSON.parse(both.body)]).toMatchObject([200, { id: client.accountId }])
  const wrong = await post({ origin: allowed, cookie, authorization: 'Bearer wrong' })
  expect(wrong.status).toBe(401)
  const image = await send('GET', `/api/avatars/${client.accountId}/1`, { origin: allowed, cookie })
  expect([image.status, JSON.parse(image.body)]).toMatchObject([401, { code: 'UNKNOWN_KEY' }])
  const withKey = { origin: allowed, cookie, 'x-attune-key': app.site.key() }
  expect((await send('GET', `/api/avatars/${client.accountId}/1`, withKey)).status).toBe(401)
  const signOut = await post({ origin: allowed, authorization: bearer, cookie }, '/api/login/session')
  expect(signOut.headers['set-cookie']).toBeUndefined()
})

test('an allowed origin needs the public key, and reaches nothing but the API [2.07]', async () => {
  const noKey = await post({ origin: allowed, authorization: bearer, 'x-attune-key': 'pk_wrong' })
  expect([noKey.status, JSON.parse(noKey.body)]).toMatchObject([401, { code: 'UNKNOWN_KEY' }])
  expect(noKey.headers['access-control-allow-origin']).toBe(allowed)
  const page = await send('GET', '/', { origin: allowed })
  expect(page.headers['access-control-allow-origin']).toBeUndefined()
  expect((await post({ origin: allowed, authorization: bearer }, '/elsewhere')).status).toBe(403)
})

test('an allowed origin uploads with a bearer token, and its cookie is worth nothing there', async () => {
  const id = randomUUID()
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const headers = {
    origin: allowed,
    'x-attune-key': app.site.key(),
    'tus-resumable': '1.0.0',
    'upload-length': '5',
    'upload-metadata': `id ${base64(id)},name ${base64('a.txt')},kind ${base64('pdf')}`,
    cookie: client.cookies(),
  }
  expect((await send('POST', '/api/uploads', headers)).status).toBe(401)
  const created = await send('POST', '/api/uploads', { ...headers, authorization: bearer })
  expect(created.status, created.body).toBe(201)
  const status = await send('HEAD', `/api/uploads/${id}`, { ...headers, authorization: bearer })
  for (const answer of [created, status]) {
    expect(answer.headers['access-control-allow-origin']).toBe(allowed)
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(status.status, created.body).toBe(200)
  expect(status.headers['access-control-expose-headers']?.toLowerCase()).toContain('upload-offset')
})

test('an allowed origin opens no socket with the cookie', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const answer = await send('GET', '/api/realtime', {
    ...upgrade,
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    origin: allowed,
    cookie: client.cookies(),
  })
  expect(answer.status).toBe(403)
})

test('an origin that an admin removes is refused at once [2.07]', async () => {
  const origin = 'https://old.example'
  await admin.api.apiAccess.allowOrigin({ origin })
  expect((await post({ origin, authorization: bearer })).status).toBe(200)
  await admin.api.apiAccess.removeOrigin({ origin })
  expect((await post({ origin, authorization: bearer })).status).toBe(403)
})
