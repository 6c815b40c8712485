// @vitest-environment node
import { expect, test } from 'vitest'
import { FakeDevice } from '../fake-port.testing.ts'
import { showLocalNotification } from './local-notification.ts'

const notification = { title: 'New message', path: '/dashboard/client/messages' }

test('a notification has the stored title or the fallback, and an id of 31 bits from the time [4.08, 9.06]', async () => {
  const { port, shown } = new FakeDevice()
  await showLocalNotification(notification, 'New notification', 2_147_483_647 * 3 + 5, port)
  await showLocalNotification({ ...notification, title: ' ' }, 'New notification', 7, port)
  expect(shown).toEqual([
    { id: 5, title: 'New message', channelId: 'notifications', path: notification.path },
    { id: 7, title: 'New notification', channelId: 'notifications', path: notification.path },
  ])
})

test('a denied permission is silent, and a browser shows nothing [8.10]', async () => {
  const device = new FakeDevice()
  device.permitsNotifications = false
  await showLocalNotification(notification, 'New notification', 7, device.port)
  await showLocalNotification(notification, 'New notification', 7, null)
  expect(device.shown).toEqual([])
})
