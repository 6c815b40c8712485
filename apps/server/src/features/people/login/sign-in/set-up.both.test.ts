import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  enrolAppOn,
  newEmail,
  nextCode,
  openLoginTest,
  testPassword,
  testPerson,
  tokenIn,
  type LoginTest,
  type LoginTestBrowser,
} from '../login.testing.ts'

let t: LoginTest
beforeEach(async () => {
  t = await openLoginTest({ expectedErrors: ['a request failed'] })
})
afterEach(() => t.close())

type Enrolment = { uri: string; secret: string; recoveryCodes: string[]; other: { recoveryCodes: string[] } | null }
type Role = 'admin' | 'therapist'

const emails = { admin: newEmail(), therapist: newEmail() }
const data = { admin: 'administration/overview', therapist: 'client/list' }
const otherRole = { admin: 'therapist', therapist: 'admin' } as const

const input = (more: object = {}) => ({
  ...testPerson,
  token: tokenIn(t.server.setupLink),
  email: emails.admin,
  password: testPassword,
  zone: 'Europe/Berlin',
  practiceName: 'Practice at the river',
  publicUrl: null,
  therapist: { email: emails.therapist },
  ...more,
})

/** Creates both accounts. Returns the browser, with both logins, and the app that is not confirmed yet. */
async function setUp(more: object = {}) {
  const browser = t.browser()
  const { body } = await browser.call('setUp', input(more))
  const enrolment = body.enrolment as Enrolment
  return { browser, enrolment, app: new TOTP({ secret: Secret.fromBase32(enrolment.secret) }) }
}

/** Creates both accounts and confirms their app. */
async function setUpWithApp() {
  const all = await setUp()
  const code = all.app.generate()
  expect((await all.browser.call('confirmTwoStep', { code })).body).toMatchObject({ both: true })
  return { ...all, code }
}

/** Signs in with the password in a new browser, up to the second factor if there is one. */
async function signInAs(role: Role, password = testPassword) {
  const browser = t.browser()
  const { body } = await browser.call('signIn', { email: emails[role], password })
  return { browser, body }
}

const submit = async (browser: LoginTestBrowser, code: string | undefined, kind = 'totp') =>
  (await browser.call('secondFactor', { code, kind })).status

const idOf = async (role: Role) =>
  (await t.authRows('select id from auth."user" where email = $1', [emails[role]]))[0].id as string
const switchTo = async (browser: LoginTestBrowser, role: Role) =>
  browser.call('switchAccount', { userId: await idOf(role) })
const confirmedApps = async () => (await t.authRows('select 1 from auth.two_factor where verified')).length

/** Expects that neither account can be used yet: each call for data of its role is refused until the second factor is set up. */
async function expectBothToNeedAnApp(browser: LoginTestBrowser) {
  for (const role of ['admin', 'therapist'] as const) {
    await switchTo(browser, role)
    expect((await browser.call(data[role])).body, role).toMatchObject({ code: 'STEP_UP', data: { need: 'enrol' } })
  }
}

test('the set-up signs in to the therapist account and holds the admin’s beside it, with one password in two hashes @slow', async () => {
  const { browser } = await setUp()
  expect((await browser.call('session')).body).toMatchObject({
    login: { email: emails.therapist, role: 'therapist', strength: 1, need: 'enrol' },
  })
  const hashes = await t.authRows('select distinct password from auth.account')
  expect(hashes).toHaveLength(2)
  for (const role of ['admin', 'therapist'] as const)
    expect((await signInAs(role)).body).toMatchObject({ login: { role, need: 'enrol' } })
  await expectBothToNeedAnApp(browser)
})

test('each account has its own password if the person chose two @slow', async () => {
  await setUp({ therapist: { email: emails.therapist, password: 'Summer-2026' } })
  expect((await signInAs('therapist', 'Summer-2026')).body).toMatchObject({ kind: 'signed-in' })
  expect((await signInAs('admin')).body).toMatchObject({ kind: 'signed-in' })
  expect((await signInAs('therapist')).body.code).toBe('INVALID_CREDENTIALS')
})

test('one code completes the app of both accounts, and the browser then switches between them without a password @slow', async () => {
  const { browser } = await setUpWithApp()
  expect((await browser.call('session')).body).toMatchObject({ login: { role: 'therapist', strength: 2, need: null } })
  expect((await browser.call('client/list')).status).toBe(200)
  expect((await browser.call('accounts')).body).toMatchObject({
    items: [
      { email: emails.therapist, active: true, locked: false },
      { email: emails.admin, active: false, locked: false },
    ],
  })
  expect((await switchTo(browser, 'admin')).body).toMatchObject({ login: { role: 'admin', strength: 2, need: null } })
  expect((await browser.call('administration/overview')).status).toBe(200)
  for (const role of ['admin', 'therapist'] as const) {
    expect(await t.mailKinds(emails[role])).toEqual(['app-added'])
    const written = await t.appRows('select action from app.audit where actor_id = $1 order by at', [await idOf(role)])
    expect(written.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['signed-in', 'second-factor-set-up', 'signed-in']),
    )
  }
})

test.each(['admin', 'therapist'] as const)(
  'the code that completed the set-up, and each code that the %s has used, is refused for the other account @slow',
  async (role) => {
    const { app, code } = await setUpWithApp()
    for (const each of ['admin', 'therapist'] as const) {
      const { browser } = await signInAs(each)
      expect(await submit(browser, code), each).toBe(401)
    }
    const fresh = nextCode(app)
    expect(await submit((await signInAs(role)).browser, fresh)).toBe(200)
    expect(await submit((await signInAs(otherRole[role])).browser, fresh)).toBe(401)
    expect(await submit((await signInAs(role)).browser, fresh)).toBe(401)
  },
)

test('a code used to sign in is refused for a step-up of the other account @slow', async () => {
  const { browser, app } = await setUp()
  const weak = (await signInAs('admin')).browser
  await browser.call('confirmTwoStep', { code: app.generate() })
  expect((await weak.call('session')).body).toMatchObject({ login: { strength: 1, need: 'code' } })
  const code = nextCode(app)
  expect(await submit((await signInAs('therapist')).browser, code)).toBe(200)
  expect((await weak.call('stepUp', { code })).body.code).toBe('INVALID_CODE')
})

test('of concurrent sign-ins to both accounts with one code exactly one succeeds @slow', async () => {
  const { app } = await setUpWithApp()
  const roles = ['admin', 'therapist', 'admin', 'therapist', 'admin', 'therapist'] as const
  const pending = await Promise.all(roles.map((role) => signInAs(role)))
  const code = nextCode(app)
  const answers = await Promise.all(pending.map(({ browser }) => submit(browser, code)))
  expect(answers.filter((status) => status === 200)).toHaveLength(1)
})

test('ten wrong codes in 15 minutes are the limit for both accounts together @slow', async () => {
  const { app } = await setUpWithApp()
  const [admin, therapist] = [await signInAs('admin'), await signInAs('therapist')]
  for (let i = 0; i < 5; i++) {
    await submit(admin.browser, '000000')
    await submit(therapist.browser, '000000')
    await admin.browser.call('signIn', { email: emails.admin, password: testPassword })
    await therapist.browser.call('signIn', { email: emails.therapist, password: testPassword })
  }
  expect(await submit(admin.browser, nextCode(app))).toBe(429)
  expect(await submit(therapist.browser, nextCode(app))).toBe(429)
})

test('a recovery code is that of one account @slow', async () => {
  const { enrolment } = await setUpWithApp()
  const [own, others] = [enrolment.recoveryCodes[0], enrolment.other?.recoveryCodes[0]]
  expect(new Set([...enrolment.recoveryCodes, ...(enrolment.other?.recoveryCodes ?? [])]).size).toBe(20)
  expect(await submit((await signInAs('admin')).browser, own, 'backup')).toBe(401)
  expect(await submit((await signInAs('therapist')).browser, others, 'backup')).toBe(401)
  expect(await submit((await signInAs('therapist')).browser, own, 'backup')).toBe(200)
  expect(await submit((await signInAs('admin')).browser, others, 'backup')).toBe(200)
})

test('a later change of the app or the password is that of one account @slow', async () => {
  const { browser, app, enrolment } = await setUpWithApp()
  await browser.call('changePassword', { current: testPassword, password: 'Summer-2026' })
  await browser.call('newRecoveryCodes', { password: 'Summer-2026' })
  expect((await signInAs('therapist', 'Summer-2026')).body.kind).toBe('second-factor')
  expect((await signInAs('admin')).body.kind).toBe('second-factor')
  expect(await submit((await signInAs('admin')).browser, enrolment.other?.recoveryCodes[0], 'backup')).toBe(200)

  await t.server.auth.factorResets.resetNow(await idOf('therapist'))
  const therapist = await signInAs('therapist', 'Summer-2026')
  const own = await enrolAppOn(therapist.browser, 'Summer-2026')
  expect(own.done.body).toMatchObject({ both: false, login: { strength: 2 } })
  expect(own.secret).not.toBe(enrolment.secret)
  const code = nextCode(app)
  expect(await submit((await signInAs('therapist', 'Summer-2026')).browser, code)).toBe(401)
  expect(await submit((await signInAs('admin')).browser, code)).toBe(200)
})

test('after an interruption between accounts and profiles the next link completes both accounts @slow', async () => {
  const make = t.server.db.asActor
  t.server.db.asActor = (actor, work) =>
    actor.role === 'admin' ? Promise.reject(new Error('the power went')) : make(actor, work)
  expect((await t.browser().call('setUp', input())).status).toBe(500)
  t.server.db.asActor = make
  const token = tokenIn(await t.server.auth.linkFor('setup', 'first-admin', Date.now() + 1))
  const { browser, app } = await setUp({ token })
  expect((await browser.call('confirmTwoStep', { code: app.generate() })).body).toMatchObject({ both: true })
  expect(await t.authRows('select 1 from auth."user"')).toHaveLength(2)
})

test('without the answer to the set-up, the same call signs in to both accounts again and starts one app for both', async () => {
  await setUp()
  const { browser, app } = await setUp()
  expect((await browser.call('confirmTwoStep', { code: app.generate() })).body).toMatchObject({ both: true })
  expect(await t.authRows('select 1 from auth."user"')).toHaveLength(2)
  expect((await t.browser().call('setUp', input())).body.code).toBe('INVALID_LINK')
})

test('the set-up of both accounts is repeated only with the passwords of both @slow', async () => {
  const therapist = { email: emails.therapist, password: 'Summer-2026' }
  await setUp({ therapist })
  for (const other of [{ email: emails.therapist }, { ...therapist, email: newEmail() }])
    expect((await t.browser().call('setUp', input({ therapist: other }))).body.code).toBe('INVALID_LINK')
  expect((await t.browser().call('setUp', input({ therapist }))).body).toMatchObject({ login: { role: 'therapist' } })
})

test('without the answer to the set-up, each account is signed in to and gets its own app @slow', async () => {
  await setUp()
  const secrets = []
  for (const role of ['therapist', 'admin'] as const) {
    const { browser } = await signInAs(role)
    expect((await browser.call(data[role])).body.code).toBe('STEP_UP')
    const { done, secret } = await enrolAppOn(browser)
    expect(done.body).toMatchObject({ both: false, login: { role, need: null } })
    expect((await browser.call(data[role])).status).toBe(200)
    secrets.push(secret)
  }
  expect(secrets[0]).not.toBe(secrets[1])
})

test.each(['therapist', 'admin'] as const)(
  'a page that was closed before the code continues with one app for both, as the %s @slow',
  async (role) => {
    const { browser, app } = await setUp()
    await switchTo(browser, role)
    expect((await browser.call('setUpTwoStep', { password: 'Wrong-2026' })).body.code).toBe('INVALID_CREDENTIALS')
    const { body } = await browser.call('setUpTwoStep', { password: testPassword })
    expect(body).toMatchObject({ other: { email: emails[otherRole[role]] } })
    expect((await browser.call('confirmTwoStep', { code: app.generate() })).body.code).toBe('INVALID_CODE')
    const again = new TOTP({ secret: Secret.fromBase32(String(body.secret)) })
    expect((await browser.call('confirmTwoStep', { code: again.generate() })).body).toMatchObject({
      both: true,
      login: { role, need: null },
    })
    expect((await switchTo(browser, otherRole[role])).body).toMatchObject({ login: { need: null } })
  },
)

test('another browser sets up the app of its own account only, and the first browser then continues with the other one @slow', async () => {
  const { browser, app } = await setUp()
  const elsewhere = (await signInAs('therapist')).browser
  const own = await enrolAppOn(elsewhere)
  expect(own.done.body).toMatchObject({ both: false })
  expect(await confirmedApps()).toBe(1)
  expect((await browser.call('confirmTwoStep', { code: app.generate() })).body.code).toBe('CONFLICT')
  expect((await browser.call('session')).body).toMatchObject({ login: { need: 'code' } })
  await switchTo(browser, 'admin')
  expect((await browser.call('administration/overview')).body).toMatchObject({
    code: 'STEP_UP',
    data: { need: 'enrol' },
  })
  const { done } = await enrolAppOn(browser)
  expect(done.body).toMatchObject({ both: false, login: { role: 'admin', need: null } })
  expect(await submit((await signInAs('therapist')).browser, nextCode(own.app))).toBe(200)
})

test('a browser that holds one account, or a swapped cookie of the other, cannot set up the app of both @slow', async () => {
  const { browser, app } = await setUp()
  const [adminId, therapistId] = [await idOf('admin'), await idOf('therapist')]
  const cookieOf = (id: string) => `attune.a.${id.replaceAll('-', '')}`
  const alone = browser.copy()
  alone.cookies.delete(cookieOf(adminId))
  const swapped = browser.copy()
  swapped.cookies.set(cookieOf(adminId), browser.cookies.get(cookieOf(therapistId)) ?? '')
  for (const one of [swapped, alone])
    expect((await one.call('confirmTwoStep', { code: '000000' })).body.code).toBe('INVALID_CODE')
  expect((await alone.call('confirmTwoStep', { code: app.generate() })).body).toMatchObject({ both: false })
  expect(await confirmedApps()).toBe(1)
  expect((await signInAs('admin')).body).toMatchObject({ login: { role: 'admin', need: 'enrol' } })
})

test('an account that was idle for too long needs its own app @slow', async () => {
  const { browser, app } = await setUp()
  t.pass(16 * 60_000)
  await browser.call('unlock', { password: testPassword })
  expect((await browser.call('confirmTwoStep', { code: nextCode(app) })).body).toMatchObject({ both: false })
  expect(await confirmedApps()).toBe(1)
  const userId = await idOf('admin')
  expect((await browser.call('switchAccount', { userId })).body.code).toBe('LOCKED')
  expect((await browser.call('switchAccount', { userId, password: testPassword })).body).toMatchObject({
    login: { need: 'enrol' },
  })
})

test('completing the app does not extend the time after which the other account needs its password @slow', async () => {
  const { browser, app } = await setUp()
  t.pass(10 * 60_000)
  await browser.call('confirmTwoStep', { code: nextCode(app) })
  t.pass(6 * 60_000)
  expect((await switchTo(browser, 'admin')).body.code).toBe('LOCKED')
})

test('with two passwords, a closed page continues with an app for one account @slow', async () => {
  const { browser } = await setUp({ therapist: { email: emails.therapist, password: 'Summer-2026' } })
  const { done } = await enrolAppOn(browser, 'Summer-2026')
  expect(done.body).toMatchObject({ both: false, login: { role: 'therapist' } })
  await expect(confirmedApps()).resolves.toBe(1)
  expect((await switchTo(browser, 'admin')).body).toMatchObject({ login: { need: 'enrol' } })
})

test('if a login ends while the code is checked, neither account gets the app, and the code stays unused', async () => {
  const { browser, app } = await setUp()
  const held = t.server.auth.logins.held
  t.server.auth.logins.held = async (tokens) => {
    const logins = await held(tokens)
    await t.authRows('delete from auth.login where user_id = $1', [await idOf('admin')])
    return logins
  }
  const code = app.generate()
  expect((await browser.call('confirmTwoStep', { code })).body.code).toBe('INVALID_CODE')
  t.server.auth.logins.held = held
  expect(await confirmedApps()).toBe(0)
  expect(await t.authRows('select 1 from auth.totp_used')).toEqual([])
  expect((await browser.call('confirmTwoStep', { code })).body).toMatchObject({ both: false })
})

test('if the server fails in the middle of the confirmation, neither account has the app, and both can try again @slow', async () => {
  const { browser, app } = await setUp()
  const make = t.server.db.asActor
  const code = app.generate()
  t.server.db.asActor = (actor, work) =>
    actor.role === 'admin' ? Promise.reject(new Error('the power went')) : make(actor, work)
  expect((await browser.call('confirmTwoStep', { code })).status).toBe(500)
  t.server.db.asActor = make
  expect(await confirmedApps()).toBe(0)
  await expectBothToNeedAnApp(browser)
  await switchTo(browser, 'therapist')
  expect((await browser.call('confirmTwoStep', { code })).body).toMatchObject({ both: true })
})

test('if the answer to the confirmation is lost, both accounts sign in with their password and a code of the app @slow', async () => {
  const { browser, app, enrolment } = await setUp()
  await browser.copy().call('confirmTwoStep', { code: app.generate() })
  expect((await browser.call('session')).body).toEqual({ login: null })
  expect(await submit((await signInAs('therapist')).browser, nextCode(app))).toBe(200)
  expect(await submit((await signInAs('admin')).browser, enrolment.other?.recoveryCodes[0], 'backup')).toBe(200)
})

test('after one account got a passkey, the other gets the app alone @slow', async () => {
  const { browser, app } = await setUp()
  await t.authRows(
    `insert into auth.passkey (user_id, public_key, credential_id, counter, device_type, backed_up)
     values ($1, 'key', 'credential', 0, 'singleDevice', false)`,
    [await idOf('admin')],
  )
  expect((await browser.call('confirmTwoStep', { code: app.generate() })).body).toMatchObject({ both: false })
  expect(await confirmedApps()).toBe(1)
})
