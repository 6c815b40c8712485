import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBrowserAccounts } from '@attune/contract/common/constants'
import { accountsOf, addFurtherAccount, openBrowserWithTwo } from '../login.several.testing.ts'
import {
  openLoginPractice,
  openLoginTest,
  testPassword,
  type LoginTest,
  type LoginTestBrowser,
} from '../login.testing.ts'

let t: LoginTest
let practice: Awaited<ReturnType<typeof openLoginPractice>>
beforeAll(async () => {
  t = await openLoginTest()
  practice = await openLoginPractice(t)
})
afterAll(() => t.close())

const minutes = (count: number) => count * 60_000
const activeOf = async (browser: LoginTestBrowser) =>
  ((await browser.call('session')).body.login as { email: string; userId: string } | null) ?? null
const add = (browser: LoginTestBrowser) => addFurtherAccount(t, browser)
const onOneBrowser = () => openBrowserWithTwo(t)

const setSeveral = async (severalAccounts: boolean) => {
  expect((await practice.admin.call('administration/saveSettings', { severalAccounts })).status).toBe(200)
  await expect.poll(() => t.server.site.settings().severalAccounts).toBe(severalAccounts)
}

test('a browser holds two accounts, each with its own login and key, and switches without a password @slow', async () => {
  const { browser, first, second, firstId, secondId } = await onOneBrowser()
  expect(await accountsOf(browser)).toMatchObject([
    { email: second, active: true, locked: false, role: 'client', counts: { messages: 0, tasks: 0 } },
    { email: first, active: false, locked: false },
  ])
  const secondKey = (await browser.call('account/draftKey')).body.key
  const switched = await browser.call('switchAccount', { userId: firstId })
  expect([switched.status, switched.body]).toMatchObject([200, { login: { email: first } }])
  expect((await browser.call('account/me')).body).toMatchObject({ email: first })
  expect((await browser.call('account/draftKey')).body.key).not.toBe(secondKey)
  await browser.call('switchAccount', { userId: secondId })
  expect((await browser.call('account/draftKey')).body.key).toBe(secondKey)
  const rows = await t.appRows(`select action from app.audit where actor_id = $1 order by at`, [firstId])
  expect(rows.map((row) => row.action)).toContain('account-switched')
})

test('a call of a page of another account is refused and changes nothing @slow', async () => {
  const { browser, firstId, secondId } = await onOneBrowser()
  const send = (procedure: string, body: object, account: string) =>
    fetch(`${t.server.address}/api/${procedure}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: t.server.address,
        'x-attune-key': t.server.site.key(),
        'x-attune-account': account,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    })
  const refused = await send('account/saveSettings', { language: 'fr' }, firstId)
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'OTHER_ACCOUNT', defined: true }])
  expect((await send('login/signOut', {}, firstId)).status).toBe(409)
  const picture = await send('storage/avatars', {}, firstId)
  expect([picture.status, await picture.json()]).toMatchObject([409, { code: 'OTHER_ACCOUNT' }])
  expect((await browser.call('account/me')).body).toMatchObject({ language: 'en' })
  expect((await send('login/session', {}, firstId)).status).toBe(200)
  expect((await send('account/saveSettings', { language: 'fr' }, secondId)).status).toBe(200)
})

test('an account asks for its password after its idle time, and a wrong one changes nothing @slow', async () => {
  const { browser, second, firstId, secondId } = await onOneBrowser()
  t.pass(minutes(20))
  await browser.call('account/me')
  t.pass(minutes(15))
  expect(await accountsOf(browser)).toMatchObject([{ active: true, locked: false }, { locked: true }])
  expect((await browser.call('switchAccount', { userId: firstId })).body.code).toBe('LOCKED')
  const wrong = await browser.call('switchAccount', { userId: firstId, password: 'Wrong-2026' })
  expect(wrong.body.code).toBe('INVALID_CREDENTIALS')
  expect(await activeOf(browser)).toMatchObject({ email: second })
  expect((await browser.call('switchAccount', { userId: firstId, password: testPassword })).status).toBe(200)
  // The idle time of an account begins when another account becomes active.
  t.pass(minutes(29))
  expect((await browser.call('switchAccount', { userId: secondId })).status).toBe(200)
})

test('listing the accounts does not count as a use of them @slow', async () => {
  const { browser, firstId } = await onOneBrowser()
  for (let passed = 0; passed < 36; passed += 6) {
    t.pass(minutes(6))
    await accountsOf(browser)
  }
  expect((await browser.call('switchAccount', { userId: firstId })).body.code).toBe('LOCKED')
})

test('an account of another browser, an unknown one and a cookie under another name are refused alike @slow', async () => {
  const { browser, firstId, secondId } = await onOneBrowser()
  const other = await onOneBrowser()
  const refusals = [
    await browser.call('switchAccount', { userId: other.firstId }),
    await browser.call('switchAccount', { userId: crypto.randomUUID() }),
  ]
  const stolen = browser.copy()
  const name = (id: string) => `attune.a.${id.replaceAll('-', '')}`
  stolen.cookies.set(name(other.firstId), browser.cookies.get(name(firstId)) ?? '')
  stolen.cookies.delete(name(firstId))
  refusals.push(await stolen.call('switchAccount', { userId: other.firstId }))
  for (const { status, body } of refusals) expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  expect(await activeOf(stolen)).toMatchObject({ userId: secondId })
})

test('a browser holds at most 5 accounts @slow', async () => {
  const { mine: browser } = await t.client()
  for (let count = 1; count < maxBrowserAccounts; count += 1) await add(browser)
  expect(await accountsOf(browser)).toHaveLength(maxBrowserAccounts)
  const refused = await browser.call('addAccount')
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'LIMIT_REACHED', data: { limit: 5 } }])
})

test('signing out switches to the account that was active last, or to none after its idle time @slow', async () => {
  const { browser, first, second, secondId } = await onOneBrowser()
  await browser.call('signOut')
  expect(await accountsOf(browser)).toMatchObject([{ email: first, active: true }])
  expect((await browser.call('switchAccount', { userId: secondId })).status).toBe(404)
  await browser.call('addAccount')
  await browser.call('signIn', { email: second, password: testPassword })
  t.pass(minutes(31))
  await browser.call('account/me')
  await browser.call('signOut')
  expect(await activeOf(browser)).toBeNull()
  // A sign-in with an account that the browser already holds keeps the other account.
  expect(await accountsOf(browser)).toMatchObject([{ email: first, active: false, locked: true }])
})

test('signing out of all accounts ends every login of the browser', async () => {
  const { browser, firstId, secondId } = await onOneBrowser()
  const before = browser.copy()
  await browser.call('signOutAll')
  expect([...browser.cookies.keys()]).toEqual(['attune.device'])
  expect(await activeOf(before)).toBeNull()
  const left = await t.authRows('select browser from auth.login where user_id = any($1)', [[firstId, secondId]])
  // The browser in which the second account was registered stays signed in.
  expect(left).toEqual([{ browser: null }])
})

test('a sign-in without adding an account ends the other accounts of the browser @slow', async () => {
  const { browser, firstId } = await onOneBrowser()
  const { email } = await t.client()
  await browser.call('signIn', { email, password: testPassword })
  expect(await accountsOf(browser)).toMatchObject([{ email, active: true }])
  expect(await t.authRows('select id from auth.login where user_id = $1', [firstId])).toEqual([])
})

test('signing in again with a held account replaces its login and keeps the other one @slow', async () => {
  const { browser, first, second, firstId } = await onOneBrowser()
  await browser.call('addAccount')
  await browser.call('signIn', { email: first, password: testPassword })
  expect(await accountsOf(browser)).toMatchObject([{ email: first, active: true }, { email: second }])
  expect(await t.authRows('select id from auth.login where user_id = $1', [firstId])).toHaveLength(1)
})

test('a new password, signing out everywhere and a disabled account end a held login @slow', async () => {
  const { browser, first, firstId } = await onOneBrowser()
  const elsewhere = t.browser()
  await elsewhere.call('signIn', { email: first, password: testPassword })
  await elsewhere.call('endOtherLogins')
  expect(await accountsOf(browser)).toHaveLength(1)
  expect((await browser.call('switchAccount', { userId: firstId })).status).toBe(404)
  const changed = await onOneBrowser()
  await changed.browser.call('changePassword', { current: testPassword, password: 'Summer-2026' })
  await changed.browser.call('switchAccount', { userId: changed.firstId })
  expect((await changed.browser.call('switchAccount', { userId: changed.secondId })).status).toBe(200)
  await practice.admin.call('administration/signOutAccount', { accountId: changed.firstId })
  expect((await changed.browser.call('switchAccount', { userId: changed.firstId })).status).toBe(404)
  const disabled = await onOneBrowser()
  const { firstId: accountId } = disabled
  await practice.admin.call('administration/setAccountDisabled', { accountId, disabled: true })
  expect((await disabled.browser.call('switchAccount', { userId: accountId })).status).toBe(404)
  expect(await accountsOf(disabled.browser)).toHaveLength(1)
})

test('while several accounts are switched off, the second login of a browser ends @slow', async () => {
  const { browser, second, firstId } = await onOneBrowser()
  await setSeveral(false)
  try {
    expect(await accountsOf(browser)).toMatchObject([{ email: second, active: true }])
    expect(await t.authRows('select id from auth.login where user_id = $1', [firstId])).toEqual([])
    expect((await browser.call('switchAccount', { userId: firstId })).status).toBe(404)
    expect((await browser.call('addAccount')).status).toBe(404)
    expect((await browser.call('account/me')).status).toBe(200)
  } finally {
    await setSeveral(true)
  }
})
