import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { createCookieJar } from './cookie-jar.testing.ts'
import { newEmail, openLoginTest, startTestProvider, type LoginTestBrowser, type LoginTest } from '../login.testing.ts'
import { openTestProvider } from './provider.testing.ts'

let t: LoginTest
let provider: Awaited<ReturnType<typeof openTestProvider>>
let photo: Buffer
/** The number of requests for each picture. */
const asked = new Map<string, number>()
const pictures = createServer((request, response) => {
  asked.set(request.url ?? '', (asked.get(request.url ?? '') ?? 0) + 1)
  if (request.url === '/silent.png') return
  if (request.url === '/words.png') return void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  response.end(photo)
})
const address = (name: string) => `http://localhost:${(pictures.address() as AddressInfo).port}/${name}`

beforeAll(async () => {
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f6b62' } })
    .png()
    .toBuffer()
  await new Promise<void>((resolve) => pictures.listen(0, 'localhost', resolve))
  provider = await openTestProvider()
  const outbound = openOutbound({ trusted: [new URL(address('')).origin], timeoutMilliseconds: 2_000 })
  t = await openLoginTest({ config: { providers: [provider.configured] }, outbound })
  startTestProvider(provider, t.server.address)
})
afterAll(async () => {
  pictures.closeAllConnections()
  pictures.close()
  await t.close()
  await provider.close()
})

const somebody = (picture: string) => ({
  sub: crypto.randomUUID(),
  email: newEmail(),
  email_verified: true,
  given_name: 'Mara',
  family_name: 'Winter',
  picture,
})

/** Signs in through the test provider as the person that the provider currently returns. Returns the outcome that the redirect to Attune names. */
async function signIn(browser: LoginTestBrowser, procedure = 'signInWith') {
  const { body } = await browser.call(procedure, { provider: 'openid', returnTo: '/' })
  const back = await provider.visit(body.url as string)
  const jar = createCookieJar(browser.cookies)
  const response = await fetch(back, { redirect: 'manual', headers: { cookie: jar.header() } })
  jar.take(response.headers)
  return new URL(response.headers.get('location') ?? '', t.server.address).searchParams.get('signin')
}

const avatarOf = async (browser: LoginTestBrowser) => (await browser.call('account/me')).body.avatarUrl as string | null
const filled = (browser: LoginTestBrowser) =>
  vi.waitFor(async () => expect(await avatarOf(browser)).not.toBeNull(), 60_000)
const logged = (words: string) => vi.waitFor(() => expect(t.lines.join()).toContain(words), 60_000)

test('signing in by a provider shows its picture, re-encoded like an upload [4.15] @slow', async () => {
  provider.is(somebody(address('mara.png')))
  const mine = t.browser()
  expect(await signIn(mine)).toBe('done')
  await filled(mine)
  const shown = await fetch(`${t.server.address}${await avatarOf(mine)}`)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  const { width, height, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect([width, height, format]).toEqual([512, 512, 'webp'])
})

test('an existing picture stays, and the provider’s is not requested [4.15] @slow', async () => {
  const claims = somebody(address('first.png'))
  provider.is(claims)
  const mine = t.browser()
  await signIn(mine)
  await filled(mine)
  const before = await avatarOf(mine)
  provider.is({ ...claims, picture: address('second.png') })
  await signIn(t.browser())
  // Signs in another person and waits for that person's picture. If the second picture had been requested, the request would have arrived before the
  // one for this person's picture.
  provider.is(somebody(address('other.png')))
  const other = t.browser()
  await signIn(other)
  await filled(other)
  expect(await avatarOf(mine)).toBe(before)
  expect(asked.get('/second.png')).toBeUndefined()
})

test('linking a provider to an account without a picture imports it too [4.15]', async () => {
  const { email, mine } = await t.client()
  provider.is({ ...somebody(address('linked.png')), email })
  expect(await signIn(mine, 'linkProvider')).toBe('linked')
  await filled(mine)
})

test('a picture that cannot be fetched, is no picture or is on a private address does not affect signing in @slow', async () => {
  for (const [picture, words] of [
    [address('words.png'), 'NotAPicture'],
    ['https://169.254.169.254/latest/meta-data', 'an address of no public machine'],
    ['http://pictures.example/mara.png', 'not over https'],
    [address('silent.png'), 'ABORT_ERR'],
  ] as const) {
    provider.is(somebody(picture))
    const mine = t.browser()
    t.lines.length = 0
    expect(await signIn(mine)).toBe('done')
    expect((await mine.call('session')).body).toMatchObject({ login: { strength: 1 } })
    await logged(words)
    expect(await avatarOf(mine)).toBeNull()
  }
})
