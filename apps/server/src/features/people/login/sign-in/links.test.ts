import { inviteCodeAlphabet } from '@attune/contract/common/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  badToken,
  callWithSlowHash,
  enrolAppOn,
  newEmail,
  openLoginTest,
  openLoginPractice,
  testPassword,
  testPerson,
  tokenIn,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
let setUpToken: string
let practice: Awaited<ReturnType<typeof openLoginPractice>>
beforeAll(async () => {
  t = await openLoginTest()
  setUpToken = tokenIn(t.server.setupLink)
  practice = await openLoginPractice(t)
})
afterAll(() => t.close())

const hour = 60 * 60 * 1000
const zone = 'Europe/Berlin'

/** Every procedure that takes the token of a link, with the purpose of the link and the rest of the input. */
const procedures = {
  confirm: { purpose: 'confirm', body: { password: testPassword } },
  reset: { purpose: 'reset', body: { password: testPassword } },
  acceptInvitation: { purpose: 'invite', body: { password: testPassword, language: 'en', zone } },
  readInvitation: { purpose: 'invite', body: {} },
  setUp: {
    purpose: 'setup',
    body: {
      ...testPerson,
      email: 'set-up@example.org',
      password: testPassword,
      zone,
      practiceName: 'Practice',
      publicUrl: null,
      therapist: null,
    },
  },
} as const

async function tokens() {
  const email = newEmail()
  await t.browser().call('signUp', { ...testPerson, email, password: testPassword })
  await t.browser().call('requestReset', { email })
  return {
    confirm: await t.mailedToken('confirm', email),
    reset: await t.mailedToken('reset', email),
    invite: (await practice.invite()).token,
    setup: setUpToken,
  }
}

test('a token of one purpose works for no other, with the same refusal each time @slow', async () => {
  const held = await tokens()
  const bodies = new Set<string>()
  for (const [purpose, token] of Object.entries(held)) {
    for (const [procedure, { purpose: own, body }] of Object.entries(procedures)) {
      if (own === purpose) continue
      const answer = await t.browser().call(procedure, { token, ...body })
      expect(answer.status, `${purpose} at ${procedure}`).toBe(410)
      bodies.add(JSON.stringify(answer.body))
    }
  }
  for (const [procedure, { body }] of Object.entries(procedures))
    bodies.add(JSON.stringify((await t.browser().call(procedure, { token: badToken, ...body })).body))
  expect([...bodies]).toHaveLength(1)
  // Each token still works for its own purpose, although the other procedures have refused the token.
  expect((await t.browser().call('confirm', { token: held.confirm, password: testPassword })).status).toBe(200)
  expect((await t.browser().call('reset', { token: held.reset, password: testPassword })).status).toBe(200)
  expect(
    (await t.browser().call('acceptInvitation', { token: held.invite, ...procedures.acceptInvitation.body })).status,
  ).toBe(200)
})

test('GET and HEAD requests use up no token, neither on the page of the link nor on the API @slow', async () => {
  const { confirm, invite } = await tokens()
  for (let i = 0; i < 10; i++) {
    for (const method of ['GET', 'HEAD']) {
      for (const [page, api, token] of [
        ['confirm', 'confirm', confirm],
        ['setup-password', 'acceptInvitation', invite],
      ]) {
        await fetch(`${t.server.address}/${page}?token=${token}`, { method })
        const answer = await fetch(`${t.server.address}/api/login/${api}?token=${token}&password=${testPassword}`, {
          method,
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    }
  }
  expect((await t.browser().call('readLink', { token: confirm, purpose: 'confirm' })).status).toBe(200)
  expect((await t.browser().call('readInvitation', { token: invite })).status).toBe(200)
  expect((await t.browser().call('confirm', { token: confirm, password: testPassword })).status).toBe(200)
})

test('a link works once, even when twenty people open it at once @slow', async () => {
  const { confirm } = await tokens()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => t.browser().call('confirm', { token: confirm, password: `Winter-${n}-a` })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.every((answer) => [200, 410, 503].includes(answer.status))).toBe(true)
})

test('a new link voids the previous one', async () => {
  const email = newEmail()
  await t.browser().call('signUp', { ...testPerson, email, password: testPassword })
  const first = await t.mailedToken('confirm', email)
  await t.browser().call('resendConfirmation', { email })
  const second = await t.mailedToken('confirm', email)
  expect((await t.browser().call('confirm', { token: first, password: testPassword })).status).toBe(410)
  expect((await t.browser().call('confirm', { token: second, password: testPassword })).status).toBe(200)
})

test('an email that is sent again after its link was used does not revive the link', async () => {
  const { email } = await t.client()
  const token = await t.mailedToken('confirm', email)
  expect((await t.browser().call('readLink', { token, purpose: 'confirm' })).status).toBe(410)
  expect((await t.browser().call('confirm', { token, password: 'Summer-2026' })).status).toBe(410)
  expect((await t.browser().call('signIn', { email, password: testPassword })).status).toBe(200)
})

test.each(['confirm', 'reset', 'acceptInvitation'] as const)(
  'a lost answer to %s is sent again for the same password, and another password is refused like an unknown link',
  async (procedure) => {
    const { purpose, body } = procedures[procedure]
    const token = (await tokens())[purpose]
    const call = (more: object) => t.browser().call(procedure, { token, ...body, password: 'Summer-2026', ...more })
    const [first, again] = [await call({}), await call({})]
    expect([first.status, again.status]).toEqual([200, 200])
    const { email: of } = (again.body.login ?? {}) as { email?: string }
    expect(of).toEqual(((first.body.login ?? {}) as { email?: string }).email)
    const [wrong, unknown] = [await call({ password: 'Winter-2027' }), await call({ token: badToken })]
    expect([wrong.status, wrong.body]).toEqual([410, unknown.body])
    for (const other of ['confirm', 'reset', 'acceptInvitation'] as const) {
      const { status } = await t.browser().call(other, { token, ...procedures[other].body, password: 'Summer-2026' })
      expect(status, other).toBe(other === procedure ? 200 : 410)
    }
  },
)

test.each(['confirm', 'acceptInvitation'] as const)(
  'a call of %s that takes too long is answered with 503, and the same call then signs in',
  async (procedure) => {
    const { purpose, body } = procedures[procedure]
    const input = { token: (await tokens())[purpose], ...body, password: 'Summer-2026' }
    const late = await callWithSlowHash(t, procedure, input)
    expect(late.answer.status).toBe(503)
    const during = await t.browser().call(procedure, input)
    await late.finish()
    const after = await t.browser().call(procedure, input)
    for (const { body: answer } of [during, after])
      expect(answer).toMatchObject({ kind: 'signed-in', login: { role: 'client' } })
  },
)

test('a repeated reset neither ends later logins nor replaces a later password', async () => {
  const { email } = await t.client()
  await t.browser().call('requestReset', { email })
  const reset = { token: await t.mailedToken('reset', email), password: 'Summer-2026' }
  expect((await t.browser().call('reset', reset)).status).toBe(200)
  const mine = t.browser()
  await mine.call('signIn', { email, password: 'Summer-2026' })
  expect((await t.browser().call('reset', reset)).status).toBe(200)
  expect((await mine.call('session')).body).toMatchObject({ login: { email } })
  await mine.call('changePassword', { current: 'Summer-2026', password: 'Winter-2027' })
  expect((await t.browser().call('reset', reset)).status).toBe(410)
  expect((await t.browser().call('signIn', { email, password: 'Winter-2027' })).status).toBe(200)
})

test('a repeated confirmation of an account with a second factor asks for the factor', async () => {
  const email = newEmail()
  await t.browser().call('signUp', { ...testPerson, email, password: testPassword })
  const confirm = { token: await t.mailedToken('confirm', email), password: testPassword }
  const mine = t.browser()
  await mine.call('confirm', confirm)
  await enrolAppOn(mine)
  expect((await t.browser().call('confirm', confirm)).body).toMatchObject({ kind: 'second-factor' })
})

test('tables contain only hashes: no token, code or password', async () => {
  const held = await tokens()
  const { code } = await practice.invite()
  for (const table of ['secret', 'superseded', 'account', 'verification', 'user', 'login', 'guess']) {
    const dump = JSON.stringify(await t.authRows(`select to_jsonb(x) as row from auth."${table}" x`))
    for (const secret of [...Object.values(held), code, testPassword]) expect(dump.includes(secret), table).toBe(false)
  }
})

test('links contain their token in the fragment, which is in neither logs nor referrers', async () => {
  const { email } = await t.client()
  const known = await t.server.auth.users.byEmail(email)
  const link = new URL(await t.server.auth.linkFor('reset', known?.id ?? '', 7))
  expect([link.pathname, link.search, link.hash.length]).toEqual(['/reset-password', '', '#token='.length + 43])
})

test('codes use the 31 symbols and are derived from key, subject and generation', () => {
  const codes = Array.from({ length: 200 }, (_, i) => t.server.auth.codeFor('invite', 'a', i))
  for (const code of codes) expect(code).toMatch(new RegExp(`^[${inviteCodeAlphabet}]{8}$`))
  expect(new Set(codes).size).toBe(200)
  expect(t.server.auth.codeFor('invite', 'a', 3)).toBe(codes[3])
})

test('a reset link expires after an hour, a confirmation link after a day', async () => {
  const { confirm, reset } = await tokens()
  const used = { token: (await tokens()).reset, password: testPassword }
  expect((await t.browser().call('reset', used)).status).toBe(200)
  t.pass(hour + 1000)
  expect((await t.browser().call('reset', { token: reset, password: testPassword })).status).toBe(410)
  expect((await t.browser().call('reset', used)).status).toBe(410)
  expect((await t.browser().call('readLink', { token: confirm, purpose: 'confirm' })).status).toBe(200)
  t.pass(24 * hour)
  expect((await t.browser().call('confirm', { token: confirm, password: testPassword })).status).toBe(410)
})
