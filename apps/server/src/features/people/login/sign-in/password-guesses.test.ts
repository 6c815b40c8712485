import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestBrowser } from '../../../../testing/browser.ts'
import { newEmail, openLoginTest, testPassword, type LoginTest } from '../login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest({ config: { trustProxy: ['127.0.0.1'] }, openCallsPerMinute: 20 })
})
afterAll(() => t.close())

/** Tries a password from the nth IP address. A header contains the address, as if a proxy had sent it. */
async function guess(n: number, email: string, word: string) {
  const caller = openTestBrowser(t.server.address, t.server.site.key)
  const from = `198.51.${Math.floor(n / 200)}.${(n % 200) + 1}`
  const answer = await caller.send('login/signIn', { email, password: word }, { 'x-forwarded-for': from })
  return { status: answer.status, body: await answer.text() }
}

test('of a hundred guesses from rotating addresses ten are checked, all get the same response, and the owner signs in from a known device @slow', async () => {
  const { email, mine } = await t.client()
  await mine.call('signOut')
  const engine = vi.spyOn(t.server.auth, 'engine')
  const answers = []
  for (let n = 0; n < 100; n += 10) {
    const ten = Array.from({ length: 10 }, (_, i) => guess(n + i, email, `Wrong-${n + i}-a`))
    answers.push(...(await Promise.all(ten)))
  }
  expect(engine.mock.calls.length).toBeLessThanOrEqual(10)
  engine.mockRestore()
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  // After ten guesses even the right password is not checked, except from the known browser.
  expect((await guess(150, email, testPassword)).status).toBe(401)
  expect((await mine.call('signIn', { email, password: testPassword })).status).toBe(200)
  t.pass(15 * 60_000 + 1_000)
  expect((await guess(151, email, testPassword)).status).toBe(200)
})

test('strangers on many networks can together cause twenty emails an hour to a mailbox, and do not reduce the number that the owner can cause @slow', async () => {
  const { email, mine } = await t.client()
  const requests = Array.from({ length: 25 }, (_, n) =>
    openTestBrowser(t.server.address, t.server.site.key).send(
      'login/requestReset',
      { email },
      { 'x-forwarded-for': `203.0.113.${n + 1}` },
    ),
  )
  expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]))
  const resets = async () => (await t.mailKinds(email)).filter((kind) => kind === 'reset').length
  expect(await resets()).toBe(20)
  await mine.call('requestReset', { email })
  expect(await resets()).toBe(21)
})

test('an unknown email address gets the same response as a known one', async () => {
  const { email } = await t.client()
  const [known, unknown] = await Promise.all([guess(160, email, 'Wrong-2026'), guess(161, newEmail(), 'Wrong-2026')])
  expect(known).toEqual(unknown)
})
