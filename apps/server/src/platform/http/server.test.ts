import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestApp, startSharedApp } from '../../testing/app.ts'

afterAll(async () => {
  rmSync(web, { recursive: true, force: true })
})
const web = mkdtempSync(join(tmpdir(), 'attune-web-'))
mkdirSync(join(web, 'assets'))
writeFileSync(
  join(web, 'index.html'),
  `<!doctype html><html><head><meta name="attune-key" content="__ATTUNE_KEY__"><script nonce="__ATTUNE_NONCE__">1</script><style>a{}</style></head><body>${'calm '.repeat(400)}</body></html>`,
)
writeFileSync(join(web, 'assets', 'main-abc.js'), `export const words = '${'calm '.repeat(1000)}'`)
writeFileSync(join(web, '.secret.txt'), 'hidden')
writeFileSync(join(web, 'sw.js'), 'self')
const app = await startSharedApp({
  http: { webFolder: web, limits: { headers: 1_000, request: 1_500 } },
  expectedErrors: ['a request failed'],
})

/** Sends one request with exactly these headers, including Host, because fetch does not allow setting the Host header. */
async function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const sent = httpRequest(`${app.address}${path}`, {
    method,
    headers: { host: new URL(app.address).host, ...headers },
  })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let body = ''
  for await (const chunk of answer) body += String(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

test('account.me returns the role and email of a therapist, a client and an admin @slow', async () => {
  for (const role of ['therapist', 'client', 'admin'] as const) {
    const person = await app.person(role)
    expect(await person.api.account.me({})).toMatchObject({ role, email: person.email })
  }
})

test('every response has the security headers and cache-control: no-store', async () => {
  const client = await app.person('client')
  const answers = await Promise.all([
    raw('/'),
    raw('/health'),
    raw('/api/docs'),
    raw('/nowhere.js'),
    raw('/api/nowhere'),
    client.send('account/me', {}),
    client.send('account/me', '{"broken'),
    app.anonymous().send('account/me', {}, { origin: 'https://evil.example' }),
  ])
  for (const answer of answers) {
    const headers = answer.headers instanceof Headers ? Object.fromEntries(answer.headers) : answer.headers
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy':
        'camera=(self), microphone=(self), display-capture=(self), screen-wake-lock=(self), geolocation=(), payment=(), usb=()',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-request-id': expect.any(String),
    })
    // Style attributes cannot run code; only the API reference allows them.
    expect(String(headers['content-security-policy']).replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(
      /unsafe|\*/,
    )
  }
})

test('each page gets a new nonce on its scripts and styles, and the public key [6.10]', async () => {
  const [first, second] = [await raw('/'), await raw('/dashboard/sessions')]
  const nonceOf = (page: typeof first) =>
    /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1] ?? ''
  expect(nonceOf(first)).not.toBe(nonceOf(second))
  for (const page of [first, second]) {
    expect(page.status).toBe(200)
    expect(page.body).toContain(`<script nonce="${nonceOf(page)}">`)
    expect(page.body).toContain(`<style nonce="${nonceOf(page)}">`)
    expect(page.body).toContain(app.site.key())
    expect(page.body).not.toContain('__ATTUNE')
  }
})

test('only the hashed assets of the build can be requested from the disk, immutable and compressed @slow', async () => {
  const packed = await raw('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const again = await raw('/assets/main-abc.js', { 'if-none-match': String(packed.headers.etag) })
  expect(again.status).toBe(304)
  for (const path of [
    '/assets/nothing.js',
    '/.secret.txt',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%00.js',
    '/index.html/../x.json',
  ]) {
    const answer = await raw(path)
    expect([200, 400, 404], path).toContain(answer.status)
    expect(answer.body, path).not.toMatch(/hidden|"dependencies"/)
  }
})

test('the page is compressed, and an answer about a person is not', async () => {
  const accepting = { 'accept-encoding': 'gzip, deflate, br' }
  const page = await fetch(`${app.address}/`, { headers: accepting })
  expect([page.headers.get('content-encoding'), page.headers.get('vary')]).toEqual(['br', 'accept-encoding'])
  expect(await page.text()).toContain(app.site.key())
  expect((await raw('/')).headers['content-encoding']).toBeUndefined()
  const therapist = await app.person('therapist')
  const me = await therapist.send('account/me', {}, accepting)
  expect(me.headers.get('content-encoding')).toBeNull()
  expect((await me.text()).length).toBeGreaterThan(100)
})

test('the service worker may connect to this server only, and is revalidated each time', async () => {
  const worker = await raw('/sw.js')
  expect(worker.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
})

test('a call from a page needs the right Origin and known keys, one with a bearer token only a known key [6.10]', async () => {
  const client = await app.person('client')
  const refusals: [Record<string, string | null>, number, string][] = [
    [{ origin: 'https://evil.example' }, 403, 'WRONG_ORIGIN'],
    [{ origin: 'null' }, 403, 'WRONG_ORIGIN'],
    [{ origin: null }, 403, 'WRONG_ORIGIN'],
    [{ origin: app.address.replace('localhost', '127.0.0.1') }, 403, 'WRONG_ORIGIN'],
    [{ 'x-attune-key': null }, 401, 'UNKNOWN_KEY'],
    [{ 'x-attune-key': 'pk_wrong' }, 401, 'UNKNOWN_KEY'],
  ]
  for (const [headers, status, code] of refusals) {
    const answer = await client.send('account/me', {}, headers)
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  }
  const [name = '', value = ''] = [...client.cookieJar][0] ?? []
  expect(name).toBe('attune')
  const bearer = { authorization: `Bearer ${value}`, origin: null, cookie: null }
  expect((await client.send('account/me', {}, bearer)).status).toBe(200)
  const both = await client.send('account/me', {}, { authorization: `Bearer ${value}` })
  expect(both.status).toBe(401)
})

test('a call whose Host lacks the port of its Origin is logged with both addresses, once a minute', async () => {
  const client = await app.person('client')
  const begun = app.logged.length
  const lines = () => app.logged.slice(begun).filter((line) => line.includes('its Origin is not the address'))
  app.clock.advance(60_000)
  const origin = 'https://practice.example:8443'
  for (let time = 0; time < 2; time++) await client.send('account/me', {}, { origin })
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain(`Origin: ${origin}, Host: ${new URL(app.address).host}, PUBLIC_URL: none`)
  app.clock.advance(60_000)
  await client.send('account/me', {}, { origin: 'https://user:canary@evil.example/?canary' })
  expect(lines()).toHaveLength(2)
  expect(lines().join('')).not.toContain('canary')
})

test('plain http from another host is refused with a page in the reader’s language', async () => {
  const german = await raw('/', { host: 'practice.example', 'accept-language': 'de-AT,de;q=0.9' })
  expect(german.status).toBe(403)
  expect(german.body).toContain('<html lang="de">')
  expect(german.body).toContain('https')
  const api = await raw('/api/account/me', { host: 'practice.example' }, 'POST')
  expect([api.status, JSON.parse(api.body)]).toMatchObject([403, { code: 'PLAIN_HTTP' }])
  expect((await raw('/', { 'x-forwarded-proto': 'https', host: 'practice.example' })).status).toBe(403)
})

test('behind a trusted proxy, x-forwarded-proto is respected and an unknown host is refused @slow', async () => {
  const behind = await createTestApp({
    config: { trustProxy: ['127.0.0.1', '::1'], publicUrl: 'https://practice.example' },
  })
  try {
    const to = (host: string, proto = 'https') =>
      new Promise<import('node:http').IncomingMessage>((resolve) =>
        httpRequest(
          `http://127.0.0.1:${behind.port}/health/../`,
          { headers: { host, 'x-forwarded-proto': proto } },
          resolve,
        ).end(),
      )
    const good = await to('practice.example')
    expect(good.statusCode).toBe(200)
    expect(good.headers['strict-transport-security']).toContain('max-age=')
    expect((await to('evil.example')).statusCode).toBe(421)
    expect((await to('practice.example', 'http')).statusCode).toBe(403)
    expect(behind.address).toBe('https://practice.example')
  } finally {
    await behind.close()
  }
})

test('a body above the size limit of its route is answered with 413', async () => {
  const client = await app.person('client')
  const big = await client.send('account/saveNames', { firstName: 'x'.repeat(2 * 1024 * 1024), lastName: 'x' })
  expect([big.status, await big.json()]).toMatchObject([413, { code: 'TOO_LARGE' }])
  const login = await client.send('login/signIn', { email: 'a@b.example', password: 'x'.repeat(70 * 1024) })
  expect(login.status).toBe(413)
  expect((await client.send('account/saveNames', { firstName: 'x'.repeat(200 * 1024), lastName: 'x' })).status).toBe(
    400,
  )
})

test('a body or headers that do not arrive in time are answered with 408 @slow', async () => {
  const { port } = new URL(app.address)
  const head = `POST /api/account/me HTTP/1.1\r\nhost: localhost:${port}\r\norigin: ${app.address}\r\nx-attune-key: ${app.site.key()}\r\ncontent-type: application/json\r\n`
  const answerTo = async (begin: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(begin)
    let answer = ''
    socket.on('data', (data) => (answer += String(data)))
    socket.on('error', () => {})
    await once(socket, 'close')
    return answer
  }
  const [slowBody, slowHead] = await Promise.all([answerTo(`${head}content-length: 10\r\n\r\n{"a`), answerTo(head)])
  for (const answer of [slowBody, slowHead]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer.toLowerCase()).toContain("frame-ancestors 'none'")
  }
})

test('invalid JSON, a GET and an unknown procedure are refused in the common shape', async () => {
  const client = await app.person('client')
  const cases: [Promise<Response>, number, string][] = [
    [client.send('account/me', '{"broken'), 400, 'BAD_REQUEST'],
    [client.send('account/me', '{"__proto__":{"x":1}}'), 400, 'BAD_REQUEST'],
    [client.send('account/me', '[]'), 400, 'BAD_REQUEST'],
    [
      client.send('account/me', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_TYPE',
    ],
    [client.send('account/nothing', {}), 404, 'NOT_FOUND'],
    [client.send('account', {}), 404, 'NOT_FOUND'],
    [client.send('account/me/more', {}), 404, 'NOT_FOUND'],
  ]
  for (const [asked, status, code] of cases) {
    const answer = await asked
    expect([answer.status, await answer.json()]).toMatchObject([status, { code, status }])
  }
  const got = await raw('/api/account/me')
  expect([got.status, JSON.parse(got.body)]).toMatchObject([404, { code: 'NOT_FOUND' }])
})

test('the OpenAPI description lists procedures and refusals, and its page loads no third-party resource @slow', async () => {
  const described = JSON.parse((await raw('/api/openapi.json')).body) as {
    openapi: string
    paths: Record<string, { post: { responses: Record<string, unknown> } }>
  }
  expect(described.openapi).toMatch(/^3\.1/)
  const plan = described.paths['/session/create']?.post.responses ?? {}
  expect(Object.keys(plan).sort()).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '429', '503']),
  )
  expect(JSON.stringify(plan['409'])).toContain('SLOT_TAKEN')
  const page = await raw('/api/docs')
  expect(page.body).not.toMatch(/https?:\/\//)
  expect((await raw('/api/docs/reference.js')).status).toBe(200)
})

test('/health and /ready answer, and /ready names the failed check', async () => {
  expect(JSON.parse((await raw('/health')).body)).toEqual({ alive: true })
  const ready = await raw('/ready')
  expect([ready.status, JSON.parse(ready.body)]).toEqual([
    200,
    { ready: true, database: 'ok', migrations: 'ok', jobs: 'ok', storage: 'ok', timeZones: 'ok' },
  ])
  rmSync(app.config.dataDir, { recursive: true })
  const without = await raw('/ready')
  expect([without.status, JSON.parse(without.body)]).toMatchObject([
    503,
    { ready: false, storage: 'failed', database: 'ok' },
  ])
  mkdirSync(app.config.dataDir)
})

test('an unexpected error is a generic 500, logged with request id and code but without user input', async () => {
  const client = await app.person('client')
  const fault = Object.assign(new Error('invalid input syntax: "canary-in-message"'), { code: '22P02' })
  // Makes only the transactions of this client fail, because the server also reads in the background.
  const { asActor } = app.db
  const spy = vi.spyOn(app.db, 'asActor')
  spy.mockImplementation((actor, work) =>
    actor.id === client.accountId ? Promise.reject(fault) : asActor(actor, work),
  )
  const answer = await client.send('account/saveNames', { firstName: 'canary-first', lastName: 'canary-last' })
  spy.mockRestore()
  expect(answer.status).toBe(500)
  const body = await answer.text()
  expect(JSON.parse(body)).toEqual({
    defined: false,
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'Internal server error',
  })
  const log = app.logged.join('')
  expect(log).toContain(answer.headers.get('x-request-id'))
  expect(log).toContain('22P02')
  expect(log).not.toContain('canary')
})
