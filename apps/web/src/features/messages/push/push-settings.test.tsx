import type { PushBrowser } from '@attune/contract/features/messages/push/push'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pushAnswerMilliseconds, renewPush } from '../../../platform/push/push-browser.ts'
import { pushAccountKey } from '../../../platform/push/push-flag.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { BrowserPushSettings } from './BrowserPushSettings.tsx'

const me = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const hostKey = btoa(String.fromCharCode(...Array<number>(65).fill(4)))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '')
const browser: PushBrowser = {
  id: me,
  name: 'Firefox · Windows',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-20T08:00:00.000Z',
  isCurrent: true,
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const name of ['serviceWorker', 'userAgent']) Reflect.deleteProperty(navigator, name)
})

type Subscribe = () => Promise<PushSubscription>

/** Pretends that this browser supports push notifications, with a push service that answers as given. */
function pretendPush(subscribe: Subscribe, permission: NotificationPermission = 'granted') {
  const unsubscribe = vi.fn(async () => true)
  const made = (endpoint: string, key = hostKey) =>
    ({
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
          c.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe,
    }) as unknown as PushSubscription
  let current: PushSubscription | null = null
  const asked = vi.fn(subscribe)
  const pushManager = { subscribe: asked, getSubscription: async () => current }
  const registration = { pushManager, getNotifications: async () => [] }
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('PushManager', class {})
  const requestPermission = vi.fn(async () => permission)
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  return {
    asked,
    made,
    unsubscribe,
    requestPermission,
    has: (subscription: PushSubscription) => {
      current = subscription
      vi.stubGlobal('Notification', { permission: 'granted', requestPermission })
    },
  }
}

async function openSettings(procedures: Parameters<typeof mockServer>[0] = {}) {
  let items: PushBrowser[] = []
  const { inputsOf: sent } = mockServer({
    'login/session': () => ({ login: { userId: me, role: 'client', need: null } }),
    'account/me': () => ({ id: me, role: 'client', zone: 'Europe/Berlin' }),
    'push/hostKey': () => ({ key: hostKey }),
    'push/browsers': () => ({ items }),
    'push/subscribe': () => {
      items = [browser]
      return browser
    },
    'push/remove': () => {
      items = []
      return { done: true }
    },
    ...procedures,
  })
  await renderPage(<BrowserPushSettings />)
  const here = await screen.findByRole<HTMLInputElement>('switch', { name: uiText('push:here') })
  return { sent, here }
}
const button = (name: string) => screen.findByRole('button', { name })

test('the browser asks for permission only after the explanation was accepted @slow', async () => {
  const push = pretendPush(async () => push.made('https://push.example/1'))
  const { sent, here } = await openSettings()
  fireEvent.click(here)
  expect(await screen.findByText(uiText('push:dialog.text'))).toBeTruthy()
  expect(push.requestPermission).not.toHaveBeenCalled()
  fireEvent.click(await button(uiText('push:dialog.submit')))
  await waitFor(() => expect(here.checked).toBe(true))
  expect(push.asked).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: hostKey })
  expect(sent('push/subscribe')).toEqual([
    { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a', hostKey, isRenewal: false },
  ])
  expect(screen.getByText('Firefox · Windows')).toBeTruthy()
  fireEvent.click(here)
  await waitFor(() => expect(here.checked).toBe(false))
  expect(localStorage.getItem(pushAccountKey)).toBeNull()
})

test('a push service that does not answer within 10 s leaves the switch off and says so @slow', async () => {
  pretendPush(() => new Promise(() => {}))
  const { here } = await openSettings()
  fireEvent.click(here)
  const submit = await button(uiText('push:dialog.submit'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(submit)
  await act(() => vi.advanceTimersByTimeAsync(pushAnswerMilliseconds))
  expect(await screen.findByText(uiText('push:problems.no-answer'))).toBeTruthy()
  expect(here.checked).toBe(false)
})

test.each([
  ['AbortError', 'no-answer'],
  ['NotAllowedError', 'blocked'],
] as const)('%s of the push service leaves the switch off and says why @slow', async (name, problem) => {
  pretendPush(() => Promise.reject(new DOMException('permission denied', name)))
  const { here } = await openSettings()
  fireEvent.click(here)
  fireEvent.click(await button(uiText('push:dialog.submit')))
  expect(await screen.findByText(uiText(`push:problems.${problem}`))).toBeTruthy()
  expect(here.checked).toBe(false)
})

test('a push service that the host does not permit leaves the switch off', async () => {
  const push = pretendPush(async () => push.made('https://push.example/1'))
  const { here } = await openSettings({ 'push/subscribe': () => refusalResponse(409, 'PUSH_SERVICE_UNKNOWN') })
  fireEvent.click(here)
  fireEvent.click(await button(uiText('push:dialog.submit')))
  expect(await screen.findByText(uiText('push:problems.not-permitted'))).toBeTruthy()
  expect(here.checked).toBe(false)
})

test('an iPhone explains the home screen first and asks for nothing', async () => {
  const { requestPermission } = pretendPush(() => Promise.reject(new Error('never asked')))
  Object.defineProperty(navigator, 'userAgent', {
    value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    configurable: true,
  })
  const { here } = await openSettings()
  fireEvent.click(here)
  expect(await screen.findByText(uiText('push:homeScreen.add'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('push:dialog.submit') })).toBeNull()
  expect(requestPermission).not.toHaveBeenCalled()
})

test('a person sends a test to a browser, and removes it', async () => {
  const other = { ...browser, isCurrent: false }
  let items = [other]
  pretendPush(() => Promise.reject(new Error('never asked')))
  const { sent } = await openSettings({
    'push/browsers': () => ({ items }),
    'push/test': () => ({ done: true }),
    'push/remove': () => {
      items = []
      return { done: true }
    },
  })
  fireEvent.click(await button(uiText('push:testOf', { name: other.name })))
  await waitFor(() => expect(sent('push/test')).toEqual([{ id: other.id }]))
  fireEvent.click(await button(uiText('push:removeOf', { name: other.name })))
  await waitFor(() => expect(screen.queryByText(other.name)).toBeNull())
})

test('a subscription with an old key of the host is renewed when the app opens', async () => {
  const push = pretendPush(async () => push.made('https://push.example/new'))
  push.has(push.made('https://push.example/old', btoa('another key of the host')))
  localStorage.setItem(pushAccountKey, me)
  const { sent } = await openSettings()
  await renewPush(me)
  expect(push.unsubscribe).toHaveBeenCalledOnce()
  expect(sent('push/subscribe')).toMatchObject([{ endpoint: 'https://push.example/new', isRenewal: true }])
})

test('a current subscription is kept when the app opens, and ended when it was removed or another person signs in', async () => {
  const push = pretendPush(() => Promise.reject(new Error('never asked')))
  push.has(push.made('https://push.example/1'))
  localStorage.setItem(pushAccountKey, me)
  let removed = false
  const { sent } = await openSettings({
    'push/subscribe': () => (removed ? refusalResponse(409, 'REMOVED') : browser),
  })
  await renewPush(me)
  expect(sent('push/subscribe')).toMatchObject([{ endpoint: 'https://push.example/1', isRenewal: true }])
  expect(push.unsubscribe).not.toHaveBeenCalled()
  removed = true
  await renewPush(me)
  expect(push.unsubscribe).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(pushAccountKey)).toBeNull()
  localStorage.setItem(pushAccountKey, 'another account')
  await renewPush(me)
  expect(push.unsubscribe).toHaveBeenCalledTimes(2)
  expect(sent('push/subscribe')).toHaveLength(2)
})
