// @vitest-environment node
import { ORPCError } from '@orpc/client'
import { beforeEach, expect, test } from 'vitest'
import { DevicePush, isPushRegistered, type DeviceCalls } from './device-push.ts'
import { FakeDevice } from '../fake-port.testing.ts'

const ana = { userId: 'ana', role: 'client' } as const
const nora = { userId: 'nora', role: 'therapist' } as const
const key = 'A'.repeat(43)

const server = {
  /** The error with which the server refuses calls; null if it accepts them. */
  refusal: null as Error | null,
  calls: [] as { path: string; input: Record<string, unknown> }[],
}
async function answer(path: string, input: Record<string, unknown>) {
  server.calls.push({ path, input })
  if (server.refusal) throw server.refusal
  return { payloadKey: key }
}
const calls: DeviceCalls = {
  recordDevice: (input) => answer('recordDevice', input),
  saveDevice: (input) => answer('saveDevice', input),
  removeDevice: (input) => answer('removeDevice', input),
}

let device: FakeDevice
let push: DevicePush
const refuse = (code: string) => void (server.refusal = new ORPCError(code))

beforeEach(async () => {
  server.refusal = null
  device = new FakeDevice()
  push = new DevicePush(device.port, calls)
  await push.signedOut()
  server.calls = []
})

const saved = () => server.calls.filter(({ path }) => path === 'saveDevice').map(({ input }) => input)
const isChosen = () => device.secrets.has('push')

test('push is turned on with the permission, a token and the id of the installation, and renewed at each start [4.08]', async () => {
  expect(await push.turnOn(ana)).toBeNull()
  await new DevicePush(device.port, calls).renew(ana)
  const [first, second] = saved()
  expect(first).toMatchObject({ token: 'token-of-this-phone', platform: 'android', isRenewal: false })
  expect(second).toEqual({ ...first, isRenewal: true })
  expect(first?.id).toBe(device.secrets.get('installation'))
  expect([isPushRegistered(), device.push.registrations]).toEqual([true, 2])
})

test('an app in which a person signs in is recorded without a token, and a lost call is silent [7.06, 8.10]', async () => {
  await push.renew(ana)
  const recorded = { id: device.secrets.get('installation'), platform: 'android', deviceInfo: expect.any(String) }
  expect(server.calls).toEqual([{ path: 'recordDevice', input: recorded }])
  expect([device.push.registrations, isPushRegistered(), isChosen()]).toEqual([0, false, false])
  server.refusal = new TypeError('no connection')
  await push.renew(ana)
  expect(server.calls.map(({ path }) => path)).toEqual(['recordDevice', 'recordDevice'])
})

test('a device is recorded without a token for another account, and after the permission was withdrawn', async () => {
  await push.turnOn(ana)
  device.permitsNotifications = false
  await push.renew(ana)
  device.permitsNotifications = true
  await push.renew(nora)
  expect(server.calls.map(({ path }) => path)).toEqual(['saveDevice', 'recordDevice', 'recordDevice'])
})

test('push that is turned on while the device is still being recorded stays on, in whichever part of the app [7.06]', async () => {
  const [recorded, inApp] = [Promise.withResolvers<void>(), new DevicePush(device.port, calls)]
  const slow = {
    ...calls,
    recordDevice: (input: object) => recorded.promise.then(() => answer('recordDevice', { ...input })),
  }
  const renewing = new DevicePush(device.port, slow).renew(ana)
  const turning = inApp.turnOn(ana)
  recorded.resolve()
  await Promise.all([renewing, turning])
  // The last call determines the state that the server keeps.
  expect(server.calls.map(({ path }) => path)).toEqual(['recordDevice', 'saveDevice'])
  expect(await turning).toBeNull()
})

test('a change of the device that failed does not stop the next one [7.06]', async () => {
  server.refusal = new TypeError('no connection')
  await expect(push.turnOff('a phone')).rejects.toThrow('no connection')
  server.refusal = null
  await push.renew(ana)
  expect(server.calls.map(({ path }) => path)).toEqual(['removeDevice', 'recordDevice'])
})

test('an app without keys never registers, because Android would end it', async () => {
  device.push.hasKeys = false
  expect(await push.turnOn(ana)).toBe('not-built')
  device.secrets.set('push', JSON.stringify({ ...ana, payloadKey: key }))
  await push.renew(ana)
  expect([device.push.registrations, server.calls]).toEqual([0, []])
})

test('a denied permission and a failed registration are silent, and the server learns nothing [8.10]', async () => {
  device.permitsNotifications = false
  expect(await push.turnOn(ana)).toBe('not-permitted')
  device.permitsNotifications = true
  device.push.token = null
  expect(await push.turnOn(ana)).toBe('failed')
  device.secrets.set('push', JSON.stringify({ ...ana, payloadKey: key }))
  await push.renew(ana)
  expect([server.calls, isPushRegistered()]).toEqual([[], false])
})

test('a refused or lost call leaves push off and the device without a token [8.10]', async () => {
  refuse('NOT_OFFERED')
  expect(await push.turnOn(ana)).toBe('not-built')
  refuse('NO_LOGIN')
  expect(await push.turnOn(ana)).toBe('failed')
  expect([device.push.isRegistered, isChosen(), isPushRegistered()]).toEqual([false, false, false])
})

test('a token that changes while the app runs is saved for the person who turned push on, and for nobody else', async () => {
  await push.useToken(ana, 'too early')
  await push.turnOn(ana)
  await push.useToken(ana, 'changed')
  await push.useToken(nora, 'of another account')
  await push.useToken(null, 'signed out')
  expect(saved().map(({ token }) => token)).toEqual(['token-of-this-phone', 'changed'])
})

test('another account on the same installation gets no push, and the token of the first ends', async () => {
  await push.turnOn(ana)
  await push.renew(nora)
  expect([device.push.isRegistered, isChosen(), saved().length]).toEqual([false, false, 1])
  // The token of the installation may stay the same. The server moves it to the account that switches push on.
  expect(await push.turnOn(nora)).toBeNull()
  expect(saved()[1]).toMatchObject({ id: saved()[0]?.id, token: saved()[0]?.token, isRenewal: false })
})

test('erased storage ends the token, and turning push on again makes another installation', async () => {
  await push.turnOn(ana)
  device.secrets.clear()
  await push.signedOut()
  expect(device.push.isRegistered).toBe(false)
  await push.turnOn(ana)
  expect(saved()[1]?.id).not.toBe(saved()[0]?.id)
  device.secrets.clear()
  await push.renew(ana)
  expect(device.push.isRegistered).toBe(false)
  device.secrets.set('push', 'not json')
  await push.renew(ana)
  expect(saved()).toHaveLength(2)
})

test('signing out ends the token, and the same person has push again after signing in', async () => {
  await push.turnOn(ana)
  await push.signedOut()
  expect([device.push.isRegistered, isPushRegistered(), isChosen()]).toEqual([false, false, true])
  await push.renew(ana)
  expect([device.push.isRegistered, saved()[1]?.isRenewal]).toEqual([true, true])
})

test('a device that the person has removed, or that may show nothing any more, is not renewed', async () => {
  await push.turnOn(ana)
  device.permitsNotifications = false
  await push.renew(ana)
  expect([saved().length, device.push.isRegistered, isChosen()]).toEqual([1, false, true])
  device.permitsNotifications = true
  server.refusal = new TypeError('no connection')
  await push.renew(ana)
  refuse('NOT_OFFERED')
  await push.renew(ana)
  expect([device.push.isRegistered, isChosen()]).toEqual([false, true])
  refuse('REMOVED')
  await push.renew(ana)
  expect([device.push.isRegistered, isChosen()]).toEqual([false, false])
})

test('turning off removes the device at the server, and here only if it is this one', async () => {
  await push.turnOn(ana)
  await push.turnOff('another phone')
  expect(isChosen()).toBe(true)
  await push.turnOff(String(saved()[0]?.id))
  expect([isChosen(), device.push.isRegistered]).toEqual([false, false])
  expect(server.calls.at(-1)?.path).toBe('removeDevice')
})

/** Encrypts a type as the server does. */
async function payloadOf(type: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0))
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealer = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt'])
  const text = new TextEncoder().encode(JSON.stringify({ type }).padEnd(64))
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode('push') }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, sealer, text))
  return Buffer.concat([nonce, sealed]).toString('base64url')
}

test('a push notification is read with the key of the person, and one of another account is not [4.08]', async () => {
  const payload = await payloadOf('message-received')
  expect(await push.read(payload)).toBeNull()
  await push.turnOn(ana)
  expect(await push.read(payload)).toEqual({ type: 'message-received', role: 'client' })
  const chosen = JSON.parse(device.secrets.get('push') ?? '') as object
  device.secrets.set('push', JSON.stringify({ ...chosen, payloadKey: 'B'.repeat(43) }))
  expect([await push.read(payload), await push.read('')]).toEqual([null, null])
})
