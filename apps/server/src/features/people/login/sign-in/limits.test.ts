import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { responseIntervals } from '../../../../platform/auth/limit/response-intervals.ts'
import { atFixedIntervals } from '../login.calls.ts'
import { newEmail, openLoginTest, testPassword, testPerson, type LoginTest } from '../login.testing.ts'

let t: LoginTest
/** The server for tests that measure durations or fill the queue for hashing passwords. Hashing and responses take as long as in production. */
let product: LoginTest
beforeAll(async () => {
  t = await openLoginTest()
  product = await openLoginTest({ passwordCost: undefined, responseIntervals: undefined })
})
afterAll(() => Promise.all([t.close(), product.close()]))

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('of fifty concurrent guesses at most ten are checked, and all get the same response @slow', async () => {
  const { email } = await product.client()
  const engine = vi.spyOn(product.server.auth, 'engine')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => product.browser().call('signIn', { email, password: 'Wrong-2026' })),
  )
  expect(engine.mock.calls.length).toBeLessThanOrEqual(10)
  engine.mockRestore()
  // Some of the fifty calls can get 503 because too many passwords are being hashed. This response is the same for
  // every account.
  const refused = answers.filter((answer) => answer.status === 401)
  expect(new Set(refused.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(answers.every((answer) => answer.status === 401 || answer.status === 503)).toBe(true)

  const stranger = await product.browser().call('signIn', { email, password: testPassword })
  expect([stranger.status, stranger.body]).toEqual([401, refused[0]?.body])
})

test('a known device has its own counter while others guess @slow', async () => {
  const { email, mine } = await t.client()
  await mine.call('signOut')
  for (let i = 0; i < 11; i++) await t.browser().call('signIn', { email, password: 'Wrong-2026' })
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(401)
  expect((await mine.call('signIn', { email, password: testPassword })).status).toBe(200)
})

test('after 15 minutes the right password works again @slow', async () => {
  const { email } = await t.client()
  for (let i = 0; i < 10; i++) await t.browser().call('signIn', { email, password: 'Wrong-2026' })
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(401)
  t.pass(15 * minute + 1000)
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(200)
})

test('a locked account takes as long as a wrong password @slow', async () => {
  const { email } = await product.client()
  const timed = async () => {
    const began = performance.now()
    await product.browser().call('signIn', { email, password: 'Wrong-2026' })
    return performance.now() - began
  }
  for (let i = 0; i < 10; i++) await timed()
  expect(await timed()).toBeGreaterThan(15)
})

test('a forged cookie causes no query', async () => {
  const { mine } = await t.client()
  const cookie = mine.cookies.get('attune') ?? ''
  const reads = async () => {
    await t.authRows('select pg_stat_force_next_flush()')
    const [row] = await t.authRows(
      `select seq_scan + coalesce(idx_scan, 0) as n from pg_stat_user_tables where schemaname = 'auth' and relname = 'login'`,
    )
    return Number(row.n)
  }
  const before = await reads()
  for (const forged of [
    `x${cookie}`,
    cookie.slice(0, -3) + 'AAA',
    'plain',
    `${'A'.repeat(32)}.${'A'.repeat(43)}%3D`,
    '%E0%A4%A',
  ]) {
    const headers = new Headers({ cookie: `attune=${forged}` })
    expect(await t.server.auth.readLogin(headers)).toBeNull()
  }
  expect(await reads()).toBe(before)
})

test('a request has a login by either a cookie or a bearer token but not by both', async () => {
  const { mine } = await t.client()
  const value = mine.cookies.get('attune') ?? ''
  expect((await t.server.auth.readLogin(new Headers({ cookie: `attune=${value}` })))?.assuranceLevel).toBe(1)
  expect((await t.server.auth.readLogin(new Headers({ authorization: `Bearer ${value}` })))?.assuranceLevel).toBe(1)
  expect(
    await t.server.auth.readLogin(new Headers({ cookie: `attune=${value}`, authorization: `Bearer ${value}` })),
  ).toBeNull()
})

test('on https the cookie is __Host- and Secure, and the plain name is not read', async () => {
  const { mine } = await t.client()
  const value = mine.cookies.get('attune') ?? ''
  const https = (cookie: string) => new Headers({ origin: 'https://practice.example', cookie })
  expect(await t.server.auth.readLogin(https(`attune=${value}`))).toBeNull()
  expect(await t.server.auth.readLogin(https(`__Host-attune=${value}`))).not.toBeNull()
})

test('a client’s login ends after 30 days without a request and after 90 days at the latest @slow', async () => {
  const { mine } = await t.client()
  t.pass(29 * day)
  expect((await mine.call('session')).body).toMatchObject({ login: {} })
  t.pass(29 * day)
  expect((await mine.call('session')).body).toMatchObject({ login: {} })
  t.pass(31 * day)
  expect((await mine.call('session')).body).toEqual({ login: null })

  const other = await t.client()
  for (let i = 0; i < 3; i++) {
    t.pass(29 * day)
    expect((await other.mine.call('refresh')).body).toMatchObject({ login: {} })
  }
  t.pass(4 * day)
  expect((await other.mine.call('session')).body).toEqual({ login: null })
})

test('a login’s last use is written at most once in five minutes', async () => {
  const { mine } = await t.client()
  const id = (await mine.call('session')).body as unknown as { login: { loginId: string } }
  const seen = async () =>
    (
      await t.authRows('select last_seen_at as at from auth.login where id = $1', [id.login.loginId])
    )[0].at.getTime() as number
  const first = await seen()
  await mine.call('session')
  expect(await seen()).toBe(first)
  t.pass(6 * minute)
  await mine.call('session')
  const second = await seen()
  expect(second).toBeGreaterThan(first)
  await mine.call('session')
  expect(await seen()).toBe(second)
})

test('too many calls from one network are refused with 429 and the number of seconds to wait', async () => {
  const limit = { count: 3, seconds: 60 }
  const hits = await Promise.all(
    Array.from({ length: 20 }, () => t.server.auth.rateLimit.hit('test', 'somebody', limit)),
  )
  expect(hits.filter((hit) => hit.allowed)).toHaveLength(3)
  for (const hit of hits) expect(hit.retryAfterSeconds).toSatisfy((seconds: number) => seconds > 50 && seconds <= 60)
  t.pass(61_000)
  expect((await t.server.auth.rateLimit.hit('test', 'somebody', limit)).allowed).toBe(true)
})

test('strangers on one network can cause five emails an hour to a mailbox, and do not reduce the number that the owner can cause', async () => {
  const { email, mine } = await t.client()
  const answers = []
  for (let i = 0; i < 8; i++) answers.push((await t.browser().call('requestReset', { email })).body)
  expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1)
  const resets = async () => (await t.mailKinds(email)).filter((kind) => kind === 'reset').length
  expect(await resets()).toBe(5)
  expect(JSON.stringify((await mine.call('requestReset', { email })).body)).toBe(JSON.stringify(answers[0]))
  expect(await resets()).toBe(6)
})

test('the response is sent at the same interval regardless of how long the work takes, also when the work fails', async () => {
  const timed = async (milliseconds: number) => {
    const began = performance.now()
    const work = wait(milliseconds).then(() => Promise.reject(new Error('refused')))
    await expect(atFixedIntervals(200, work)).rejects.toThrow('refused')
    return performance.now() - began
  }
  const [short, long] = await Promise.all([timed(5), timed(220)])
  expect(short).toBeGreaterThanOrEqual(199)
  expect(long).toBeGreaterThanOrEqual(399)
})

test.each([
  ['signUp', { ...testPerson, password: testPassword }, responseIntervals.signUp],
  ['resendConfirmation', {}, responseIntervals.mail],
  ['requestReset', {}, responseIntervals.mail],
  ['signIn', { password: testPassword }, responseIntervals.wrongPassword],
])(
  'the response of %s to an unknown address comes after its interval @slow',
  async (procedure, input, milliseconds) => {
    const began = performance.now()
    await product.browser().call(procedure, { ...input, email: newEmail() })
    expect(performance.now() - began).toBeGreaterThanOrEqual(milliseconds - 1)
  },
)

test('a request for an email runs the same statements for known and unknown addresses', async () => {
  const { email } = await t.client()
  const statements = async (procedure: string, to: string) => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await t.browser().call(procedure, { email: to })
    const texts = spy.mock.calls.map(([sent]) => String((sent as unknown as { text?: string }).text ?? sent))
    spy.mockRestore()
    // Compares the statements up to the insert of the email. After the insert, the transaction is rolled back for an
    // unknown address and committed for a known one.
    const last = texts.findLastIndex((text) => text.startsWith('insert into "app"."mail"'))
    return (
      texts
        .slice(0, last + 1)
        // The server's change feed can run its own queries at any time, so they are not compared.
        .filter((text) => !/^(commit|rollback|set local role)|jobs\.job_common|app\.change c/.test(text.trim()))
    )
  }
  for (const procedure of ['resendConfirmation', 'requestReset']) {
    expect(await statements(procedure, newEmail()), procedure).toEqual(await statements(procedure, email))
  }
})

test('while strangers guess the password, the owner signs in on a new browser with which they opened an emailed link @slow', async () => {
  const { email } = await t.client()
  const newBrowser = t.browser()
  await newBrowser.call('requestReset', { email })
  await newBrowser.call('reset', { token: await t.mailedToken('reset', email), password: 'Summer-2026' })
  for (let i = 0; i < 11; i++) await t.browser().call('signIn', { email, password: 'Wrong-2026' })
  expect((await t.browser().call('signIn', { email, password: 'Summer-2026' })).status).toBe(401)
  expect((await newBrowser.call('signIn', { email, password: 'Summer-2026' })).status).toBe(200)
})

test('expired data and accounts that never confirmed their address are deleted', async () => {
  const { email } = await t.client()
  const unproved = newEmail()
  await t.browser().call('signUp', { ...testPerson, email: unproved, password: testPassword })
  t.pass(200 * day)
  await t.server.auth.deleteExpired()
  for (const table of ['login', 'verification', 'guess', 'rate_limit', 'totp_used']) {
    expect(await t.authRows(`select 1 from auth.${table}`), table).toEqual([])
  }
  expect(await t.server.auth.users.byEmail(unproved)).toBeNull()
  expect(await t.server.auth.users.byEmail(email)).not.toBeNull()
})

test('calls without a login are refused', async () => {
  expect((await t.browser().call('setUpTwoStep', { password: testPassword })).body.code).toBe('NO_LOGIN')
  expect((await t.browser().call('stepUp', { code: '123456' })).body.code).toBe('NO_LOGIN')
  expect((await t.browser().call('secondFactor', { code: '123456', kind: 'totp' })).body.code).toBe('CHALLENGE_OVER')
  expect((await t.browser().call('signIn', { email: newEmail(), password: testPassword })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
})
