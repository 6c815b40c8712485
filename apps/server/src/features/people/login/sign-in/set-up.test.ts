import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../../../app.ts'
import { loadSecrets } from '../../../../platform/secrets/secrets.ts'
import { testSecrets } from '../../../../testing/database/database.ts'
import {
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
