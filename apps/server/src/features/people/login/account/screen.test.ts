import { maskedEmail } from '@attune/contract/features/people/login/login.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSocket } from '../../../../testing/socket.ts'
import { openBrowserWithTwo } from '../login.several.testing.ts'
import {
  openLoginPractice,
  openLoginTest,
  testPassword,
  type LoginTest,
  type LoginTestBrowser,
} from '../login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest({ idleMinutes: undefined })
  await openLoginPractice(t)
})
afterAll(() => t.close())

const minutes = (count: number) => count * 60_000
const idle = () => minutes(t.server.site.settings().idleMinutes.client)
const codeOf = async (browser: LoginTestBrowser, procedure = 'account/me') => {
  const { status, body } = await browser.call(procedure)
  return status === 200 ? 200 : [status, body.code]
}
const isLocked = async (browser: LoginTestBrowser) =>
  ((await browser.call('session')).body.login as { locked: boolean } | null)?.locked
const unlock = async (browser: LoginTestBrowser, proof: object = { password: testPassword }) =>
  (await browser.call('unlock', proof)).status
const lockedRefusal = [401, 'SCREEN_LOCKED']
const cookiesOf = ({ cookies }: LoginTestBrowser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Calls the server with the cookies of a browser and this page header, as a page in the browser does. */
const callAs = (browser: LoginTestBrowser, page: string) =>
  fetch(`${t.server.address}/api/account/me`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: t.server.address,
      'x-attune-key': t.server.site.key(),
      'x-attune-page': page,
      cookie: cookiesOf(browser),
    },
    body: '{}',
  })

test('a locked screen refuses every call but the login, unlocking and signing out, and begins again when it is unlocked', async () => {
  const { mine } = await t.client()
  expect(await codeOf(mine)).toBe(200)
  expect((await mine.call('lock')).status).toBe(200)
  for (const procedure of [
    'account/me',
    'dashboard/frame',
    'journal/list',
    'login/logins',
    'login/accounts',
    'login/newUnlockSecret',
  ])
    expect(await codeOf(mine, procedure), procedure).toEqual(lockedRefusal)
  for (const procedure of ['session', 'product/info', 'lock'])
    expect(await codeOf(mine, procedure), procedure).toBe(200)
  expect(await isLocked(mine)).toBe(true)
  expect(await unlock(mine, { password: 'Wrong-2026' })).toBe(401)
  expect(await codeOf(mine)).toEqual(lockedRefusal)
  expect(await unlock(mine)).toBe(200)
  expect([await isLocked(mine), await codeOf(mine)]).toEqual([false, 200])
})

test('the login of a locked screen names nobody, and its owner recognizes the address', async () => {
  const { mine } = await t.client()
  const address = async () => ((await mine.call('session')).body.login as { email: string }).email
  const email = await address()
  expect(email).toMatch(/^[^@…]+@[^@…]+$/)
  await mine.call('lock')
  expect(await address()).toBe(maskedEmail(email))
  await unlock(mine)
  expect(await address()).toBe(email)
})

test('a locked screen can be signed out', async () => {
  const { mine } = await t.client()
  await mine.call('lock')
  expect((await mine.call('signOut')).status).toBe(200)
  expect(await codeOf(mine)).toEqual([401, 'NO_LOGIN'])
})

test('a lock is that of one browser, and no other browser of the account is locked', async () => {
  const { email, mine } = await t.client()
  const other = t.browser()
  await other.call('signIn', { email, password: testPassword })
  await mine.call('lock')
  expect([await codeOf(mine), await codeOf(other)]).toEqual([lockedRefusal, 200])
})

test('a new document is locked after the idle time, although its storage is empty, and a page that was open before is not', async () => {
  const { mine } = await t.client()
  expect(await codeOf(mine)).toBe(200)
  t.server.clock.advance(idle() - 1_000)
  expect(await codeOf(mine.copy()), 'before the idle time').toBe(200)
  t.server.clock.advance(minutes(60))
  const opened = mine.copy()
  expect([await isLocked(opened), await codeOf(opened)]).toEqual([true, lockedRefusal])
  expect(await codeOf(mine), 'a page that was used for an hour without a connection').toBe(200)
  expect(await unlock(opened)).toBe(200)
  expect([await codeOf(opened), await codeOf(mine), await codeOf(mine.copy())]).toEqual([200, 200, 200])
})

test('a page reports when it was last used, so that a new document beside it is not locked', async () => {
  const { mine } = await t.client()
  const key = (await mine.copy().call('account/me')).headers.get('x-attune-page') ?? ''
  const report = (page: string) => callAs(mine, page)
  t.server.clock.advance(idle())
  expect((await report(`${randomUUID()} 0`)).status, 'a guessed key').toBe(401)
  expect(await isLocked(mine.copy())).toBe(true)
  expect((await report(`${key} 30`)).status).toBe(200)
  expect(await isLocked(mine.copy())).toBe(false)
  t.server.clock.advance(idle() - 30_000)
  expect(await isLocked(mine.copy()), 'thirty seconds sooner, because the page was used before it said so').toBe(true)
})

test('a new document is locked when the clock of the server was set back, and a page that was open before is not', async () => {
  const { mine } = await t.client()
  expect(await codeOf(mine)).toBe(200)
  t.server.clock.advance(-minutes(24 * 60))
  const opened = mine.copy()
  expect([await isLocked(opened), await codeOf(mine)]).toEqual([true, 200])
  expect(await unlock(opened)).toBe(200)
  expect(await isLocked(mine.copy())).toBe(false)
  t.server.clock.advance(minutes(24 * 60))
})

test('a page that was used for a day without a connection is not locked, and its use counts', async () => {
  const { mine } = await t.client()
  const page = mine.copy()
  const key = (await page.call('account/me')).headers.get('x-attune-page') ?? ''
  t.server.clock.advance(minutes(24 * 60))
  expect((await callAs(mine, `${key} 10`)).status).toBe(200)
  expect(await isLocked(mine.copy())).toBe(false)
})

test('the key of a page ends with a lock and is not sent to a locked page', async () => {
  const { mine } = await t.client()
  const [key, other] = [(await mine.copy().call('account/me')).headers.get('x-attune-page'), mine.copy()]
  expect(key).toMatch(/^[\da-f-]{36}$/)
  await other.call('lock')
  expect((await other.copy().call('session')).headers.get('x-attune-page')).toBeNull()
  await unlock(other)
  t.server.clock.advance(idle())
  expect(await codeOf(mine), 'a page that has slept since before the lock').toEqual(lockedRefusal)
  expect(await codeOf(other)).toBe(200)
})

test('a wrong password counts as a guess while the screen is locked', async () => {
  const { mine } = await t.client()
  await mine.call('lock')
  for (let guess = 0; guess < 10; guess++) expect(await unlock(mine, { password: 'Wrong-2026' })).toBe(401)
  expect(await unlock(mine), 'the right one, too late').toBe(401)
  t.server.clock.advance(minutes(15))
  expect(await unlock(mine)).toBe(200)
})

test('a device whose login was ended by signing out everywhere unlocks nothing with its secret', async () => {
  const { email, mine } = await t.client()
  const { secret } = (await mine.call('newUnlockSecret')).body
  await mine.call('lock')
  const other = t.browser()
  await other.call('signIn', { email, password: testPassword })
  expect((await other.call('endOtherLogins')).status).toBe(200)
  const answer = await mine.call('unlock', { secret })
  expect([answer.status, answer.body.code]).toEqual([401, 'NO_LOGIN'])
  expect(await codeOf(mine)).toEqual([401, 'NO_LOGIN'])
})

test('a device unlocks with its secret until it is replaced, guessed five times, seven days old, or the password changes', async () => {
  const { mine } = await t.client()
  const secretOf = async () => ({ secret: (await mine.call('newUnlockSecret')).body.secret as string })
  const locked = async (proof: object) => {
    await mine.call('lock')
    const status = await unlock(mine, proof)
    await unlock(mine)
    return status
  }
  const wrong = { secret: 'A'.repeat(43) }
  expect(await locked(wrong), 'before there is one').toBe(401)
  const first = await secretOf()
  expect([await locked(first), await locked(first)]).toEqual([200, 200])
  const second = await secretOf()
  expect([await locked(first), await locked(second)]).toEqual([401, 200])
  await mine.call('lock')
  const guesses = await Promise.all(Array.from({ length: 5 }, () => unlock(mine, wrong)))
  expect(guesses).toEqual([401, 401, 401, 401, 401])
  expect(await unlock(mine, second), 'after five guesses').toBe(401)
  await unlock(mine)
  const third = await secretOf()
  t.server.clock.advance(minutes(7 * 24 * 60))
  expect(await locked(third), 'after seven days').toBe(401)
  const fourth = await secretOf()
  expect((await mine.call('changePassword', { current: testPassword, password: 'Summer-2027' })).status).toBe(200)
  await mine.call('lock')
  expect(await unlock(mine, fourth), 'after a changed password').toBe(401)
})

test('the socket of a locked screen is closed and not opened again', async () => {
  const { mine } = await t.client()
  const open = () => openTestSocket(t.server.address, { cookies: () => cookiesOf(mine) })
  const socket = open()
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'account', table: 'profiles' })
  await socket.frame('subscribed')
  await mine.call('lock')
  await socket.frame('ended')
  expect(await socket.closed).toBe(4401)
  expect(await open().closed).toBe(401)
  await unlock(mine)
  const next = open()
  await next.frame('welcome')
  next.close()
})

test('an upload and a file of a locked screen are refused with SCREEN_LOCKED', async () => {
  const { mine } = await t.client()
  await mine.call('lock')
  const send = async (method: string, path: string, headers = {}) =>
    fetch(`${t.server.address}${path}`, {
      method,
      headers: { origin: t.server.address, 'x-attune-key': t.server.site.key(), cookie: cookiesOf(mine), ...headers },
    })
  const upload = await send('POST', '/api/uploads', { 'tus-resumable': '1.0.0', 'upload-length': '3' })
  expect([upload.status, await upload.json()]).toMatchObject([401, { code: 'SCREEN_LOCKED' }])
  const file = await send('GET', `/api/invoice/${randomUUID()}/pdf`)
  expect([file.status, await file.json()]).toMatchObject([401, { code: 'SCREEN_LOCKED' }])
})

test('a locked account of a browser with several needs its password, and its lock stays its own @slow', async () => {
  const { browser, firstId } = await openBrowserWithTwo(t)
  await browser.call('lock')
  expect(await codeOf(browser)).toEqual(lockedRefusal)
  const switched = await browser.call('switchAccount', { userId: firstId })
  expect([switched.status, await codeOf(browser)], 'to the other account, which is not locked').toEqual([200, 200])
  const { items } = (await browser.call('accounts')).body as { items: { userId: string; locked: boolean }[] }
  const second = items.find((item) => item.userId !== firstId)
  expect(second?.locked).toBe(true)
  expect((await browser.call('switchAccount', { userId: second?.userId })).body.code).toBe('LOCKED')
  const back = await browser.call('switchAccount', { userId: second?.userId, password: testPassword })
  expect([back.status, await codeOf(browser)]).toEqual([200, 200])
})
