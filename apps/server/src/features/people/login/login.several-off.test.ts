import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseUrlFor } from '../../../platform/database/pools.ts'
import { testSecrets } from '../../../testing/database/database.ts'
import { accountsOf, addFurtherAccount, openBrowserWithTwo } from './login.several.testing.ts'
import { openLoginTest, testPassword, type LoginTest, type LoginTestBrowser } from './login.testing.ts'

let t: LoginTest
/** A connection in whose transaction a test locks the setting or the audit log during a call. */
let other: pg.Client
beforeAll(async () => {
  t = await openLoginTest()
  other = new pg.Client(databaseUrlFor(t.server.databaseUrl, 'attune_login', testSecrets))
  await other.connect()
  await other.query('set role attune_app_admin')
})
afterAll(async () => {
  await other.end()
  await t.close()
})
beforeEach(() => setSeveral(true))
afterEach(async () => {
  vi.restoreAllMocks()
  await other.query('rollback')
})

const set = (allowed: boolean) =>
  other.query('update app.product_setting set several_accounts = $1, revision = revision + 1', [allowed])

async function setSeveral(allowed: boolean) {
  await set(allowed)
  await expect.poll(() => t.server.site.settings().severalAccounts).toBe(allowed)
}

/** Waits until a call is blocked by the transaction of the connection `holder`. */
const callWaitsFor = (holder: pg.Client) =>
  expect
    .poll(async () => {
      const { rows } = await holder.query(
        'select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
      )
      return rows.length
    })
    .toBe(1)

/** Whether the active login of a browser is valid. */
const isSignedIn = async (browser: LoginTestBrowser, email: string) =>
  (await browser.call('account/me')).body.email === email
const loginsOf = async (userId: string, browser: LoginTestBrowser) => {
  const rows = await t.authRows('select id from auth.login where user_id = $1 and browser is not null', [userId])
  return { logins: rows.length, accounts: (await accountsOf(browser)).length }
}

const steps = {
  setting: () => setSeveral(false),
  sweep: () => t.server.auth.deleteExpired(),
  call: accountsOf,
}
test.each([
  ['setting', 'sweep', 'call'],
  ['setting', 'call', 'sweep'],
  ['sweep', 'setting', 'call'],
  ['sweep', 'call', 'setting'],
  ['call', 'setting', 'sweep'],
  ['call', 'sweep', 'setting'],
] as const)(
  'the active login stays after %s, %s and %s, also if the clock was set back before it was chosen @slow',
  async (...order) => {
    let now = t.server.clock.now().getTime()
    vi.spyOn(t.server.clock, 'now').mockImplementation(() => new Date((now -= 1)))
    const { browser, second, firstId } = await openBrowserWithTwo(t)
    for (const step of order) await steps[step](browser)
    expect(await accountsOf(browser)).toMatchObject([{ email: second, active: true }])
    expect(await isSignedIn(browser, second)).toBe(true)
    expect(await loginsOf(firstId, browser)).toEqual({ logins: 0, accounts: 1 })
  },
)

test('an account that is chosen while the setting is being saved is refused, and the active one stays @slow', async () => {
  const { browser, second, firstId } = await openBrowserWithTwo(t)
  await other.query('begin')
  await set(false)
  const switched = browser.call('switchAccount', { userId: firstId })
  await callWaitsFor(other)
  await other.query('commit')
  expect([(await switched).status, (await switched).body.code]).toEqual([404, 'NOT_FOUND'])
  expect(await isSignedIn(browser, second)).toBe(true)
  const rows = await t.appRows(`select 1 from app.audit where actor_id = $1 and action = 'account-switched'`, [firstId])
  expect(rows).toEqual([])
})

test('an account that was chosen just before the setting is saved stays, and the account before it ends @slow', async () => {
  const { browser, first, firstId, secondId } = await openBrowserWithTwo(t)
  const holder = new pg.Client(t.server.privileged.installerUrl)
  await holder.connect()
  await holder.query('set role attune_owner; begin; lock table app.audit in share mode')
  const switched = browser.call('switchAccount', { userId: firstId })
  await callWaitsFor(holder)
  await set(false)
  await holder.query('commit')
  await holder.end()
  expect((await switched).status).toBe(200)
  expect(await isSignedIn(browser, first)).toBe(true)
  expect(await loginsOf(secondId, browser)).toEqual({ logins: 0, accounts: 1 })
})

test('an account that is added while the setting is being saved becomes the only one of the browser @slow', async () => {
  const { mine: browser } = await t.client()
  const { userId: firstId } = (await browser.call('session')).body.login as { userId: string }
  const { email: second } = await t.client()
  await browser.call('addAccount')
  await other.query('begin')
  await set(false)
  const added = browser.call('signIn', { email: second, password: testPassword })
  await callWaitsFor(other)
  await other.query('commit')
  expect((await added).status).toBe(200)
  expect(await isSignedIn(browser, second)).toBe(true)
  expect(await accountsOf(browser)).toMatchObject([{ email: second, active: true }])
  expect([...browser.cookies.keys()].filter((name) => name.startsWith('attune.a.'))).toEqual([])
  expect(await t.authRows('select id from auth.login where user_id = $1', [firstId])).toEqual([])
})

test('after signing out while the setting is being saved, the account that the setting keeps is the active one @slow', async () => {
  const { browser, second } = await openBrowserWithTwo(t)
  await addFurtherAccount(t, browser)
  await other.query('begin; select id from app.product_setting for update')
  const signedOut = browser.call('signOut')
  await callWaitsFor(other)
  await set(false)
  await other.query('commit')
  expect((await signedOut).status).toBe(200)
  expect(await isSignedIn(browser, second)).toBe(true)
  expect(await accountsOf(browser)).toMatchObject([{ email: second, active: true }])
})

test('a login stays if the browser still uses it because the answer to a switch did not arrive @slow', async () => {
  const { browser, second, firstId } = await openBrowserWithTwo(t)
  await browser.copy().call('switchAccount', { userId: firstId })
  t.pass(30_000)
  await accountsOf(browser)
  await setSeveral(false)
  expect(await isSignedIn(browser, second)).toBe(true)
  expect(await loginsOf(firstId, browser)).toEqual({ logins: 0, accounts: 1 })
})

test('a call that was sent before a switch and arrives after it does not undo the choice', async () => {
  const { browser, first, firstId } = await openBrowserWithTwo(t)
  const before = browser.copy()
  await browser.call('switchAccount', { userId: firstId })
  await accountsOf(before)
  await setSeveral(false)
  expect(await isSignedIn(browser, first)).toBe(true)
})
