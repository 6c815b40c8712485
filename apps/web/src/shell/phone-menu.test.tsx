import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { idleLock } from '../platform/auth/auth.ts'
import { FakeDevice } from '../platform/native/fake-port.testing.ts'
import { setNativePort } from '../platform/native/port.ts'
import { mockServer, renderPage } from '../testing/render-page.tsx'
import { uiText } from '../testing/ui-text.ts'
import { PhoneMenu } from './PhoneMenu.tsx'

const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36'
const menu = <PhoneMenu of="client" me={null} opened onClose={() => {}} onHelp={() => {}} />
const link = () => screen.queryByRole('link', { name: uiText('shell:openInApp') })

const loginOn = (device: string) => ({
  id: '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d',
  device,
  ip: null,
  at: '2026-11-01T10:00:00.000Z',
  lastSeenAt: '2026-11-02T10:00:00.000Z',
  current: false,
  strength: 1,
})

/**
 * Renders the menu for a person who is signed in on these devices. Resolves when the server has returned the devices, or at once if the menu does
 * not request them.
 */
async function show(devices: string[], asks: boolean) {
  const { calls } = mockServer({ 'login/logins': () => ({ items: devices.map(loginOn) }) })
  const { client } = await renderPage(menu)
  await screen.findByText(uiText('shell:logOut'))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(calls.some(({ path }) => path === 'login/logins')).toBe(asks)
}

test('the menu closes when it locks the screen', async () => {
  mockServer({})
  const lock = vi.spyOn(idleLock, 'lock').mockImplementation(() => {})
  const close = vi.fn()
  await renderPage(<PhoneMenu of="client" me={null} opened onClose={close} onHelp={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('shell:lockScreen') }))
  await waitFor(() => expect(lock).toHaveBeenCalledOnce())
  expect(close).toHaveBeenCalledOnce()
})

afterEach(() => {
  vi.unstubAllGlobals()
  setNativePort(null)
  vi.restoreAllMocks()
})

test('the browser of a phone offers the app to a person who is signed in to it on this system @slow', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  await show(['Chromium · Android', 'Attune · Android'], true)
  expect(link()?.getAttribute('href')).toMatch(/^attune:\/\/open\//)
})

test('a person who does not use the app of this system is not offered it @slow', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  await show(['Chromium · Android', 'Attune · iOS'], true)
  expect(link()).toBeNull()
})

test('a computer does not offer it', async () => {
  await show(['Attune · Android'], false)
  expect(link()).toBeNull()
})

test('the app itself does not offer to open the app @slow', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  setNativePort(new FakeDevice().port)
  await show(['Attune · Android'], false)
  expect(link()).toBeNull()
})
