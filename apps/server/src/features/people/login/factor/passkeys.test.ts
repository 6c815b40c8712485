import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAuthenticator, type AuthenticatorFault } from './authenticator.testing.ts'
import {
  enrolAppOn,
  nextCode,
  openLoginTest,
  openLoginPractice,
  testPassword,
  type LoginTestBrowser,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest()
})
afterAll(() => t.close())

type Options = { challenge: string; rp?: { id: string }; rpId?: string } & Record<string, unknown>
type Authenticator = ReturnType<typeof createTestAuthenticator>

const optionsFor = async (browser: LoginTestBrowser, purpose: string, more = {}) =>
  (await browser.call('passkeyOptions', { for: purpose, ...more })).body.options as Options

async function register(
  browser: LoginTestBrowser,
  authenticator = createTestAuthenticator(t.server.address),
  wrong: AuthenticatorFault = {},
) {
  const response = authenticator.register(await optionsFor(browser, 'register'), wrong)
  return { authenticator, answer: await browser.call('registerPasskey', { name: 'Laptop', response }) }
}

async function signInWith(
  browser: LoginTestBrowser,
  authenticator: Authenticator,
  purpose = 'sign-in',
  wrong: AuthenticatorFault = {},
) {
  const response = authenticator.answer(await optionsFor(browser, purpose), wrong)
  return browser.call('signInWithPasskey', { response })
}

/**
 * Returns an account with a passkey as its only second factor. `weak` is a login with assurance level 1 from before
 * the registration of the passkey.
 */
async function owner() {
  const { email, mine } = await t.client()
  const weak = t.browser()
  await weak.call('signIn', { email, password: testPassword })
  return { email, mine, weak, ...(await register(mine)) }
}

test('registering a passkey raises the login to level 2, and signing in with it gives level 2 @slow', async () => {
  const { mine, answer, authenticator } = await owner()
  expect(answer.body).toMatchObject({ login: { strength: 2, hasPasskey: true, hasApp: false, hasSecondFactor: true } })
  expect((await mine.call('session')).body).toMatchObject({ login: { strength: 2 } })
  const fresh = t.browser()
  expect((await signInWith(fresh, authenticator)).body).toMatchObject({ kind: 'signed-in', login: { strength: 2 } })
  expect((await fresh.call('passkeys')).body.items).toMatchObject([
    { id: answer.body.id, name: 'Laptop', lastUsedAt: expect.any(String) },
  ])
})

test('while strangers guess the password, a passkey signs in on a new browser @slow', async () => {
  const { email, authenticator } = await owner()
  for (let i = 0; i < 11; i++) await t.browser().call('signIn', { email, password: 'Wrong-2026' })
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(401)
  expect((await signInWith(t.browser(), authenticator)).body).toMatchObject({ kind: 'signed-in' })
})

test('options require fingerprint, face or PIN and are bound to the host of the site', async () => {
  const { mine } = await t.client()
  const host = new URL(t.server.address).hostname
  expect(await optionsFor(mine, 'register')).toMatchObject({
    rp: { id: host },
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
  })
  const signIn = await optionsFor(t.browser(), 'sign-in')
  expect(signIn).toMatchObject({ rpId: host, userVerification: 'required' })
  expect(signIn).not.toHaveProperty('allowCredentials')
})

test('a passkey that was only touched can neither register nor sign in @slow', async () => {
  const { mine } = await t.client()
  expect((await register(mine, undefined, { unverified: true })).answer.body.code).toBe('INVALID_PASSKEY')
  expect((await mine.call('passkeys')).body.items).toEqual([])
  expect((await mine.call('session')).body).toMatchObject({ login: { strength: 1, hasPasskey: false } })

  const { authenticator } = await owner()
  const fresh = t.browser()
  expect((await signInWith(fresh, authenticator, 'sign-in', { unverified: true })).body.code).toBe('INVALID_PASSKEY')
  expect((await fresh.call('session')).body).toEqual({ login: null })
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
])('a response for %s is refused @slow', async (_, wrong) => {
  const { authenticator } = await owner()
  const fresh = t.browser()
  expect((await signInWith(fresh, authenticator, 'sign-in', wrong)).body.code).toBe('INVALID_PASSKEY')
  expect((await fresh.call('session')).body).toEqual({ login: null })
})

test('a response is valid once, in the browser that requested it, and only for its purpose @slow', async () => {
  const { authenticator, mine } = await owner()
  const fresh = t.browser()
  const response = authenticator.answer(await optionsFor(fresh, 'sign-in'))
  expect((await t.browser().call('signInWithPasskey', { response })).body.code).toBe('CHALLENGE_OVER')
  const copy = fresh.copy()
  const answers = await Promise.all([fresh, copy].map((browser) => browser.call('signInWithPasskey', { response })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401])

  const registering = authenticator.answer(await optionsFor(mine, 'register'))
  expect((await mine.call('signInWithPasskey', { response: registering })).body.code).toBe('CHALLENGE_OVER')
})

test('a different key with the id of a passkey is refused @slow', async () => {
  const { authenticator } = await owner()
  const forger = createTestAuthenticator(t.server.address)
  const fresh = t.browser()
  const response = {
    ...forger.answer(await optionsFor(fresh, 'sign-in')),
    id: authenticator.id,
    rawId: authenticator.id,
  }
  expect((await fresh.call('signInWithPasskey', { response })).body.code).toBe('INVALID_PASSKEY')
  expect((await signInWith(fresh, forger)).body.code).toBe('INVALID_PASSKEY')
})

test('an account with a passkey must prove it after the password, which completes the sign-in @slow', async () => {
  const { email, authenticator } = await owner()
  const other = t.browser()
  expect((await other.call('signIn', { email, password: testPassword })).body).toEqual({
    kind: 'second-factor',
    ways: ['passkey'],
  })
  expect((await other.call('session')).body).toEqual({ login: null })
  const options = await optionsFor(other, 'second-factor')
  expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
  expect((await other.call('secondFactor', { code: '123456', kind: 'totp' })).status).toBe(401)
  await other.call('signIn', { email, password: testPassword })
  expect((await signInWith(other, authenticator, 'second-factor')).body).toMatchObject({ login: { strength: 2 } })
})

test('a passkey raises a level-1 login to level 2 and ends the old login', async () => {
  const { weak, authenticator } = await owner()
  const before = weak.copy()
  expect((await weak.call('session')).body).toMatchObject({ login: { strength: 1 } })
  expect((await signInWith(weak, authenticator, 'second-factor')).body).toMatchObject({ login: { strength: 2 } })
  expect((await before.call('session')).body).toEqual({ login: null })
})

test('a level-1 login can neither add nor delete a passkey, nor anything else, once the account has a factor', async () => {
  const { weak, answer } = await owner()
  for (const [procedure, body] of [
    ['passkeyOptions', { for: 'register' }],
    ['deletePasskey', { id: answer.body.id }],
    ['enrol', { password: testPassword }],
    ['changePassword', { current: testPassword, password: 'Summer-2026' }],
  ] as const) {
    const refused = await weak.call(procedure, body)
    expect([refused.status, refused.body], procedure).toMatchObject([401, { code: 'STEP_UP', data: { need: 'code' } }])
  }
  const response = createTestAuthenticator(t.server.address).register({
    challenge: 'A'.repeat(43),
    rp: { id: 'localhost' },
  })
  expect((await weak.call('registerPasskey', { name: '', response })).body.code).toBe('STEP_UP')
})

test('an account with a passkey and an app can complete a sign-in with either @slow', async () => {
  const { email, mine } = await owner()
  const { app, code, done } = await enrolAppOn(mine)
  expect(done.body).toMatchObject({ login: { strength: 2, hasApp: true, hasPasskey: true } })
  const other = t.browser()
  expect((await other.call('signIn', { email, password: testPassword })).body.ways).toEqual([
    'totp',
    'backup',
    'passkey',
  ])
  expect((await other.call('secondFactor', { code, kind: 'totp' })).status).toBe(401)
  await other.call('signIn', { email, password: testPassword })
  expect((await other.call('secondFactor', { code: nextCode(app), kind: 'totp' })).body).toMatchObject({
    login: { strength: 2 },
  })
})

test('a login older than a day requires the password before adding a passkey', async () => {
  const { mine } = await t.client()
  t.pass(25 * 60 * 60_000)
  expect((await mine.call('passkeyOptions', { for: 'register' })).body.code).toBe('PASSWORD_NEEDED')
  expect((await mine.call('passkeyOptions', { for: 'register', password: 'Wrong-2026' })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
  expect(await optionsFor(mine, 'register', { password: testPassword })).toHaveProperty('challenge')
})

test('only the person’s own passkey unlocks the login @slow', async () => {
  const { mine, authenticator } = await owner()
  const before = (await mine.call('session')).body
  const response = authenticator.answer(await optionsFor(mine, 'unlock'))
  expect((await mine.call('unlock', { response })).body).toEqual({ done: true })
  expect((await mine.call('session')).body).toEqual(before)
  expect(((await mine.call('logins')).body.items as unknown[]).length).toBe(2)

  const stranger = await owner()
  const foreign = stranger.authenticator.answer(await optionsFor(mine, 'unlock'))
  expect((await mine.call('unlock', { response: foreign })).body.code).toBe('INVALID_PASSKEY')
  expect((await stranger.mine.call('logins')).body.items).toHaveLength(2)
})

test('a deleted passkey no longer works, and another person cannot delete it @slow', async () => {
  const { email, mine, authenticator, answer } = await owner()
  const stranger = await owner()
  expect((await stranger.mine.call('deletePasskey', { id: answer.body.id })).status).toBe(404)
  expect((await mine.call('deletePasskey', { id: answer.body.id })).status).toBe(200)
  expect((await signInWith(t.browser(), authenticator)).body.code).toBe('INVALID_PASSKEY')
  // The account has no second factor any more, so the password alone is enough.
  expect((await t.browser().call('signIn', { email, password: testPassword })).body).toMatchObject({
    kind: 'signed-in',
  })
})

test('a therapist’s last factor cannot be deleted, even by two concurrent deletions @slow', async () => {
  const { therapist } = await openLoginPractice(t)
  await t.authRows('delete from auth.two_factor f using auth.login l where l.user_id = f.user_id and l.id = $1', [
    ((await therapist.call('session')).body.login as { loginId: string }).loginId,
  ])
  const ids = []
  for (let i = 0; i < 2; i++) ids.push((await register(therapist)).answer.body.id)
  const answers = await Promise.all(ids.map((id) => therapist.call('deletePasskey', { id })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('LAST_FACTOR')
  expect((await therapist.call('passkeys')).body.items).toHaveLength(1)
})

test('a therapist can remove the passkey or the app but not both @slow', async () => {
  const t2 = await openLoginTest()
  try {
    const { therapist, therapistEmail } = await openLoginPractice(t2)
    const authenticator = createTestAuthenticator(t2.server.address)
    const options = (await therapist.call('passkeyOptions', { for: 'register' })).body.options as Options
    const response = authenticator.register(options, {})
    const { id } = (await therapist.call('registerPasskey', { name: 'Laptop', response })).body
    const answers = await Promise.all([
      therapist.call('removeApp', { password: testPassword }),
      therapist.call('deletePasskey', { id }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await therapist.call('session')).body).toMatchObject({ login: { hasSecondFactor: true } })
    expect(await t2.mailKinds(therapistEmail)).toEqual(
      expect.arrayContaining([
        'app-added',
        'passkey-added',
        answers[0]?.status === 200 ? 'app-removed' : 'passkey-removed',
      ]),
    )
  } finally {
    await t2.close()
  }
})
