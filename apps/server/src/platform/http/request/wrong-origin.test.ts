import { healthReasons } from '@attune/contract/features/practice/administration/administration.health.rules'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { isHttps } from '../../realtime/socket-request.ts'
import { checkAddress, isSameOrigin } from './check.ts'

const publicUrl = 'https://practice.example:8443'
const app = await startSharedApp({
  worker: false,
  config: { publicUrl, trustProxy: ['127.0.0.1', '::1', '10.0.0.2'] },
})
const admin = await app.person('admin')

/** Sends a call of a page as the proxy passes it on, and returns status and code of the answer. */
function callThroughProxy(
  headers: Record<string, string>,
  path = '/api/account/me',
): Promise<{ status: number; body: { code?: string; items?: { reason: keyof typeof healthReasons }[] } }> {
  const page = {
    host: 'practice.example:8443',
    origin: publicUrl,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'x-attune-key': app.site.key(),
    cookie: admin.cookies(),
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `http://127.0.0.1:${app.port}${path}`,
      { method: 'POST', headers: { ...page, ...headers } },
      (answer) => {
        let text = ''
        answer
          .on('data', (part) => (text += part))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }))
      },
    )
    sent.on('error', reject)
    sent.end('{}')
  })
}
const wrong = { status: 403, body: { code: 'WRONG_ORIGIN' } }

/** Checks the health a minute later, and returns the result about the address. */
async function addressHealth() {
  app.clock.advance(60_000)
  const { body } = await callThroughProxy({}, '/api/administration/health')
  return body.items?.find(({ reason }) => healthReasons[reason].item === 'address')
}

const siteAt = (origin: string) => ({ publicOrigin: () => origin }) as Parameters<typeof checkAddress>[0]

test.each([
  ['https://practice.example', 'practice.example', 'fine', true],
  ['https://practice.example', 'practice.example:443', 'fine', true],
  ['https://practice.example', 'practice.example:8443', 'fine', false],
  ['https://practice.example:8443', 'practice.example:8443', 'fine', true],
  ['https://practice.example:8443', 'practice.example', 'fine', false],
  ['https://practice.example', 'www.practice.example', 'unknown-host', false],
  ['https://[2001:db8::1]', '[2001:db8::1]', 'fine', true],
  ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443', 'fine', true],
  ['https://[2001:db8::1]:8443', '[2001:db8::1]', 'fine', false],
  ['https://[2001:db8::1]', '[2001:db8::2]', 'unknown-host', false],
  ['https://[2001:db8::1]', '2001:db8::1', 'unknown-host', false],
] as const)('a page at %s whose Host arrives as %s: %s, same origin %s', (origin, host, verdict, isSame) => {
  expect(checkAddress(siteAt(origin), { https: true, host, remote: '127.0.0.1' })).toBe(verdict)
  expect(isSameOrigin({ headers: { origin, host } }, true)).toBe(isSame)
})

test.each([
  ['one proxy', { 'x-forwarded-proto': 'https' }, 200],
  ['an inner proxy that passes on the header', { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' }, 200],
  ['two proxies that both add to it', { 'x-forwarded-proto': 'https, https' }, 200],
  ['an inner proxy that adds its own plain http', { 'x-forwarded-proto': 'https, http' }, 403],
  ['no header', { 'x-forwarded-proto': '' }, 403],
])('https through two proxies, with %s', async (_, headers, status) => {
  expect((await callThroughProxy(headers)).status).toBe(status)
  const socket = { remoteAddress: '127.0.0.1' }
  const upgrade = { socket, headers: { 'x-forwarded-proto': 'https', ...headers } } as unknown as IncomingMessage
  expect(isHttps(upgrade, app.config)).toBe(status === 200)
})

test('an admin sees the addresses of the latest call that was refused because of its Origin, for a day', async () => {
  expect(await addressHealth()).toBeUndefined()
  expect(await callThroughProxy({ host: 'practice.example' })).toMatchObject(wrong)
  expect(await addressHealth()).toMatchObject({
    reason: 'address-mismatch',
    figures: { origin: publicUrl, host: 'practice.example', publicUrl },
  })
  expect(healthReasons['address-mismatch'].state).toBe('warning')
  app.clock.advance(24 * 60 * 60_000)
  expect(await addressHealth()).toBeUndefined()
})

test('a proxy that passes on its own name of the server is named in the log with PUBLIC_URL, once an hour', async () => {
  const begun = app.logged.length
  const lines = () =>
    app.logged.slice(begun).filter((line) => line.includes('its Host header is not the public address'))
  for (const host of ['attune:3000', 'other:3000'])
    expect(await callThroughProxy({ host })).toMatchObject({ status: 421, body: { code: 'UNKNOWN_HOST' } })
  expect(lines()).toEqual([expect.stringContaining(`Host: attune:3000, PUBLIC_URL: ${publicUrl}`)])
  app.clock.advance(60 * 60_000)
  await callThroughProxy({ host: 'other:3000' })
  expect(lines()).toHaveLength(2)
})

test('a call from a page of another website is refused and not shown to admins', async () => {
  const origin = 'https://evil.example'
  expect(await callThroughProxy({ origin, 'sec-fetch-site': 'cross-site' })).toMatchObject(wrong)
  expect(await addressHealth()).toBeUndefined()
})
