import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../apps/server/src/testing/app.ts'
import { resetAdmin } from './admin-reset/reset.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

const reset = (address: string) => resetAdmin(app.databaseUrl, app.secrets, address)

test('resetting an admin removes second factor, passkeys and logins, and keeps the password', async () => {
  const admin = await app.person('admin')
  await expect(reset(admin.email)).rejects.toThrow('has no two-step verification')
  await app.privileged.auth.query(
    `with k as (insert into auth.passkey (user_id, credential_id, public_key) values ($1, $2, 'key'))
     insert into auth.two_factor (user_id, secret, backup_codes) values ($1, 'secret', 'codes')`,
    [admin.accountId, randomUUID()],
  )
  await app.privileged.auth.query('update auth."user" set two_factor_enabled = true where id = $1', [admin.accountId])
  await reset(admin.email.toUpperCase())

  const { rows } = await app.privileged.auth.query(
    `select two_factor_enabled as flag, (select count(*)::int from auth.passkey where user_id = u.id) as keys,
       (select count(*)::int from auth.two_factor where user_id = u.id) as apps, (select count(*)::int from auth.login where user_id = u.id) as logins
     from auth."user" u where id = $1`,
    [admin.accountId],
  )
  expect(rows).toEqual([{ flag: false, keys: 0, apps: 0, logins: 0 }])
  const fresh = app.anonymous()
  const answer = await fresh.send('login/signIn', { email: admin.email, password: admin.password })
  expect(await answer.json()).toMatchObject({ kind: 'signed-in', login: { need: 'enrol' } })
})

test('the factor of a person who is not an admin is not reset', async () => {
  const therapist = await app.person('therapist')
  await expect(reset(therapist.email)).rejects.toThrow("isn't an admin's address")
  await expect(reset('nobody@example.org')).rejects.toThrow("isn't an admin's address")
})
