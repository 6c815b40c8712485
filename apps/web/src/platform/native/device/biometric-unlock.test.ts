// @vitest-environment node
import { expect, test } from 'vitest'
import { BiometricUnlock } from './biometric-unlock.ts'
import { FakeDevice } from '../fake-port.testing.ts'

const day = 24 * 60 * 60_000

async function chosen() {
  const device = new FakeDevice()
  const clock = { now: 1_000_000 }
  const server = { issued: 0, accepts: true, sent: [] as string[] }
  const calls = {
    newSecret: async () => `secret ${++server.issued}`,
    unlock: async (secret: string) => {
      server.sent.push(secret)
      return server.accepts && secret === `secret ${server.issued}`
    },
  }
  const biometry = new BiometricUnlock(device.port, calls, () => clock.now)
  device.biometry.answers = [true]
  expect(await biometry.turnOn('ana', 'Unlock', 'Cancel')).toBe(true)
  return { device, clock, biometry, server, unlock: (id = 'ana') => biometry.unlock(id, 'Unlock', 'Cancel') }
}

test('a fingerprint unlocks for the person who has chosen it on this device, and for no one else', async () => {
  const { device, unlock } = await chosen()
  device.biometry.answers = [true, true]
  expect(await unlock()).toBe('unlocked')
  expect(await unlock('ben')).toBe('password')
})

test('after 5 failed attempts only the password unlocks, until it was proved again', async () => {
  const { device, biometry, unlock } = await chosen()
  device.biometry.answers = ['failed', 'cancelled', 'failed', 'failed', 'failed', 'failed', true]
  const results = []
  for (let attempt = 0; attempt < 6; attempt++) results.push(await unlock())
  expect(results).toEqual(['failed', 'cancelled', 'failed', 'failed', 'failed', 'password'])
  expect(await biometry.isUsable('ana')).toBe(false)
  expect(await unlock()).toBe('password')
  await biometry.passwordProved('ana')
  expect(await unlock()).toBe('unlocked')
})

test('after 7 days, or with a clock that was set back, only the password unlocks', async () => {
  const { clock, biometry } = await chosen()
  clock.now += 7 * day - 1
  expect(await biometry.isUsable('ana')).toBe(true)
  clock.now += 1
  expect(await biometry.isUsable('ana')).toBe(false)
  clock.now -= 8 * day
  expect(await biometry.isUsable('ana')).toBe(false)
})

test('with another fingerprint or face than before, only the password unlocks', async () => {
  const { device, biometry } = await chosen()
  device.biometry.enrollment = 'two fingers'
  expect(await biometry.isUsable('ana')).toBe(false)
  await biometry.passwordProved('ana')
  expect(await biometry.isUsable('ana')).toBe(true)
})

test('a device without fingerprints asks for the password, also after they were removed', async () => {
  const { device, biometry, unlock } = await chosen()
  device.biometry = { available: false, enrollment: null, answers: [true] }
  expect(await unlock()).toBe('password')
  expect(await biometry.turnOn('ana', 'Unlock', 'Cancel')).toBe(false)
  await biometry.passwordProved('ana')
  expect(await biometry.isChosen('ana')).toBe(false)
})

test('after the storage of the device was erased, the password unlocks', async () => {
  const { device, unlock } = await chosen()
  device.secrets.clear()
  expect(await unlock()).toBe('password')
})

test('the server unlocks with the secret of the device, and gives a new one when the password was proved', async () => {
  const { device, biometry, server, unlock } = await chosen()
  device.biometry.answers = [true, true, true]
  expect(await unlock()).toBe('unlocked')
  await biometry.passwordProved('ana')
  expect(await unlock()).toBe('unlocked')
  expect(server.sent).toEqual(['secret 1', 'secret 2'])
})

test('a secret that the server does not accept is not sent again, and only the password unlocks', async () => {
  const { device, server, unlock } = await chosen()
  server.accepts = false
  device.biometry.answers = [true, true]
  expect([await unlock(), await unlock()]).toEqual(['password', 'password'])
  expect(server.sent).toEqual(['secret 1'])
})

test('the choice of a version without secrets asks for the password once', async () => {
  const { device, biometry, unlock } = await chosen()
  const stored = JSON.parse((await device.port.secrets.get('biometry')) ?? '') as { secret?: string }
  delete stored.secret
  await device.port.secrets.set('biometry', JSON.stringify(stored))
  expect(await unlock()).toBe('password')
  await biometry.passwordProved('ana')
  device.biometry.answers = [true]
  expect(await unlock()).toBe('unlocked')
})
