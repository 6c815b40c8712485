import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  enrolAppOn,
  newEmail,
  nextCode,
  openLoginTest,
  openLoginPractice,
  testPassword,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest()
})
afterAll(() => t.close())

/** Returns an account with an authenticator app, and a second browser in which only the password was proved. */
async function half() {
  const { email, mine } = await t.client()
  const factor = await enrolAppOn(mine)
  const other = t.browser()
  const answer = await other.call('signIn', { email, password: testPassword })
  return { email, mine, other, answer, ...factor }
}

/** Returns an account with an authenticator app, and a login with assurance level 1 from before the app was set up. */
async function weakBeside() {
  const { email, mine } = await t.client()
  const weak = t.browser()
  await weak.call('signIn', { email, password: testPassword })
  return { email, mine, weak, ...(await enrolAppOn(mine)) }
}

test('the assurance level of a login depends only on how it was proved @slow', async () => {
  const { email, mine, other, app, recoveryCodes, done } = await half()
  expect(done.body).toMatchObject({ login: { strength: 2 } })
  const ways = []
  ways.push((await other.call('secondFactor', { code: nextCode(app), kind: 'totp' })).body)
  await other.call('signIn', { email, password: testPassword })
  ways.push((await other.call('secondFactor', { code: recoveryCodes[0], kind: 'backup' })).body)
  expect(ways).toMatchObject([{ login: { strength: 2 } }, { login: { strength: 2 } }])
  const plain = await t.client()
  expect((await plain.mine.call('session')).body).toMatchObject({ login: { strength: 1 } })
  expect((await mine.call('session')).body).toMatchObject({ login: { strength: 2, hasSecondFactor: true } })
  const methods = await t.authRows(
    'select l.method, l.strength from auth.login l join auth."user" u on u.id = l.user_id where u.email = $1 order by l.created_at',
    [email],
  )
  expect(methods).toEqual([
    { method: 'totp', strength: 2 },
    { method: 'backup', strength: 2 },
  ])
})

test('a pending sign-in is no login for any procedure @slow', async () => {
  const { other, answer } = await half()
  expect(answer.body).toMatchObject({ kind: 'second-factor' })
  expect([...other.cookies.keys()]).toEqual(['attune.half'])
  expect((await other.call('session')).body).toEqual({ login: null })
  for (const [procedure, body] of [
    ['enrol', { password: testPassword }],
    ['confirmEnrolment', { code: '123456' }],
    ['newRecoveryCodes', { password: testPassword }],
    ['stepUp', { code: '123456' }],
    ['acceptInvitationSignedIn', { token: 'A'.repeat(43) }],
    ['account/me', {}],
  ] as const) {
    expect((await other.call(procedure, body)).body.code, procedure).toBe('NO_LOGIN')
  }
})

test('a pending sign-in creates neither a known device nor a login @slow', async () => {
  const { email, other } = await half()
  expect(other.cookies.has('attune.device')).toBe(false)
  const rows = await t.authRows(
    'select l.strength from auth.login l join auth."user" u on u.id = l.user_id where u.email = $1',
    [email],
  )
  expect(rows).toEqual([{ strength: 2 }])
})

test('a level-1 login cannot change factors once the account has one @slow', async () => {
  const { weak, email } = await weakBeside()
  const before = await t.authRows(
    'select f.secret, f.backup_codes from auth.two_factor f join auth."user" u on u.id = f.user_id where u.email = $1',
    [email],
  )
  for (const procedure of ['enrol', 'newRecoveryCodes']) {
    const answer = await weak.call(procedure, { password: testPassword })
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'STEP_UP', data: { need: 'code' } }])
  }
  expect((await weak.call('confirmTwoStep', { code: '123456' })).body.code).toBe('CONFLICT')
  const after = await t.authRows(
    'select f.secret, f.backup_codes from auth.two_factor f join auth."user" u on u.id = f.user_id where u.email = $1',
    [email],
  )
  expect(after).toEqual(before)
})

test('a login of an account with an app cannot confirm a set-up with a code', async () => {
  const { weak, app } = await weakBeside()
  expect((await weak.call('confirmTwoStep', { code: nextCode(app) })).body.code).toBe('CONFLICT')
  expect((await weak.call('session')).body).toMatchObject({ login: { strength: 1 } })
})

test('of twelve concurrent sign-ins with one code exactly one succeeds, and none later @slow', async () => {
  const { email, app } = await half()
  const browsers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const browser = t.browser()
      await browser.call('signIn', { email, password: testPassword })
      return browser
    }),
  )
  const code = nextCode(app)
  const answers = await Promise.all(
    [...browsers, ...browsers.map((browser) => browser.copy())].map((browser) =>
      browser.call('secondFactor', { code, kind: 'totp' }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)

  const late = t.browser()
  await late.call('signIn', { email, password: testPassword })
  expect((await late.call('secondFactor', { code, kind: 'totp' })).status).toBe(401)
})

test('the code that completed the set-up cannot be used again @slow', async () => {
  const { email, mine } = await t.client()
  const { code } = await enrolAppOn(mine)
  const other = t.browser()
  await other.call('signIn', { email, password: testPassword })
  expect((await other.call('secondFactor', { code, kind: 'totp' })).status).toBe(401)
})

test('a recovery code works once, even for concurrent requests, in any spelling @slow', async () => {
  const { email, recoveryCodes } = await half()
  const code = (recoveryCodes[1] ?? '').toLowerCase().replace('-', ' ')
  const browsers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const browser = t.browser()
      await browser.call('signIn', { email, password: testPassword })
      return browser
    }),
  )
  const answers = await Promise.all(browsers.map((browser) => browser.call('secondFactor', { code, kind: 'backup' })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401, 401])
})

test('new recovery codes void the old ones @slow', async () => {
  const { email, mine, other, recoveryCodes } = await half()
  const fresh = (await mine.call('newRecoveryCodes', { password: testPassword })).body as unknown as {
    recoveryCodes: string[]
  }
  expect(fresh.recoveryCodes).toHaveLength(10)
  expect((await other.call('secondFactor', { code: recoveryCodes[2], kind: 'backup' })).body.code).toBe('INVALID_CODE')
  await other.call('signIn', { email, password: testPassword })
  expect((await other.call('secondFactor', { code: fresh.recoveryCodes[0], kind: 'backup' })).status).toBe(200)
})

test('no device is trusted: the second factor is required at every sign-in @slow', async () => {
  const { email, other, app } = await half()
  await other.call('secondFactor', { code: nextCode(app), kind: 'totp' })
  expect((await other.call('secondFactor', { code: '123456', kind: 'totp', trustDevice: true })).status).toBe(400)
  expect((await other.call('signIn', { email, password: testPassword })).body).toMatchObject({ kind: 'second-factor' })
})

test('stepping up replaces the login of this browser by one with level 2', async () => {
  const { weak, app } = await weakBeside()
  const before = weak.copy()
  const answer = await weak.call('stepUp', { code: nextCode(app) })
  expect(answer.body).toMatchObject({ kind: 'signed-in', login: { strength: 2, need: null } })
  expect((await before.call('session')).body).toEqual({ login: null })
  expect((await weak.call('session')).body).toMatchObject({ login: { strength: 2 } })
})

test('after ten wrong codes every procedure that takes a code responds with 429 and Retry-After @slow', async () => {
  const { weak, email, app } = await weakBeside()
  for (let i = 0; i < 7; i++) expect((await weak.call('stepUp', { code: '000000' })).status).toBe(401)
  const other = t.browser()
  await other.call('signIn', { email, password: testPassword })
  for (let i = 0; i < 3; i++)
    expect((await other.call('secondFactor', { code: '000000', kind: 'totp' })).status).toBe(401)
  for (const answer of [
    await weak.call('stepUp', { code: nextCode(app) }),
    await other.call('secondFactor', { code: nextCode(app), kind: 'totp' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY'])
    expect(Number(answer.headers.get('retry-after'))).toBe(900)
  }
})

test('a password reset keeps the second factor @slow', async () => {
  const { email, app } = await half()
  await t.browser().call('requestReset', { email })
  await t.browser().call('reset', { token: await t.mailedToken('reset', email), password: 'Summer-2026' })
  const fresh = t.browser()
  expect((await fresh.call('signIn', { email, password: 'Summer-2026' })).body).toMatchObject({ kind: 'second-factor' })
  expect((await fresh.call('secondFactor', { code: nextCode(app), kind: 'totp' })).body).toMatchObject({
    login: { strength: 2 },
  })
})

test('an unfinished set-up can be started again', async () => {
  const { mine } = await t.client()
  await mine.call('setUpTwoStep', { password: testPassword })
  expect((await mine.call('session')).body).toMatchObject({ login: { hasSecondFactor: false } })
  expect((await enrolAppOn(mine)).done.status).toBe(200)
  expect((await mine.call('setUpTwoStep', { password: testPassword })).body.code).toBe('CONFLICT')
})

test('the password for setting up a factor counts as a guess @slow', async () => {
  const { mine } = await t.client()
  for (let i = 0; i < 10; i++) await mine.call('setUpTwoStep', { password: 'Wrong-2026' })
  expect((await mine.call('setUpTwoStep', { password: testPassword })).body.code).toBe('INVALID_CREDENTIALS')
})

test('a step-up without an app asks to set one up', async () => {
  const { mine } = await t.client(newEmail())
  expect((await mine.call('stepUp', { code: '123456' })).body).toMatchObject({
    code: 'STEP_UP',
    data: { need: 'enrol' },
  })
})

test('a client can remove the app with the password: its codes stop working, and the owner is emailed @slow', async () => {
  const { email, mine, app, recoveryCodes } = await half()
  expect(await t.mailKinds(email)).toContain('app-added')
  expect((await mine.call('removeApp', { password: 'Wrong-2026' })).body.code).toBe('INVALID_CREDENTIALS')
  expect((await mine.call('removeApp', { password: testPassword })).body).toMatchObject({
    login: { hasApp: false, hasSecondFactor: false, need: null },
  })
  expect(await t.mailKinds(email)).toContain('app-removed')
  const fresh = t.browser()
  expect((await fresh.call('signIn', { email, password: testPassword })).body).toMatchObject({ kind: 'signed-in' })
  expect((await fresh.call('stepUp', { code: nextCode(app) })).body.code).toBe('STEP_UP')
  expect((await fresh.call('newRecoveryCodes', { password: testPassword })).status).toBe(401)
  expect(recoveryCodes).not.toHaveLength(0)
  expect((await mine.call('removeApp', { password: testPassword })).status).toBe(404)
})

test('a login without the factor cannot remove the app, even with the password', async () => {
  const { weak, email } = await weakBeside()
  expect((await weak.call('removeApp', { password: testPassword })).body.code).toBe('STEP_UP')
  expect((await t.browser().call('signIn', { email, password: testPassword })).body).toMatchObject({
    kind: 'second-factor',
  })
})

test('a therapist cannot remove the app while it is the only factor @slow', async () => {
  const { therapist } = await openLoginPractice(t)
  expect((await therapist.call('removeApp', { password: testPassword })).body.code).toBe('LAST_FACTOR')
  expect((await therapist.call('session')).body).toMatchObject({ login: { hasApp: true } })
})
