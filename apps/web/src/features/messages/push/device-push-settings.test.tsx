import type { UserDevice } from '@attune/contract/features/people/native-app/native-app'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeDevice } from '../../../platform/native/fake-port.testing.ts'
import { setNativePort } from '../../../platform/native/port.ts'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { DevicePushSettings } from './DevicePushSettings.tsx'

const me = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const phone: UserDevice = {
  id: me,
  platform: 'android',
  deviceInfo: 'Pixel 8, Android 16',
  isActive: true,
  lastSeenAt: '1970-01-01T08:00:00.000Z',
  isCurrent: true,
}

afterEach(() => {
  setNativePort(null)
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function openSettings(device: FakeDevice, { isOffered = true, first = [] as UserDevice[] } = {}) {
  let items = first
  setNativePort(device.port)
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: me, role: 'client', need: null } }),
    'account/me': () => ({ id: me, role: 'client', zone: 'Europe/Berlin' }),
    'nativeApp/pushOffer': () => ({ android: isOffered, ios: isOffered }),
    'nativeApp/devices': () => ({ items }),
    'nativeApp/saveDevice': ({ id }: { id: string }) => {
      items = [{ ...phone, id }]
      return { device: items[0], payloadKey: 'A'.repeat(43) }
    },
    'nativeApp/removeDevice': ({ id }: { id: string }) => {
      items = items.filter((item) => item.id !== id)
      return { done: true }
    },
    'nativeApp/testDevice': () => ({ done: true }),
  })
  await renderPage(<DevicePushSettings />)
  await screen.findByText(uiText('native:push.permission'))
  return { calls, sent: (path: string) => calls.filter((call) => call.path === path) }
}
const here = () => screen.findByRole<HTMLInputElement>('switch', { name: uiText('native:push.here') })
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a person turns push on and off on this phone, sends a test, and sees the phone in the list', async () => {
  const device = new FakeDevice()
  const { sent } = await openSettings(device)
  fireEvent.click(await here())
  await screen.findByText(phone.deviceInfo)
  await waitFor(async () => expect((await here()).checked).toBe(true))
  await click(uiText('push:testOf', { name: phone.deviceInfo }))
  await waitFor(() => expect(sent('nativeApp/testDevice')).toHaveLength(1))
  fireEvent.click(await here())
  await waitFor(() => expect(screen.queryByText(phone.deviceInfo)).toBeNull())
  expect([(await here()).checked, device.push.isRegistered]).toEqual([false, false])
})

test('an app without keys, and a host without keys, offer no push and say why', async () => {
  const device = new FakeDevice()
  device.push.hasKeys = false
  await openSettings(device)
  await screen.findByText(uiText('native:push.none'))
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a host that sends no push offers none', async () => {
  await openSettings(new FakeDevice(), { isOffered: false })
  await screen.findByText(uiText('native:push.none'))
})

test('a denied permission is said without an error, with the way to change it [8.10]', async () => {
  const device = new FakeDevice()
  device.permitsNotifications = false
  const { sent } = await openSettings(device)
  await click(uiText('native:push.allow'))
  await screen.findByText(uiText('native:push.notAllowed'))
  await screen.findByText(uiText('native:push.permissionHint.android'))
  fireEvent.click(await here())
  await screen.findByText(uiText('native:push.problems.not-permitted'))
  expect([(await here()).checked, sent('nativeApp/saveDevice')]).toEqual([false, []])
})

test('a phone that the provider no longer knows is off and gets no test', async () => {
  await openSettings(new FakeDevice(), { first: [{ ...phone, isActive: false }] })
  await screen.findByText(uiText('native:push.stopped'))
  expect((await here()).checked).toBe(false)
  expect(screen.queryByRole('button', { name: uiText('push:testOf', { name: phone.deviceInfo }) })).toBeNull()
})
