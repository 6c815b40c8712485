import { apiLevel, practicePath } from '@attune/contract/features/people/native-app/native-app.rules'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from '../platform/create-store.ts'
import { cacheLogin, clearLogin, type LoginView } from '../platform/login/login.ts'
import { PracticeConnection } from '../platform/native/connection/connection.ts'
import { FakeDevice } from '../platform/native/fake-port.testing.ts'
import { type NativeAnswer, type NativeHttpError, setNativePort } from '../platform/native/port.ts'
import type { JoinedPractice } from '../platform/native/connection/practice-address.ts'
import { setTransport } from '../platform/api/transport.ts'
import { renderPage } from '../testing/render-page.tsx'
import { uiText } from '../testing/ui-text.ts'
import Toasts from '../ui/toast/Toasts.tsx'
import { followColorScheme, hideSplashWhenDrawn, keepFieldAboveKeyboard } from './follow-device.ts'
import { NativeRoot } from './NativeRoot.tsx'
import { ReturnFromBrowser } from './ReturnFromBrowser.tsx'

const origin = 'https://practice.example'
const practice = { origin, name: 'Lindqvist', key: 'pk_1', settings: {} } as JoinedPractice
const json = (value: unknown, status = 200, headers: Record<string, string> = {}): NativeAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  text: JSON.stringify(value),
})

afterEach(() => {
  vi.unstubAllGlobals()
  setTransport(null)
  setNativePort(null)
  clearLogin()
  delete document.documentElement.dataset.mantineColorScheme
})

/** A device with a connected and signed-in app, whose practice responds with `answer`. */
async function joined(answer: (path: string) => NativeAnswer | NativeHttpError['kind']) {
  const device = new FakeDevice(({ url }) => answer(url.replace(/^https:\/\/[^/]+/, '')))
  setNativePort(device.port)
  const connection = new PracticeConnection(device.port)
  await connection.join(practice)
  await connection.setToken('first-token')
  connection.use()
  const links = { code: createStore<string | null>(null), join: createStore<string | null>(null) }
  return { device, connection, links, port: device.port }
}

const practiceAnswer = (change: object = {}) =>
  json({
    product: 'attune',
    name: 'Lindqvist',
    version: '0.1.0',
    apiLevel,
    oldestAppLevel: 1,
    key: 'pk_1',
    setUp: true,
    settings: {},
    ...change,
  })

test.each([
  ['moved', json('', 302, { location: 'https://new.example/' }), { origin, newOrigin: 'https://new.example' }],
  ['not-attune', json({ product: 'other' }), { origin }],
  ['not-set-up', practiceAnswer({ setUp: false }), { origin }],
  ['certificate', 'certificate', { origin }],
  ['host-too-old', practiceAnswer({ apiLevel: 0 }), {}],
  ['host-too-new', practiceAnswer({ oldestAppLevel: 99 }), {}],
] as const)('a start of the joined app says in words that the server is %s @slow', async (kind, answer, names) => {
  const app = await joined(() => answer)
  await renderPage(<NativeRoot {...app} />)
  expect(await screen.findByRole('heading', { name: uiText(`native:version.${kind}.title`) })).toBeTruthy()
  expect(screen.getByText(uiText(`native:version.${kind}.text`, names))).toBeTruthy()
  // The app requests no other address before the person has seen the new one.
  expect(app.device.requests.filter(({ url }) => !url.startsWith(`${origin}/`))).toEqual([])
  expect(app.connection.hasLogin).toBe(true)
})

test('the new address of a practice that has moved is checked and shown before it is used @slow', async () => {
  const app = await joined(() => json('', 302, { location: 'https://new.example/' }))
  await renderPage(<NativeRoot {...app} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('native:version.checkNew') }))
  // At the new address, the app requests only the data of the practice.
  const atNew = () => app.device.requests.map(({ url }) => url).filter((url) => url.startsWith('https://new.example/'))
  await waitFor(() => expect(atNew()).toEqual([`https://new.example${practicePath}`]))
  expect(app.connection.practice?.origin).toBe(origin)
  expect(await screen.findByLabelText(uiText('native:join.address'))).toBeTruthy()
})

test('without a connection, a start says nothing about the server @slow', async () => {
  const app = await joined(() => 'no-connection')
  await app.connection.setToken(null)
  await renderPage(<NativeRoot {...app} />)
  expect(await screen.findByRole('button', { name: uiText('native:signIn.open') })).toBeTruthy()
  await waitFor(() => expect(app.device.requests).not.toEqual([]))
  expect(screen.queryByText(uiText('native:version.again'))).toBeNull()
  await waitFor(() => expect(app.device.isSplashHidden).toBe(true))
})

const ana = { userId: 'ana', role: 'client', email: 'ana@client.test', need: null } as unknown as LoginView

test.each([
  ['the same person continues on the page', 'ana', 0],
  ['another person starts again, because the page shows data of the first', 'ben', 1],
])('after a sign-in in the browser, %s @slow', async (_, userId, reloads) => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, pathname: '/', reload })
  const app = await joined((path) =>
    path.endsWith('redeemAppCode')
      ? json({ kind: 'signed-in', token: 'second-token', login: { ...ana, userId } })
      : json(null),
  )
  app.device.secrets.set('sign-in', 'verifier')
  cacheLogin(ana)
  await renderPage(<ReturnFromBrowser {...app} code={app.links.code} />)
  app.links.code.set('code')
  await waitFor(() => expect(app.connection.token).toBe('second-token'))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(reloads))
  expect(app.links.code.get()).toBeNull()
})

test('a code that this app has not asked for changes nothing', async () => {
  const app = await joined(() => json(null))
  await i18next.loadNamespaces('native')
  await renderPage(
    <>
      <Toasts />
      <ReturnFromBrowser {...app} code={app.links.code} />
    </>,
  )
  app.links.code.set('stolen')
  await screen.findByText(uiText('native:signIn.failed'))
  expect(app.connection.token).toBe('first-token')
  expect(app.device.requests.filter(({ url }) => url.endsWith('redeemAppCode'))).toEqual([])
})

test('the text of the bars follows the color scheme of the page, once for each change', async () => {
  const { features, port } = new FakeDevice()
  document.documentElement.dataset.mantineColorScheme = 'light'
  followColorScheme(port)
  document.documentElement.dataset.mantineColorScheme = 'dark'
  await waitFor(() => expect(features.bars).toEqual(['light', 'dark']))
})

test('an opened keyboard brings the field with the focus into sight', () => {
  const { features, port } = new FakeDevice()
  keepFieldAboveKeyboard(port)
  const field = document.createElement('textarea')
  field.scrollIntoView = vi.fn()
  document.body.append(field)
  field.focus()
  features.openKeyboard()
  field.remove()
  expect(field.scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' })
})

test('the splash screen of a signed-in person stays until a page is drawn', async () => {
  vi.useFakeTimers()
  try {
    const device = new FakeDevice()
    const stop = hideSplashWhenDrawn(device.port, false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(device.isSplashHidden).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(device.isSplashHidden).toBe(true)
    stop()
  } finally {
    vi.useRealTimers()
  }
})
