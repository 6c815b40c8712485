import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCookieJar } from './cookie-jar.testing.ts'
import {
  enrolAppOn,
  newEmail,
  nextCode,
  openLoginTest,
  startTestProvider,
  testPassword,
  type LoginTestBrowser,
  type LoginTest,
} from '../login.testing.ts'
import { openTestProvider, type ProviderClaims } from './provider.testing.ts'

let t: LoginTest
let provider: Awaited<ReturnType<typeof openTestProvider>>
beforeAll(async () => {
  provider = await openTestProvider()
  t = await openLoginTest({
    config: { providers: [provider.configured] },
    expectedErrors: ['a request failed'],
  })
})
afterAll(async () => {
  await t.close()
  await provider.close()
})

const somebody = (more: Partial<ProviderClaims> = {}): ProviderClaims => ({
  sub: crypto.randomUUID(),
  email: newEmail(),
  email_verified: true,
  name: 'Mara Winter',
  given_name: 'Mara',
  family_name: 'Winter',
  picture: 'https://pictures.example/mara.png',
  ...more,
})

/** Opens the callback address in the browser. Returns the query of the page to which the browser is redirected. */
async function comeBack(browser: LoginTestBrowser, target: URL) {
  const jar = createCookieJar(browser.cookies)
  const response = await fetch(target, { redirect: 'manual', headers: { cookie: jar.header() } })
  jar.take(response.headers)
  const location = response.headers.get('location') ?? ''
  expect([response.status, location.startsWith('/?')]).toEqual([303, true])
  return Object.fromEntries(new URLSearchParams(location.slice(2)))
}

async function signIn(browser: LoginTestBrowser, procedure = 'signInWith', returnTo = '/') {
  const { body } = await browser.call(procedure, { provider: 'openid', returnTo })
  return comeBack(browser, await provider.visit(body.url as string))
}

test('an unreachable provider is reported, and works again without a restart', async () => {
  const refused = await t.browser().call('signInWith', { provider: 'openid', returnTo: '/' })
  expect([refused.status, refused.body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  startTestProvider(provider, t.server.address)
  expect((await t.browser().call('signInWith', { provider: 'openid', returnTo: '/' })).status).toBe(200)
})

test('a confirmed provider identity gets an account with names at level 1 and nothing else', async () => {
  const claims = somebody()
  provider.is(claims)
  const mine = t.browser()
  expect(await signIn(mine)).toEqual({ signin: 'done' })
  expect((await mine.call('session')).body).toMatchObject({
    login: { email: claims.email, strength: 1, role: 'client' },
  })
  expect((await mine.call('account/me')).body).toMatchObject({ firstName: 'Mara', lastName: 'Winter' })
  const rows = await t.authRows(
    `select a.provider_id, a.account_id, a.access_token, a.refresh_token, a.id_token, u.image, u.email_verified
     from auth.account a join auth."user" u on u.id = a.user_id where u.email = $1`,
    [claims.email],
  )
  expect(rows).toEqual([
    {
      provider_id: 'openid',
      account_id: claims.sub,
      access_token: null,
      refresh_token: null,
      id_token: null,
      image: null,
      email_verified: true,
    },
  ])
  const again = t.browser()
  expect(await signIn(again, 'signInWith', '/dashboard/client?x=1')).toEqual({
    signin: 'done',
    returnTo: '/dashboard/client?x=1',
  })
  expect(((await again.call('session')).body.login as { email: string }).email).toBe(claims.email)
})

test('the first and last names come from the full name or else from the email address [5.09]', async () => {
  const nameless = { name: undefined, given_name: undefined, family_name: undefined }
  const named = t.browser()
  provider.is(somebody({ ...nameless, name: 'Mara Luise Winter' }))
  await signIn(named)
  expect((await named.call('account/me')).body).toMatchObject({
    firstName: 'Mara',
    lastName: 'Luise Winter',
    displayName: 'Mara Luise Winter',
  })
  const silent = t.browser()
  const claims = somebody(nameless)
  provider.is(claims)
  await signIn(silent)
  expect((await silent.call('account/me')).body.displayName).toBe(claims.email.split('@')[0])
})

test('the names that a provider sends are stored on one line', async () => {
  const mine = t.browser()
  provider.is(somebody({ given_name: 'Mara\tLuise', family_name: 'Winter\r\n' }))
  await signIn(mine)
  expect((await mine.call('account/me')).body).toMatchObject({ firstName: 'Mara Luise', lastName: 'Winter' })
})

test('an unconfirmed address is refused and creates no account', async () => {
  const claims = somebody({ email_verified: false })
  provider.is(claims)
  const mine = t.browser()
  expect(await signIn(mine)).toEqual({ signin: 'failed', provider: 'openid', reason: 'unproved-address' })
  expect((await mine.call('session')).body).toEqual({ login: null })
  expect(await t.server.auth.users.byEmail(claims.email)).toBeNull()
})

test('a string instead of true does not confirm an address', async () => {
  provider.is(somebody({ email_verified: 'true' as never }))
  expect(await signIn(t.browser())).toMatchObject({ reason: 'unproved-address' })
})

test('a provider is linked only by a signed-in person', async () => {
  const { email, mine } = await t.client()
  const claims = somebody({ email })
  provider.is(claims)
  const stranger = t.browser()
  expect(await signIn(stranger)).toEqual({ signin: 'failed', provider: 'openid', reason: 'account-exists-link-first' })
  expect((await stranger.call('session')).body).toEqual({ login: null })

  expect(await signIn(mine, 'linkProvider')).toEqual({ signin: 'linked' })
  expect((await mine.call('providers')).body.items).toEqual([{ id: 'openid', name: 'Practice ID', linked: true }])
  expect(await signIn(stranger)).toEqual({ signin: 'done' })
  expect((await stranger.call('session')).body).toMatchObject({ login: { email } })

  expect((await mine.call('unlinkProvider', { provider: 'openid' })).status).toBe(200)
  expect((await mine.call('providers')).body.items).toMatchObject([{ linked: false }])
  expect(await signIn(t.browser())).toMatchObject({ reason: 'account-exists-link-first' })
})

test.each([
  ['signed out', (mine: LoginTestBrowser) => mine.call('signOut')],
  [
    'changed the password',
    (mine: LoginTestBrowser) => mine.call('changePassword', { current: testPassword, password: `${testPassword}2` }),
  ],
] as const)('a login that has %s cannot finish linking a provider that it asked for', async (_, end) => {
  const { email, mine } = await t.client()
  provider.is(somebody({ email }))
  const { body } = await mine.call('linkProvider', { provider: 'openid', returnTo: '/' })
  const target = await provider.visit(body.url as string)
  expect((await end(mine)).status).toBe(200)
  expect(await comeBack(mine, target)).toEqual({ signin: 'failed', provider: 'openid', reason: 'failed' })
  expect(await signIn(t.browser())).toMatchObject({ reason: 'account-exists-link-first' })
})

test('a provider identity that is linked to one account cannot be linked to another', async () => {
  const claims = somebody()
  provider.is(claims)
  const owner = t.browser()
  await signIn(owner)
  const { mine } = await t.client()
  expect(await signIn(mine, 'linkProvider')).toEqual({
    signin: 'failed',
    provider: 'openid',
    reason: 'linked-elsewhere',
  })
  expect((await owner.call('unlinkProvider', { provider: 'openid' })).body.code).toBe('ONLY_WAY_IN')
})

test('an unconfirmed address cannot be linked either', async () => {
  const { email, mine } = await t.client()
  provider.is(somebody({ email, email_verified: false }))
  expect(await signIn(mine, 'linkProvider')).toEqual({
    signin: 'failed',
    provider: 'openid',
    reason: 'unproved-address',
  })
})

test('denying at the provider is reported', async () => {
  provider.deny()
  expect(await signIn(t.browser())).toEqual({ signin: 'failed', provider: 'openid', reason: 'denied' })
})

test('an account with a second factor must prove it after the provider too', async () => {
  const { mine } = await t.client()
  const claims = somebody()
  provider.is(claims)
  await signIn(mine, 'linkProvider')
  const { app } = await enrolAppOn(mine)
  const other = t.browser()
  expect(await signIn(other)).toEqual({ signin: 'second-factor', ways: 'totp,backup' })
  expect((await other.call('session')).body).toEqual({ login: null })
  expect((await other.call('secondFactor', { code: '000000', kind: 'totp' })).body.code).toBe('INVALID_CODE')
  expect((await other.call('secondFactor', { code: nextCode(app), kind: 'totp' })).body).toMatchObject({
    login: { strength: 2 },
  })
})

test('a level-1 login can neither link nor unlink once the account has a factor', async () => {
  const { email, mine } = await t.client()
  const weak = t.browser()
  await weak.call('signIn', { email, password: testPassword })
  await enrolAppOn(mine)
  for (const procedure of ['linkProvider', 'unlinkProvider']) {
    expect((await weak.call(procedure, { provider: 'openid' })).body.code, procedure).toBe('STEP_UP')
  }
})

test('a provider’s response is valid once, in the browser that requested it', async () => {
  provider.is(somebody())
  const mine = t.browser()
  const asked = (await mine.call('signInWith', { provider: 'openid', returnTo: '/' })).body.url as string
  const url = new URL(asked)
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(url.searchParams.get('nonce')).toMatch(/.{16,}/)
  expect(url.searchParams.get('redirect_uri')).toBe(`${t.server.address}/api/auth/callback/openid`)
  const target = await provider.visit(asked)
  expect(await comeBack(t.browser(), target)).toMatchObject({ signin: 'failed' })
  const thief = mine.copy()
  expect(await comeBack(thief, target)).toEqual({ signin: 'done' })
  expect(await comeBack(mine, target)).toMatchObject({ signin: 'failed' })
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'a return address outside the site is refused: %s',
  async (returnTo) => {
    expect((await t.browser().call('signInWith', { provider: 'openid', returnTo })).status).toBe(400)
  },
)

test('an unknown provider is not found, and the callback accepts only GET', async () => {
  expect((await t.browser().call('signInWith', { provider: 'nobody', returnTo: '/' })).status).toBe(404)
  const at = (id: string, method: string) =>
    fetch(`${t.server.address}/api/auth/callback/${id}`, {
      method,
      redirect: 'manual',
      headers: { origin: t.server.address, 'x-attune-key': t.server.site.key() },
    })
  expect((await at('nobody', 'GET')).status).toBe(404)
  expect((await at('openid', 'GET')).headers.get('location')).toBe('/?signin=failed&provider=openid&reason=failed')
  expect((await at('openid', 'POST')).status).toBe(404)
})

test('an account without a password gets NO_PASSWORD where one is required, and can set a password by email', async () => {
  const claims = somebody()
  provider.is(claims)
  const mine = t.browser()
  await signIn(mine)
  expect((await mine.call('session')).body).toMatchObject({ login: { hasPassword: false } })
  for (const [procedure, body] of [
    ['enrol', { password: testPassword }],
    ['newRecoveryCodes', { password: testPassword }],
    ['removeApp', { password: testPassword }],
    ['unlock', { password: testPassword }],
    ['changePassword', { current: testPassword, password: testPassword }],
    ['changeEmail', { email: newEmail(), password: testPassword }],
    ['deleteAccount', { password: testPassword }],
  ] as const) {
    expect((await mine.call(procedure, body)).body.code, procedure).toBe('NO_PASSWORD')
  }
  await mine.call('requestReset', { email: claims.email })
  await mine.call('reset', { token: await t.mailedToken('reset', claims.email), password: testPassword })
  const { body } = await mine.call('signIn', { email: claims.email, password: testPassword })
  expect(body).toMatchObject({ kind: 'signed-in', login: { hasPassword: true } })
  expect((await enrolAppOn(mine)).done.status).toBe(200)
})
