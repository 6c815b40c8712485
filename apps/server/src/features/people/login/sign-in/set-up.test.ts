import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../../app.ts'
import { loadSecrets } from '../../../../platform/secrets/secrets.ts'
import { testSecrets } from '../../../../testing/database/database.ts'
import {
  badToken,
  callWithSlowHash,
  enrolAppOn,
  newEmail,
  openLoginTest,
  testPassword,
  testPerson,
  tokenIn,
  type LoginTest,
} from '../login.testing.ts'

let t: LoginTest
afterEach(() => t.close())

const input = (more: object = {}) => ({
  ...testPerson,
  token: tokenIn(t.server.setupLink),
  email: newEmail(),
  password: testPassword,
  zone: 'Europe/Berlin',
  practiceName: 'Practice at the river',
  publicUrl: null,
  therapist: null,
  ...more,
})

test('the secrets record the practice when the first admin is created and at the next start @slow', async () => {
  t = await openLoginTest()
  const { secretsDir } = t.server.config
  mkdirSync(secretsDir, { recursive: true })
  const writeOld = () => writeFileSync(join(secretsDir, 'secrets.json'), JSON.stringify(testSecrets))
  writeOld()
  expect(loadSecrets(secretsDir).hasPractice).toBe(false)
  await t.browser().call('setUp', input())
  expect(loadSecrets(secretsDir).hasPractice).toBe(true)

  writeOld()
  const next = await createApp({ ...t.server.config, logLevel: 'silent' }, testSecrets, t.server.databaseUrl, {
    migrated: true,
    worker: false,
  })
  await next.close()
  expect(loadSecrets(secretsDir).hasPractice).toBe(true)
})

test('the support hours are in the zone of the practice', async () => {
  t = await openLoginTest()
  const zone = 'Australia/Adelaide'
  expect((await t.browser().call('setUp', input({ zone }))).status).toBe(200)
  expect(await t.appRows('select support_zone, support_hours_confirmed from app.product_setting')).toEqual([
    { support_zone: zone, support_hours_confirmed: false },
  ])
})

test('the set-up link creates the admin, once @slow', async () => {
  t = await openLoginTest()
  const mine = t.browser()
  const first = await mine.call('setUp', input())
  expect(first.body).toMatchObject({
    kind: 'signed-in',
    login: { role: 'admin', strength: 1, need: 'enrol' },
    enrolment: null,
  })
  expect((await mine.call('administration/overview')).body).toMatchObject({ code: 'STEP_UP', data: { need: 'enrol' } })
  await enrolAppOn(mine)
  expect((await mine.call('administration/overview')).status).toBe(200)
  expect((await t.appRows('select practice_name, email_name from app.product_setting'))[0]).toEqual({
    practice_name: 'Practice at the river',
    email_name: 'Practice at the river',
  })
  expect((await t.browser().call('setUp', input())).body.code).toBe('INVALID_LINK')
  expect((await t.browser().call('readLink', { token: tokenIn(t.server.setupLink), purpose: 'setup' })).body.code).toBe(
    'INVALID_LINK',
  )
})

test('the set-up stores the name in emails that was entered @slow', async () => {
  t = await openLoginTest()
  await t.browser().call('setUp', input({ emailName: 'Lindqvist' }))
  expect(await t.appRows('select email_name from app.product_setting')).toEqual([{ email_name: 'Lindqvist' }])
})

test('of ten concurrent set-ups one creates the admin @slow', async () => {
  t = await openLoginTest()
  const answers = await Promise.all(Array.from({ length: 10 }, () => t.browser().call('setUp', input())))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await t.appRows(`select 1 from app.profile where role = 'admin'`)).toHaveLength(1)
  expect(await t.authRows('select 1 from auth."user"')).toHaveLength(1)
})

test('both accounts need different addresses, and a plain http address must be on this machine @slow', async () => {
  t = await openLoginTest()
  const email = newEmail()
  expect((await t.browser().call('setUp', input({ email, therapist: { email } }))).body.code).toBe('SAME_EMAIL')
  expect((await t.browser().call('setUp', input({ publicUrl: 'http://practice.example' }))).status).toBe(400)
  expect((await t.browser().call('setUp', input())).status).toBe(200)
})

test('a set-up that takes too long is answered with 503, and the same call then signs in to the account that it created', async () => {
  t = await openLoginTest()
  const body = input()
  const { answer, finish } = await callWithSlowHash(t, 'setUp', body)
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2'])
  await finish()
  const mine = t.browser()
  expect((await mine.call('setUp', body)).body).toMatchObject({
    kind: 'signed-in',
    login: { email: body.email, role: 'admin', need: 'enrol' },
    enrolment: null,
  })
  expect((await mine.call('session')).body).toMatchObject({ login: { email: body.email } })
  expect(await t.authRows('select email from auth."user"')).toEqual([{ email: body.email }])
})

test('the same set-up can be sent again while the first call still hashes the password', async () => {
  t = await openLoginTest()
  const body = input()
  const { finish } = await callWithSlowHash(t, 'setUp', body)
  expect((await t.browser().call('setUp', body)).body).toMatchObject({ login: { email: body.email, role: 'admin' } })
  await finish()
  expect(await t.authRows('select email from auth."user"')).toEqual([{ email: body.email }])
  expect((await t.browser().call('signIn', { email: body.email, password: testPassword })).status).toBe(200)
})

test('the used set-up link refuses another password, another address and an account with a second factor in the same way @slow', async () => {
  t = await openLoginTest()
  const body = input()
  const mine = t.browser()
  await mine.call('setUp', body)
  const refused = async (more: object) => (await t.browser().call('setUp', { ...body, ...more })).body
  const answers = [
    await refused({ token: badToken }),
    await refused({ password: 'Summer-2026' }),
    await refused({ email: newEmail() }),
    await refused({ therapist: { email: newEmail() } }),
  ]
  await enrolAppOn(mine)
  answers.push(await refused({}))
  expect(answers[0]).toMatchObject({ code: 'INVALID_LINK' })
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

test('wrong passwords at the used set-up link count as guesses, and the audit log has them @slow', async () => {
  t = await openLoginTest()
  const body = input()
  await t.browser().call('setUp', body)
  for (let n = 0; n < 10; n++) await t.browser().call('setUp', { ...body, password: `Summer-${n}` })
  expect((await t.browser().call('setUp', body)).body.code).toBe('INVALID_LINK')
  expect((await t.browser().call('signIn', { email: body.email, password: testPassword })).status).toBe(401)
  expect((await t.appRows(`select 1 from app.audit where action = 'sign-in-refused'`)).length).toBeGreaterThanOrEqual(
    10,
  )
  t.pass(15 * 60_000 + 1_000)
  expect((await t.browser().call('setUp', body)).status).toBe(200)
})

test('after the server stopped between account and profile, the same call completes the set-up @slow', async () => {
  t = await openLoginTest({ expectedErrors: ['a request failed'] })
  const { db, auth } = t.server
  const { asActor } = db
  const body = input()
  db.asActor = (actor, work) =>
    actor.role === 'admin' ? Promise.reject(new Error('the power went')) : asActor(actor, work)
  vi.spyOn(auth.users, 'restoreSetupToken').mockRejectedValueOnce(new Error('the power went'))
  expect((await t.browser().call('setUp', body)).status).toBe(500)
  db.asActor = asActor
  expect((await t.browser().call('setUp', body)).body).toMatchObject({ login: { email: body.email, role: 'admin' } })
  expect(await t.appRows('select practice_name from app.product_setting')).toEqual([
    { practice_name: body.practiceName },
  ])
})

test('a set-up that fails after its repetition has succeeded leaves the link used @slow', async () => {
  t = await openLoginTest({ expectedErrors: ['a request failed'] })
  const { db } = t.server
  const body = input()
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const { asActor } = db
  db.asActor = (actor, work) => {
    if (actor.role !== 'admin') return asActor(actor, work)
    db.asActor = asActor
    reached.resolve()
    return held.promise
  }
  const first = t.browser().call('setUp', body)
  await reached.promise
  expect((await t.browser().call('setUp', body)).status).toBe(200)
  held.reject(new Error('the power went'))
  expect((await first).status).toBe(500)
  expect((await t.browser().call('readLink', { token: body.token, purpose: 'setup' })).status).toBe(410)
  expect((await t.browser().call('setUp', body)).status).toBe(200)
})

test('an unconfirmed account at the admin’s address is replaced @slow', async () => {
  t = await openLoginTest()
  const email = newEmail()
  await t.browser().call('signUp', { ...testPerson, email, password: 'Squatter-1' })
  expect((await t.browser().call('setUp', input({ email }))).body).toMatchObject({ login: { role: 'admin' } })
  expect((await t.browser().call('signIn', { email, password: 'Squatter-1' })).status).toBe(401)
})

test('the set-up refuses the address of an existing client, and the link stays valid @slow', async () => {
  t = await openLoginTest()
  const { email, mine } = await t.client()
  expect((await t.browser().call('setUp', input({ email }))).body.code).toBe('CONFLICT')
  expect((await mine.call('session')).body).toMatchObject({ login: { email, role: 'client' } })
  expect((await t.browser().call('setUp', input())).status).toBe(200)
})

test('an approved therapist sets up the second factor on the same browser, without signing in again @slow', async () => {
  t = await openLoginTest()
  const admin = t.browser()
  await admin.call('setUp', input())
  await enrolAppOn(admin)
  const { mine } = await t.client()
  const names = { firstName: 'Tom', lastName: 'Rot', zone: 'Europe/Berlin', language: 'en' }
  await mine.call('account/onboard', { ...names, role: 'therapist' })
  expect((await mine.call('session')).body).toMatchObject({ login: { role: 'client', need: null } })
  const asked = (await admin.call('administration/roleRequests', { which: 'waiting' })).body as unknown as {
    items: { id: string }[]
  }
  await admin.call('administration/approveRole', { id: asked.items[0]?.id, command: crypto.randomUUID() })
  expect((await mine.call('session')).body).toMatchObject({ login: { role: 'therapist', need: 'enrol', strength: 1 } })
  const { done } = await enrolAppOn(mine)
  expect(done.body).toMatchObject({ login: { role: 'therapist', need: null, strength: 2 } })
  const { items } = (await mine.call('notification/list', {})).body as unknown as {
    items: { kind: string; message: string }[]
  }
  const approved = items.find(({ kind }) => kind === 'role-approved')
  expect(approved?.message).toMatch(/therapist/)
  expect(approved?.message).not.toMatch(/second factor|two-step|set up/i)
})
