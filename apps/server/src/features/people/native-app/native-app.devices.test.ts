import { userDeviceLimit } from '@attune/contract/features/people/native-app/native-app.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { openDevicePush } from '../../../testing/doubles/device-push.ts'
import { openTestNativeApp, sendRaw, type TestNativeApp } from '../../../testing/native-app.ts'
import type { Person } from '../../../testing/people.ts'

afterAll(() => providers.close())
const providers = await openDevicePush(() => app.clock.now())
const app = await startSharedApp({
  worker: false,
  config: { nativePush: providers.config },
  nativePushOrigins: providers.origins,
  outbound: openOutbound({ trusted: Object.values(providers.origins), timeoutMilliseconds: 3_000 }),
})

const installation = (deviceInfo = 'Pixel 8, Android 16') => ({ id: randomUUID(), platform: 'android', deviceInfo })
async function signedIn(person: Person): Promise<TestNativeApp> {
  const native = openTestNativeApp(app, 'android')
  expect((await native.signIn(person)).status).toBe(200)
  return native
}
const rowsOf = async (...ids: string[]) =>
  (
    await app.privileged.definer.query(
      `select account_id, token, device_info, is_active, login_id is not null as "hasLogin" from app.user_device
       where id = any ($1::uuid[])`,
      [ids],
    )
  ).rows

test('two accounts that sign in on one device at once are both accepted, and it belongs to one of them [7.06] @slow', async () => {
  const people = await Promise.all([app.person('client', 1), app.person('client', 2), app.person('therapist', 1)])
  const apps = await Promise.all(people.map(signedIn))
  const input = installation()
  const answers = await Promise.all([...apps, ...apps].map((native) => native.call('nativeApp/recordDevice', input)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const rows = await rowsOf(input.id)
  expect(rows).toMatchObject([{ token: null, is_active: true, hasLogin: true }])
  expect(people.map(({ accountId }) => accountId)).toContain(rows[0]?.account_id)
})

test('two sign-ins of one account at once record one device, that of the later login [7.06]', async () => {
  const client = await app.person('client', 3)
  const apps = [await signedIn(client), await signedIn(client)]
  const input = installation()
  await Promise.all(apps.map((native) => native.call('nativeApp/recordDevice', input)))
  expect(await rowsOf(input.id)).toMatchObject([{ account_id: client.accountId, is_active: true }])
  const other = installation('iPhone 17')
  await apps[1]?.call('nativeApp/recordDevice', { ...other, platform: 'ios' })
  expect(await rowsOf(input.id, other.id)).toHaveLength(2)
})

test('push that was turned on ends with the login, and signing in again records the device without a token [7.06]', async () => {
  const [client, next] = [await app.person('client', 4), await app.person('client', 5)]
  const input = installation()
  const first = await signedIn(client)
  await first.call('nativeApp/recordDevice', input)
  const token = `token-${randomUUID()}`
  await first.call('nativeApp/saveDevice', { ...input, token, isRenewal: false })
  const authorization = `Bearer ${first.token()}`
  await first.call('login/signOut')
  expect(await rowsOf(input.id)).toMatchObject([{ account_id: client.accountId, is_active: false, hasLogin: false }])
  // The app sent this call before signing out, but the call reaches the server afterwards.
  const late = await sendRaw(`${app.address}/api/nativeApp/recordDevice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-attune-key': app.site.key(), authorization },
    body: JSON.stringify(input),
  })
  expect([late.status, late.json().code]).toEqual([401, 'NO_LOGIN'])

  await (await signedIn(client)).call('nativeApp/recordDevice', input)
  expect(await rowsOf(input.id)).toMatchObject([{ account_id: client.accountId, token: null, is_active: true }])
  await (await signedIn(next)).call('nativeApp/recordDevice', input)
  expect(await rowsOf(input.id)).toMatchObject([{ account_id: next.accountId, token: null, is_active: true }])
  expect((await client.api.nativeApp.devices({})).items).toEqual([])
})

test('a newer version of the app or of the system updates the device, and keeps its token [7.06]', async () => {
  const client = await app.person('client', 6)
  const native = await signedIn(client)
  const input = installation()
  await native.call('nativeApp/recordDevice', input)
  await native.call('nativeApp/recordDevice', { ...input, deviceInfo: 'Pixel 8, Android 17' })
  expect(await rowsOf(input.id)).toMatchObject([{ device_info: 'Pixel 8, Android 17', token: null }])
  const saved = { ...input, token: `token-${randomUUID()}` }
  await native.call('nativeApp/saveDevice', { ...saved, isRenewal: false })
  await native.call('nativeApp/saveDevice', { ...saved, deviceInfo: 'Pixel 8, Android 18', isRenewal: true })
  expect(await rowsOf(input.id)).toMatchObject([{ device_info: 'Pixel 8, Android 18', token: saved.token }])
})

test('a page of a browser records no device, also with a bearer token that it made up or took from an app [7.06]', async () => {
  const client = await app.person('client', 7)
  const input = installation()
  const token = (await signedIn(client)).token() ?? ''
  const codes: unknown[] = []
  for (const authorization of [null, 'Bearer made-up', `Bearer ${token}`]) {
    const answer = await client.send('nativeApp/recordDevice', input, { authorization })
    codes.push(((await answer.json()) as { code: string }).code)
  }
  expect(codes).toEqual(['NOT_OFFERED', 'NO_LOGIN', 'NO_LOGIN'])
  for (const platform of ['web', 'electron'])
    expect((await client.send('nativeApp/recordDevice', { ...input, platform })).status).toBe(400)
  const program = { 'content-type': 'application/json', 'x-attune-key': app.site.key(), cookie: client.cookies() }
  const sent = await sendRaw(`${app.address}/api/nativeApp/recordDevice`, {
    method: 'POST',
    headers: program,
    body: JSON.stringify(input),
  })
  expect([sent.status, await rowsOf(input.id)]).toEqual([403, []])
})

test('the devices of an account have a limit, and the one that was seen last stays [7.06]', async () => {
  const client = await app.person('client', 8)
  const native = await signedIn(client)
  const made = Array.from({ length: userDeviceLimit + 2 }, () => installation())
  for (const input of made) {
    app.clock.advance(1_000)
    await native.call('nativeApp/recordDevice', input)
  }
  const { rows } = await app.privileged.definer.query<{ id: string }>(
    'select id from app.user_device where account_id = $1 order by last_seen_at',
    [client.accountId],
  )
  expect(rows.map(({ id }) => id)).toEqual(made.slice(2).map(({ id }) => id))
})
