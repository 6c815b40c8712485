import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../platform/api/api.ts'
import { FakeDevice } from '../platform/native/fake-port.testing.ts'
import { setNativePort } from '../platform/native/port.ts'
import { cacheLogin, type LoginView } from '../platform/login/login.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { realtimeClient } from '../platform/realtime/realtime-client.ts'
import type { RowChange } from '../platform/realtime/realtime-subscription.ts'
import { takeRedirectAfterLogin } from '../platform/login/redirect-after-login.ts'
import { router } from '../router.ts'
import { mockServer, refusalResponse } from '../testing/render-page.tsx'
import { followPush } from './follow-push.ts'
import { showNewNotifications } from './local-notifications.ts'

const ana = { userId: 'ana', loginId: '1', role: 'client', need: null } as LoginView
const chosen = JSON.stringify({ userId: 'ana', role: 'client', payloadKey: 'A'.repeat(43) })

/** Functions that end the subscriptions of a test, which the app keeps until it is closed. */
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setNativePort(null)
  queryClient.clear()
  takeRedirectAfterLogin()
  router.history.replace('/')
  localStorage.clear()
})

function start(device: FakeDevice, hasLogin: boolean) {
  const { inputsOf } = mockServer({
    'nativeApp/recordDevice': () => ({ done: true }),
    'nativeApp/saveDevice': () => ({ device: {}, payloadKey: 'A'.repeat(43) }),
    'notification/list': () => ({ items: [{ id: 'n', title: 'New message' }], unread: 1 }),
  })
  const subscribe = vi.spyOn(queryClient.getQueryCache(), 'subscribe')
  followPush(device.port, hasLogin)
  stops.push(...subscribe.mock.results.map(({ value }) => value as () => void))
  subscribe.mockRestore()
  return (name = 'saveDevice') => inputsOf(`nativeApp/${name}`)
}

test('each start and each new login renews the device once, and a login that needs a code does not [8.10]', async () => {
  const device = new FakeDevice()
  device.secrets.set('push', chosen)
  const saved = start(device, true)
  cacheLogin({ ...ana, need: 'code' })
  cacheLogin(ana)
  cacheLogin({ ...ana })
  await expect.poll(() => saved()).toMatchObject([{ token: 'token-of-this-phone', isRenewal: true }])
  device.push.giveToken('changed')
  await expect.poll(() => saved()).toHaveLength(2)
  cacheLogin({ ...ana, loginId: '2' })
  await expect.poll(() => saved()).toHaveLength(3)
  expect(device.push.registrations).toBe(2)
})

test('the first sign-in records the device, before push is turned on, and a login that needs a code does not [7.06]', async () => {
  const device = new FakeDevice()
  const sent = start(device, true)
  cacheLogin({ ...ana, need: 'code' })
  cacheLogin(ana)
  await expect.poll(() => sent('recordDevice')).toMatchObject([{ platform: 'android' }])
  expect(sent('recordDevice')).toMatchObject([{ id: device.secrets.get('installation') }])
  expect(device.push.registrations).toBe(0)
})

test('an app in which nobody is signed in ends its token', async () => {
  const device = new FakeDevice()
  device.push.isRegistered = true
  localStorage.setItem('attune-device-push', 'on')
  start(device, false)
  await expect.poll(() => device.push.isRegistered).toBe(false)
})

test('reading the last notification, here or elsewhere, clears the list of the system', () => {
  const device = new FakeDevice()
  start(device, true)
  const { queryKey } = orpc.notification.list.queryOptions({ input: { unreadOnly: true } })
  for (const unread of [2, 1, 0, 0, 1, 0]) queryClient.setQueryData(queryKey, { items: [], unread })
  expect(device.push.cleared).toBe(2)
})

test('a tapped notification opens its page, which waits behind the lock and the sign-in', async () => {
  const device = new FakeDevice()
  device.secrets.set('push', chosen)
  start(device, true)
  device.push.open('of another account')
  await expect.poll(() => router.history.location.href).toBe('/dashboard')
  const { DevicePush } = await import('../platform/native/push/device-push.ts')
  const page = '/dashboard/client/notifications?open=message-received'
  vi.spyOn(DevicePush.prototype, 'read').mockResolvedValue({ type: 'message-received', role: 'client' })
  device.push.open('sealed')
  await expect.poll(() => router.history.location.href).toBe(page)
  expect(takeRedirectAfterLogin()).toBe(page)
})

test('a device with push shows a local notification only in front, so that none appears twice [4.08]', async () => {
  const device = new FakeDevice()
  setNativePort(device.port)
  let change: (changes: RowChange[]) => void = () => {}
  vi.spyOn(realtimeClient, 'subscribe').mockImplementation((_, listener) => {
    change = listener
    return () => {}
  })
  start(device, true)
  showNewNotifications()
  cacheLogin(ana)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const added = [{ event: 'INSERT', id: 'n' }] as RowChange[]
  change(added)
  await expect.poll(() => device.shown.length).toBe(1)
  localStorage.setItem('attune-device-push', 'on')
  change(added)
  visibility.mockReturnValue('visible')
  change(added)
  await expect.poll(() => device.shown.length).toBe(2)
  expect(device.shown.map(({ title }) => title)).toEqual(['New message', 'New message'])
})

test('a notification that could not be read is shown by the device when the connection is back', async () => {
  const device = new FakeDevice()
  setNativePort(device.port)
  let change: (changes: RowChange[]) => void = () => {}
  vi.spyOn(realtimeClient, 'subscribe').mockImplementation((_, listener) => {
    change = listener
    return () => {}
  })
  start(device, true)
  let isAway = true
  const list = vi.fn(() =>
    isAway ? refusalResponse(400, 'BAD_REQUEST') : { items: [{ id: 'n', title: 'New message' }] },
  )
  mockServer({ 'notification/list': list })
  showNewNotifications()
  cacheLogin(ana)
  change([{ event: 'INSERT', id: 'n' }] as RowChange[])
  await expect.poll(() => list.mock.calls.length).toBe(1)
  isAway = false
  await expect.poll(() => (change([]), device.shown.map(({ title }) => title))).toEqual(['New message'])
})
