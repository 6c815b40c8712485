import {
  apiLevel,
  appDeviceNames,
  checkPractice,
  practicePath,
} from '@attune/contract/features/people/native-app/native-app.rules'
import { expect, test } from 'vitest'
import { version } from '../../../platform/process/version.ts'
import { startSharedApp } from '../../../testing/app.ts'
import type { TestBrowser } from '../../../testing/browser.ts'
import {
  challengeOf,
  newVerifier,
  openTestNativeApp,
  sendRaw,
  type TestNativeApp,
  webViewOrigin,
} from '../../../testing/native-app.ts'

const app = await startSharedApp({ worker: false })

const sessionOf = async (native: TestNativeApp) => (await native.call('login/session')).json().login
const logins = async (person: Pick<TestBrowser, 'api'>) => (await person.api.login.logins({})).items

test('an app reads the name, the version, the levels and the public key of a practice without a login [1.11]', async () => {
  const admin = await app.person('admin')
  await admin.api.administration.saveSettings({
    practiceName: 'Lindqvist',
    therapistSignup: 'approval',
    tellExistingAccounts: false,
    publicUrl: null,
  })
  for (const origin of [undefined, webViewOrigin, 'https://localhost']) {
    const answer = await sendRaw(`${app.address}${practicePath}`, { headers: origin ? { origin } : {} })
    expect(answer.json()).toEqual({
      product: 'attune',
      name: 'Lindqvist',
      version,
      apiLevel,
      oldestAppLevel: 1,
      key: app.site.key(),
      setUp: true,
      settings: app.site.settings(),
    })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
    expect(checkPractice(answer.json()).kind).toBe('fine')
  }
  const foreign = await sendRaw(`${app.address}${practicePath}`, { headers: { origin: 'https://evil.example' } })
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
})

test('before it is signed in, an app calls the few procedures of the sign-in and nothing else', async () => {
  const client = await app.person('client')
  const headers = { 'content-type': 'application/json', 'x-attune-key': app.site.key(), cookie: client.cookies() }
  const post = (path: string, more: Record<string, string> = {}) =>
    sendRaw(`${app.address}/api/${path}`, { method: 'POST', headers: { ...headers, ...more }, body: '{}' })
  // The calls have a browser's cookie but no Origin header, so the cookie has no effect.
  expect((await post('login/session')).json()).toEqual({ login: null })
  expect((await post('product/info')).status).toBe(200)
  expect((await post('product/info', { origin: webViewOrigin })).headers['access-control-allow-origin']).toBe(
    webViewOrigin,
  )
  expect((await post('product/info', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post('product/info', { 'x-attune-key': 'pk_wrong' })).json()).toMatchObject({ code: 'UNKNOWN_KEY' })
  for (const path of ['account/me', 'login/signIn', 'login/redeemHandover', 'login/newAppCode', 'nativeApp/liveTicket'])
    expect((await post(path)).json(), path).toMatchObject({ code: 'WRONG_ORIGIN' })
})

test('a signed-in browser gives the app a login of its own, which the list of logins names', async () => {
  const client = await app.person('client', 2)
  for (const platform of ['android', 'ios'] as const) {
    const device = appDeviceNames[platform]
    const native = openTestNativeApp(app, platform)
    const answer = await native.signIn(client)
    expect(answer.json()).toMatchObject({ kind: 'signed-in', login: { userId: client.accountId, strength: 1 } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { loginId } = (await sessionOf(native)) as { loginId: string }
    const own = (await client.api.login.session({})).login
    expect(own?.loginId).not.toBe(loginId)
    expect((await logins(client)).find(({ id }) => id === loginId)).toMatchObject({ device, current: false })
    await native.call('login/signOut')
    expect(native.token()).toBeNull()
    expect((await logins(client)).map(({ id }) => id)).not.toContain(loginId)
  }
})

test('the app has the assurance level of the browser until its login is ended', async () => {
  const therapist = await app.person('therapist')
  const native = openTestNativeApp(app)
  await native.signIn(therapist)
  expect(await sessionOf(native)).toMatchObject({ strength: 2, need: null })
  await therapist.api.login.endOtherLogins({})
  expect(await sessionOf(native)).toBeNull()
  expect((await native.call('nativeApp/liveTicket')).status).toBe(401)
})

test('a code without the verifier, with another, used twice, late or of an ended login signs nobody in', async () => {
  const client = await app.person('client', 3)
  const verifier = newVerifier()
  const newCode = async (browser: Pick<typeof client, 'api'> = client) =>
    (await browser.api.login.newAppCode({ challenge: challengeOf(verifier) })).code
  const redeem = async (code: string, by = verifier) =>
    (await openTestNativeApp(app).call('login/redeemAppCode', { code, verifier: by, platform: 'android' })).json().code
  const guessed = await newCode()
  expect(await redeem(guessed, newVerifier())).toBe('INVALID_CODE')
  // The wrong verifier has used up the code.
  expect(await redeem(guessed)).toBe('INVALID_CODE')
  await expect(app.anonymous().api.login.redeemHandover({ code: await newCode() })).rejects.toMatchObject({
    code: 'INVALID_CODE',
  })
  const { code: handover } = await client.api.login.newHandover({})
  expect(await redeem(handover)).toBe('INVALID_CODE')
  const once = await newCode()
  const codes = await Promise.all([redeem(once), redeem(once), redeem(once)])
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  const late = await newCode()
  app.clock.advance(61_000)
  expect(await redeem(late)).toBe('INVALID_CODE')
  const other = await app.secondBrowser(client, 1)
  const orphan = await newCode(other)
  await other.api.login.signOut({})
  expect(await redeem(orphan)).toBe('INVALID_CODE')
  await expect(client.api.login.newAppCode({ challenge: 'short' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a new login of a caller with a bearer token comes in a header, never in a cookie', async () => {
  const client = await app.person('client', 4)
  const native = openTestNativeApp(app)
  await native.signIn(client)
  const before = native.token()
  const answer = await native.call('login/changePassword', { current: client.password, password: 'Summer-2027' })
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(native.token()).not.toBe(before)
  expect(await sessionOf(native)).toMatchObject({ userId: client.accountId })
})
