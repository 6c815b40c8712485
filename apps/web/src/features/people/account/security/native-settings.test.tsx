import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Me } from '../../../../platform/login/login.ts'
import { FakeDevice } from '../../../../platform/native/fake-port.testing.ts'
import { setNativePort } from '../../../../platform/native/port.ts'
import { screenProtection } from '../../../../platform/native/device/screen-protection.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { NativeSettings } from './NativeSettings.tsx'

const person = (role: Me['role']) => ({ id: 'ana', role }) as Me
const show = async (device: FakeDevice, role: Me['role'] = 'client') => {
  setNativePort(device.port)
  await renderPage(<NativeSettings me={person(role)} />)
}
const setting = (name: 'biometry' | 'screen') =>
  screen.findByRole('switch', { name: uiText(`native:settings.${name}`) })

afterEach(() => setNativePort(null))

test('a person turns unlocking with a fingerprint on and off on this device', async () => {
  const device = new FakeDevice()
  device.biometry.answers = [true]
  mockServer({ 'login/newUnlockSecret': () => ({ secret: 'A'.repeat(43) }) })
  await show(device)
  fireEvent.click(await setting('biometry'))
  await expect.poll(() => device.secrets.has('biometry')).toBe(true)
  await expect.poll(async () => ((await setting('biometry')) as HTMLInputElement).checked).toBe(true)
  fireEvent.click(await setting('biometry'))
  await expect.poll(() => device.secrets.has('biometry')).toBe(false)
})

test('a device without fingerprints says so', async () => {
  const device = new FakeDevice()
  device.biometry.available = false
  await show(device)
  fireEvent.click(await setting('biometry'))
  await screen.findByText(uiText('native:settings.biometryUnavailable'))
})

test('clients choose whether the screen is protected, therapists cannot turn it off', async () => {
  await show(new FakeDevice())
  fireEvent.click(await setting('screen'))
  expect(screenProtection.get()).toBe(true)
  fireEvent.click(await setting('screen'))
  expect(screenProtection.get()).toBe(false)
})

test('the protection of a therapist is always on', async () => {
  await show(new FakeDevice(), 'therapist')
  const own = (await setting('screen')) as HTMLInputElement
  expect([own.checked, own.disabled]).toEqual([true, true])
})

test.each([
  [true, 'allowed'],
  [false, 'notAllowed'],
  [null, 'asks'],
] as const)('a camera whose permission is %s shows as %s, with where to change it [8.10]', async (permits, state) => {
  const device = new FakeDevice()
  device.features.permitsCamera = permits
  await show(device)
  await screen.findByText(uiText('native:settings.cameraHint'))
  await screen.findByText(uiText(`native:settings.${state}`))
})
