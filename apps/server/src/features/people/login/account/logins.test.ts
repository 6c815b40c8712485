import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceName } from '../../../../platform/auth/login/device-name.ts'
import {
  enrolAppOn,
  newEmail,
  openLoginTest,
  testPassword,
  type LoginTestBrowser,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest()
})
afterAll(() => t.close())

type Item = { id: string; device: string; at: string; lastSeenAt: string; current: boolean; strength: number }
const next = 'Summer-2026'
const listOf = async (browser: LoginTestBrowser) => (await browser.call('logins')).body.items as Item[]

/** Returns an account that is signed in on two browsers. */
async function onTwoBrowsers() {
  const { email, mine } = await t.client()
  const other = t.browser()
  await other.call('signIn', { email, password: testPassword })
  return { email, mine, other }
}

test('changing the password keeps this browser signed in and ends every other login', async () => {
  const { email, mine, other } = await onTwoBrowsers()
  const before = mine.copy()
  const answer = await mine.call('changePassword', { current: testPassword, password: next })
  expect(answer.body).toMatchObject({ kind: 'signed-in', login: { email, strength: 1 } })
  expect((await mine.call('session')).body).toMatchObject({ login: { email } })
  for (const ended of [other, before]) expect((await ended.call('session')).body).toEqual({ login: null })
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(401)
  expect((await t.browser().call('signIn', { email, password: next })).status).toBe(200)
})

test('changing the password needs and keeps the assurance level of the account', async () => {
  const { mine, other } = await onTwoBrowsers()
  await enrolAppOn(mine)
  const weak = await other.call('changePassword', { current: testPassword, password: next })
  expect([weak.status, weak.body]).toMatchObject([401, { code: 'STEP_UP', data: { need: 'code' } }])
  expect((await mine.call('changePassword', { current: testPassword, password: next })).body).toMatchObject({
    login: { strength: 2 },
  })
  expect((await mine.call('session')).body).toMatchObject({ login: { strength: 2 } })
})

test('a wrong current password or a weak new one changes nothing [5.02]', async () => {
  const { email, mine } = await t.client()
  expect((await mine.call('changePassword', { current: 'Wrong-2026', password: next })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
  expect((await mine.call('changePassword', { current: testPassword, password: 'weakweakweak' })).status).toBe(400)
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(200)
})

test('of two browsers that change the password at once one stays signed in, with its password', async () => {
  const { email, mine, other } = await onTwoBrowsers()
  const passwords = [next, 'Autumn-2026'] as const
  const answers = await Promise.all(
    [mine, other].map((browser, i) =>
      browser.call('changePassword', { current: testPassword, password: passwords[i] }),
    ),
  )
  const won = answers.findIndex((answer) => answer.status === 200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(['NO_LOGIN', 'INVALID_CREDENTIALS']).toContain(answers[1 - won]?.body.code)
  expect((await t.browser().call('signIn', { email, password: passwords[won] })).status).toBe(200)
  expect((await t.browser().call('signIn', { email, password: passwords[1 - won] })).status).toBe(401)
})

test('a reset link that was emailed before a password change no longer works', async () => {
  const { email, mine } = await t.client()
  await t.browser().call('requestReset', { email })
  const token = await t.mailedToken('reset', email)
  await mine.call('changePassword', { current: testPassword, password: next })
  expect((await t.browser().call('reset', { token, password: 'Stolen-2026' })).body.code).toBe('INVALID_LINK')
})

test('the list of logins shows device and time, and marks the current one', async () => {
  const { mine, other } = await onTwoBrowsers()
  t.pass(6 * 60_000)
  const items = await listOf(mine)
  expect(items).toHaveLength(2)
  expect(items.filter((item) => item.current)).toHaveLength(1)
  expect(items[0]?.current).toBe(true)
  expect(Date.parse(items[0]?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(items[0]?.at ?? ''))
  expect(JSON.stringify(items)).not.toContain(other.cookies.get('attune')?.slice(0, 20))
})

test('only the owner can end a login', async () => {
  const { mine, other } = await onTwoBrowsers()
  const stranger = (await t.client()).mine
  const id = (await listOf(mine)).find((item) => !item.current)?.id
  expect((await stranger.call('endLogin', { id })).status).toBe(404)
  expect((await other.call('session')).body).toMatchObject({ login: {} })
  expect((await mine.call('endLogin', { id })).status).toBe(200)
  expect((await other.call('session')).body).toEqual({ login: null })
  expect((await mine.call('endLogin', { id })).status).toBe(404)
})

test('ending all other logins keeps this one', async () => {
  const { email, mine, other } = await onTwoBrowsers()
  const third = t.browser()
  await third.call('signIn', { email, password: testPassword })
  await mine.call('endOtherLogins')
  for (const ended of [other, third]) expect((await ended.call('session')).body).toEqual({ login: null })
  expect(await listOf(mine)).toHaveLength(1)
})

test('unlocking requires the password and counts it as a guess', async () => {
  const { email, mine } = await t.client()
  expect((await mine.call('unlock', { password: testPassword })).body).toEqual({ done: true })
  for (let i = 0; i < 10; i++) {
    expect((await mine.call('unlock', { password: 'Wrong-2026' })).body.code).toBe('INVALID_CREDENTIALS')
  }
  expect((await mine.call('unlock', { password: testPassword })).body.code).toBe('INVALID_CREDENTIALS')
  await mine.call('signOut')
  expect((await mine.call('signIn', { email, password: testPassword })).body.code).toBe('INVALID_CREDENTIALS')
  expect((await t.browser().call('signIn', { email: newEmail(), password: testPassword })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
})

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chromium · Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox · Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · macOS'],
  ['curl/8.5.0', ''],
  ['', ''],
])('%s is called %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
