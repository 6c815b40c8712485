import { openPushPayload } from '@attune/contract/features/people/native-app/native-app.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { openDevicePush } from '../../../testing/doubles/device-push.ts'
import { openTestNativeApp, type TestNativeApp } from '../../../testing/native-app.ts'
import type { Person } from '../../../testing/people.ts'
import { createTestConversation, sendText } from '../../messages/message/message.testing.ts'
import { pushJobs } from '../../messages/push/push.jobs.ts'
import { runDuePushJobs, waitingPushJobs } from '../../messages/push/push.testing.ts'

afterAll(() => providers.close())
const providers = await openDevicePush(() => app.clock.now())
const app = await startSharedApp({
  worker: false,
  config: { nativePush: providers.config },
  nativePushOrigins: providers.origins,
  outbound: openOutbound({ trusted: Object.values(providers.origins), timeoutMilliseconds: 3_000 }),
})
afterEach(() => {
  providers.mode = 'up'
  providers.retryAfter = null
})

let pair = 0
const newConversation = () => createTestConversation(app, ++pair)
type Device = { id: string; token: string; platform: 'android' | 'ios'; native: TestNativeApp; payloadKey: string }

async function registered(person: Person, platform: 'android' | 'ios', more: object = {}): Promise<Device> {
  const native = openTestNativeApp(app, platform)
  await native.signIn(person)
  const input = {
    id: randomUUID(),
    token: `token-${randomUUID()}`,
    platform,
    deviceInfo: 'Pixel 8, Android 16',
    isRenewal: false,
    ...more,
  }
  const answer = await native.call('nativeApp/saveDevice', input)
  expect(answer.status, answer.bytes.toString()).toBe(200)
  return { ...input, native, payloadKey: answer.json().payloadKey as string }
}

const waitingJobs = (person: Person) => waitingPushJobs(app, person)
const runDueJobs = (person: Person) => runDuePushJobs(app, person)
const rowsOf = async (token: string) =>
  (
    await app.privileged.definer.query<{ account_id: string; is_active: boolean }>(
      'select account_id, is_active from app.user_device where token = $1',
      [token],
    )
  ).rows
const payloadOf = (device: Device) => {
  const body = providers.received(device.token).at(-1)?.body ?? {}
  return ((body.data as { p?: string } | undefined)?.p ?? body.p) as string
}

test('a push to a device has a neutral title and a payload that only the device reads @slow', async () => {
  const { therapist, client, id } = await newConversation()
  const devices = [await registered(client, 'android'), await registered(client, 'ios')]
  await client.api.account.saveSettings({ language: 'de', zone: 'Europe/Berlin' })
  await sendText(therapist, id, 'Canary words')
  await runDueJobs(client)
  for (const device of devices) {
    const [message] = providers.received(device.token)
    expect(providers.received(device.token)).toHaveLength(1)
    expect(await openPushPayload(device.payloadKey, payloadOf(device))).toBe('message-received')
    const sent = JSON.stringify(message)
    expect(sent).toContain('Neue Mitteilung')
    for (const secret of ['Canary', 'message', id, client.accountId])
      expect(sent.replace('messages:send', ''), secret).not.toContain(secret)
  }
  const [android, ios] = devices.map((device) => providers.received(device.token)[0])
  expect(android?.body).toMatchObject({
    notification: { title: 'Neue Mitteilung' },
    android: { notification: { channel_id: 'notifications' } },
  })
  expect(ios?.body).toMatchObject({ aps: { alert: { title: 'Neue Mitteilung' }, sound: 'default' } })
  expect(ios?.headers).toMatchObject({ 'apns-push-type': 'alert', 'apns-topic': 'org.practice.app' })
  // The payloads of all types have the same length, and another device cannot decrypt them.
  const lengths = [payloadOf(devices[0] as Device).length]
  await client.api.nativeApp.testDevice({ id: devices[0]?.id ?? '' })
  await runDueJobs(client)
  lengths.push(payloadOf(devices[0] as Device).length)
  expect(new Set(lengths).size).toBe(1)
  expect(await openPushPayload(devices[0]?.payloadKey ?? '', payloadOf(devices[0] as Device))).toBe('test')
  expect(await openPushPayload(devices[1]?.payloadKey ?? '', payloadOf(devices[0] as Device))).toBeNull()
  // The access token is requested only once.
  expect([providers.accesses.fcm, providers.accesses.apns.size]).toEqual([1, 1])
})

test('a device is recorded at the first sign-in in the app, without a token until push is turned on [7.06] @slow', async () => {
  const { therapist, client, id } = await newConversation()
  const native = openTestNativeApp(app, 'android')
  await native.signIn(client)
  const input = { id: randomUUID(), platform: 'android', deviceInfo: 'Pixel 8, Android 16' } as const
  const row = async () =>
    (
      await app.privileged.definer.query(
        `select account_id, login_id is not null as "hasLogin", token, platform, device_info, is_active, last_seen_at
         from app.user_device where id = $1`,
        [input.id],
      )
    ).rows
  // A browser does not count as a device.
  await expect(client.api.nativeApp.recordDevice(input)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  expect(await row()).toEqual([])
  expect((await native.call('nativeApp/recordDevice', input)).status).toBe(200)
  const recorded = {
    account_id: client.accountId,
    hasLogin: true,
    token: null,
    platform: 'android',
    device_info: 'Pixel 8, Android 16',
    is_active: true,
  }
  expect(await row()).toMatchObject([recorded])
  // This device receives no push and is not listed.
  await sendText(therapist, id, 'Hello')
  expect(await waitingJobs(client)).toEqual([])
  expect((await client.api.nativeApp.devices({})).items).toEqual([])
  await expect(client.api.nativeApp.testDevice({ id: input.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const before = app.clock.now()
  app.clock.advance(60_000)
  await native.call('nativeApp/recordDevice', input)
  const [seen] = await row()
  expect(new Date(seen?.last_seen_at as string).getTime()).toBeGreaterThan(before.getTime())

  const token = `token-${randomUUID()}`
  await native.call('nativeApp/saveDevice', { ...input, token, isRenewal: false })
  expect(await row()).toMatchObject([{ ...recorded, token }])
  await client.api.nativeApp.removeDevice({ id: input.id })
  await native.call('nativeApp/recordDevice', input)
  expect(await row()).toMatchObject([{ token: null, is_active: false }])
  // The installation belongs to the account that signs in on the device.
  const other = openTestNativeApp(app, 'android')
  await other.signIn(therapist)
  await other.call('nativeApp/recordDevice', input)
  expect(await row()).toMatchObject([{ account_id: therapist.accountId, token: null, is_active: true }])
})

test('a device is one row of the account, renewed at each start and inactive after signing out [3.06] @slow', async () => {
  const { client } = await newConversation()
  const device = await registered(client, 'android')
  const { native, payloadKey: _key, ...input } = device
  app.clock.advance(60_000)
  const before = app.clock.now().getTime()
  await native.call('nativeApp/saveDevice', { ...input, isRenewal: true, deviceInfo: 'Pixel 9' })
  const devices = async () => (await client.api.nativeApp.devices({})).items
  expect(await devices()).toMatchObject([
    { id: device.id, platform: 'android', deviceInfo: 'Pixel 9', isActive: true, isCurrent: false },
  ])
  expect(Date.parse((await devices())[0]?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(before)
  expect((await native.call('nativeApp/devices')).json()).toMatchObject({ items: [{ isCurrent: true }] })
  // A new token replaces the old one of the same installation.
  await native.call('nativeApp/saveDevice', { ...input, token: 'token-new-one', isRenewal: true })
  expect([await rowsOf(device.token), await rowsOf('token-new-one')]).toMatchObject([[], [{ is_active: true }]])
  await native.call('login/signOut')
  expect(await devices()).toMatchObject([{ id: device.id, isActive: false }])
  await expect(client.api.nativeApp.testDevice({ id: device.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a token that belonged to another account moves to the one that signs in [3.06]', async () => {
  const { therapist, client } = await newConversation()
  const first = await registered(client, 'android')
  // Another account registers the same installation with the same token. Then the first account registers a new installation with that token.
  await registered(therapist, 'android', { id: first.id, token: first.token })
  expect(await rowsOf(first.token)).toEqual([{ account_id: therapist.accountId, is_active: true }])
  const again = await registered(client, 'android', { token: first.token })
  expect(await rowsOf(first.token)).toEqual([{ account_id: client.accountId, is_active: true }])
  expect((await therapist.api.nativeApp.devices({})).items).toEqual([])
  // Each account and device has a different payload key.
  expect(again.payloadKey).not.toBe(first.payloadKey)
})

test('a device that the provider no longer knows is inactive and gets nothing more', async () => {
  const { therapist, client, id } = await newConversation()
  for (const platform of ['android', 'ios'] as const) {
    const device = await registered(client, platform)
    providers.remove(device.token)
    await sendText(therapist, id, 'Anybody there?')
    await runDueJobs(client)
    expect(await rowsOf(device.token)).toMatchObject([{ is_active: false }])
  }
  await sendText(therapist, id, 'Still there?')
  expect((await waitingJobs(client)).filter(({ name }) => name === 'push-device')).toEqual([])
})

test('a push waits as long as a busy provider asks, is repeated after a fault and renews its access', async () => {
  const { client } = await newConversation()
  for (const platform of ['android', 'ios'] as const) {
    const device = await registered(client, platform)
    const data = { accountId: client.accountId, deviceId: device.id, notificationId: null }
    const send = () => pushJobs['push-device'].run(app, data, { retryCount: 0, last: false })
    providers.mode = 'expired'
    await expect(send()).rejects.toThrow('answered')
    await send()
    expect(providers.received(device.token)).toHaveLength(1)
    providers.mode = 500
    await expect(send()).rejects.toThrow('answered 500')
    providers.mode = 429
    providers.retryAfter = '120'
    await send()
    const [waiting] = (await waitingJobs(client)).slice(-1)
    expect([waiting?.name, Math.round(waiting?.wait ?? 0)]).toEqual(['push-device', 120])
    providers.mode = 400
    await send()
    expect(await rowsOf(device.token)).toMatchObject([{ is_active: true }])
    providers.mode = 'up'
    providers.retryAfter = null
    app.clock.advance(61 * 60_000)
    await send()
    expect(providers.received(device.token)).toHaveLength(2)
  }
})

test('a browser, an app whose host has no keys and a removed device are not registered for push [7.06] @slow', async () => {
  const { client } = await newConversation()
  const input = {
    id: randomUUID(),
    token: 'token-of-a-browser',
    platform: 'android',
    deviceInfo: '',
    isRenewal: false,
  } as const
  await expect(client.api.nativeApp.saveDevice(input)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  for (const platform of ['web', 'electron'])
    await expect(client.api.nativeApp.saveDevice({ ...input, platform: platform as 'ios' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  expect(await client.api.nativeApp.pushOffer({})).toEqual({ android: true, ios: true })
  const device = await registered(client, 'ios')
  await client.api.nativeApp.removeDevice({ id: device.id })
  expect((await client.api.nativeApp.devices({})).items).toEqual([])
  const { native, payloadKey: _key, ...again } = device
  expect((await native.call('nativeApp/saveDevice', { ...again, isRenewal: true })).json()).toMatchObject({
    code: 'REMOVED',
  })
  await native.call('nativeApp/saveDevice', again)
  expect((await client.api.nativeApp.devices({})).items).toMatchObject([{ id: device.id, isActive: true }])

  const without = await createTestApp({ worker: false })
  try {
    const person = await without.person('client')
    const elsewhere = openTestNativeApp(without)
    await elsewhere.signIn(person)
    expect((await elsewhere.call('nativeApp/pushOffer')).json()).toEqual({ android: false, ios: false })
    expect((await elsewhere.call('nativeApp/saveDevice', input)).json()).toMatchObject({ code: 'NOT_OFFERED' })
  } finally {
    await without.close()
  }
})

test('a provider that resolves to this machine is not called, also over HTTP/2', async () => {
  const { client } = await newConversation()
  const device = await registered(client, 'ios')
  const strict = openOutbound()
  for (const [address, reason] of [
    [`${providers.origins.apns}/3/device/${device.token}`, 'not over https'],
    ['https://127.0.0.1:1/3/device/x', 'no public machine'],
  ] as const)
    await expect(
      strict.request(address, { isHttp2: true, method: 'POST', body: '', atMostBytes: 100 }),
    ).rejects.toThrow(reason)
  const { resolve } = {
    resolve: (_: string, __: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '10.0.0.1', family: 4 }]),
  }
  const rebound = openOutbound({ resolve: resolve as never })
  await expect(
    rebound.request('https://push.example.org/3/device/x', {
      isHttp2: true,
      method: 'POST',
      body: '',
      atMostBytes: 100,
    }),
  ).rejects.toThrow('no public machine')
})
