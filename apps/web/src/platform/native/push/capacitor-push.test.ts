// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const plugin = vi.hoisted(() => ({
  platform: 'android',
  check: (): Promise<{ found: boolean }> => Promise.resolve({ found: true }),
  listeners: new Map<string, (data: unknown) => void>(),
  register: (): Promise<void> => Promise.resolve(),
  calls: [] as string[],
}))
vi.mock('@capacitor/core', () => ({
  Capacitor: { getPlatform: () => plugin.platform },
  registerPlugin: () => ({ check: () => plugin.check() }),
}))
vi.mock('@capacitor/push-notifications', () => ({
  PushNotifications: {
    async addListener(event: string, listener: (data: unknown) => void) {
      plugin.listeners.set(event, listener)
    },
    register() {
      plugin.calls.push('register')
      return plugin.register()
    },
    async removeAllDeliveredNotifications() {
      throw new Error('not registered')
    },
    async unregister() {
      plugin.calls.push('unregister')
      throw new Error('no connection')
    },
  },
}))

// Test files of a worker share modules, and another file may have loaded these modules without the doubles.
vi.resetModules()
const { capacitorPush: push } = await import('./capacitor-push.ts')
const emit = (event: string, data: unknown) => plugin.listeners.get(event)?.(data)

beforeEach(() => {
  plugin.platform = 'android'
  plugin.calls = []
  plugin.check = () => Promise.resolve({ found: true })
  plugin.register = async () => emit('registration', { value: 'token' })
})

test('without the keys of Firebase, Android is never asked to register', async () => {
  plugin.check = () => Promise.resolve({ found: false })
  expect([await push.hasKeys(), await push.register()]).toEqual([false, null])
  plugin.check = () => Promise.reject(new Error('an older app'))
  expect([await push.hasKeys(), await push.register()]).toEqual([false, null])
  await push.unregister()
  expect(plugin.calls).toEqual([])
})

test('the provider’s token, its refusal and a fault of the plugin are told apart, all silently [8.10]', async () => {
  expect(await push.register()).toBe('token')
  plugin.register = async () => emit('registrationError', { error: 'no valid aps-environment entitlement' })
  expect(await push.register()).toBeNull()
  plugin.register = () => Promise.reject(new Error('denied'))
  expect(await push.register()).toBeNull()
  plugin.platform = 'ios'
  expect(await push.hasKeys()).toBe(true)
  await Promise.all([push.unregister(), push.clear()])
})

test('a provider that does not answer ends the wait, and its late token reaches the listener', async () => {
  vi.useFakeTimers()
  const late: string[] = []
  push.onToken((token) => late.push(token))
  plugin.register = async () => {}
  const waiting = push.register()
  await vi.runAllTimersAsync()
  expect(await waiting).toBeNull()
  vi.useRealTimers()
  emit('registration', { value: 'late' })
  emit('registrationError', { error: 'unknown' })
  expect(late).toEqual(['late'])
})

test('an opened notification hands over its payload, or nothing if it has none', () => {
  const opened: string[] = []
  push.onOpen((payload) => opened.push(payload))
  for (const data of [{ p: 'sealed', 'google.sent_time': 1 }, { p: 1 }, undefined])
    emit('pushNotificationActionPerformed', { notification: { data } })
  expect(opened).toEqual(['sealed', '', ''])
})
