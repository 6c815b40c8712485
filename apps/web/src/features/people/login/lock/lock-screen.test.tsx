import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleLock, resetLock } from '../../../../platform/auth/auth.ts'
import { observedLock } from '../../../../platform/auth/use-auth.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { newQueryClient } from '../../../../platform/query/query-client.ts'
import { setTransport, transport } from '../../../../platform/api/transport.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { mantineTheme } from '../../../../ui/theme.ts'
import LockScreen from './LockScreen.tsx'
import ReauthenticationDialog from './ReauthenticationDialog.tsx'
import { uiText } from '../../../../testing/ui-text.ts'

const ana = { id: 'ana', firstName: 'Ana', displayName: 'Ana Moreau', email: 'ana@client.test' } as Me
const who = { email: ana.email, me: ana, isClient: false, passkey: false, password: true }

// The request that locks the login is answered before each test, so that it is not among the calls of the test.
beforeEach(async () => {
  const { inputsOf } = mockServer({ 'login/lock': () => ({ done: true }) })
  idleLock.watch({ userId: 'ana', role: 'client' }, true)
  idleLock.lock()
  await waitFor(() => {
    if (inputsOf('login/lock').length === 0) throw new Error('the page has not locked the login')
  })
})
afterEach(() => {
  resetLock()
  vi.unstubAllGlobals()
})

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { calls } = mockServer(answers)
  return calls
}
const tryPassword = (value: string) => {
  fireEvent.change(screen.getByLabelText('Password'), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
}

test('a wrong password keeps the lock, and the right one removes it @slow', async () => {
  const calls = serve({
    'login/unlock': (input: { password: string }) =>
      input.password === 'right' ? { done: true } : refusalResponse(401, 'INVALID_CREDENTIALS'),
  })
  await renderPage(<LockScreen who={who} />)
  expect(await screen.findByText(uiText('reauthentication:kept'))).toBeTruthy()
  tryPassword('wrong')
  expect(await screen.findByText(uiText('reauthentication:lock.wrong'))).toBeTruthy()
  expect(idleLock.locked).toBe(true)
  tryPassword('right')
  await waitFor(() => expect(idleLock.locked).toBe(false))
  expect(calls.map(({ input }) => input)).toEqual([{ password: 'wrong' }, { password: 'right' }])
})

test('the lock shows no name and no address to another person with the device', async () => {
  serve({})
  await renderPage(<LockScreen who={who} />)
  expect(await screen.findByText(uiText('reauthentication:lock.account', { email: 'a…@c….test' }))).toBeTruthy()
  expect(document.documentElement.outerHTML).not.toMatch(/Ana|Moreau|ana@/)
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual([''])
})

test('a login that ends on a locked page asks to sign in again, without a name or an address, and shows the numbers @slow', async () => {
  serve({})
  observedLock.set(true)
  const locked = { ...who, me: { ...ana, zone: 'America/New_York' }, isClient: true }
  await renderPage(<ReauthenticationDialog kind="sign-in" who={locked} />)
  expect(await screen.findByText(uiText('reauthentication:lock.account', { email: 'a…@c….test' }))).toBeTruthy()
  expect((await screen.findByRole('link', { name: /911$/ })).getAttribute('href')).toBe('tel:911')
  expect(screen.getByRole('button', { name: uiText('reauthentication:leave') })).toBeTruthy()
  expect(document.documentElement.outerHTML).not.toMatch(/Ana|Moreau|ana@/)
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual([''])
})

test('a page that was opened locked and whose login has ended begins again', async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { ...location, reload })
  serve({ 'login/unlock': () => refusalResponse(401, 'NO_LOGIN') })
  await renderPage(<LockScreen who={{ ...who, email: 'a…@c….test', me: null }} />)
  expect(await screen.findByText(uiText('reauthentication:lock.account', { email: 'a…@c….test' }))).toBeTruthy()
  tryPassword('right')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(idleLock.locked).toBe(true)
})

test('a dialog below the lock is inert, ignores keys and keeps what was typed', async () => {
  serve({})
  const closed = vi.fn()
  // Mantine renders no portals in its test mode, so this test renders without the test mode.
  render(
    <MantineProvider theme={mantineTheme}>
      <QueryClientProvider client={newQueryClient()}>
        <Dialog title="Plan" onClose={closed}>
          <input aria-label="Note" defaultValue="half a sentence" />
        </Dialog>
        <LockScreen who={who} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const field = await screen.findByLabelText('Password')
  const note = screen.getByLabelText<HTMLInputElement>('Note')
  await waitFor(() => expect(note.closest('[inert]')).not.toBeNull())
  expect(field.closest('[inert]')).toBeNull()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(closed).not.toHaveBeenCalled()
  expect(note.value).toBe('half a sentence')
})

test('a person without a password continues with their sign-in service and returns to this page', async () => {
  const to = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...location, assign: to })
  const calls = serve({
    'login/providers': () => ({ items: [{ id: 'google', name: 'Google', linked: true }] }),
    'login/signInWith': () => ({ url: 'https://accounts.example/ask' }),
  })
  await renderPage(<LockScreen who={{ ...who, password: false }} />)
  expect(screen.queryByLabelText('Password')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(to).toHaveBeenCalledWith('https://accounts.example/ask'))
  const asked = calls.find(({ path }) => path === 'login/signInWith')
  expect(asked?.input).toEqual({ provider: 'google', returnTo: location.pathname })
})

test('a person of the native app without a password unlocks in the browser of the system and stays in the app', async () => {
  const to = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...location, assign: to })
  const calls = serve({})
  const signIn = vi.fn(async () => {})
  setTransport({ ...transport(), signIn })
  try {
    await renderPage(<LockScreen who={{ ...who, password: false, passkey: true }} />)
    expect(await screen.findByText(uiText('reauthentication:lock.browserText'))).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: uiText('reauthentication:continueInBrowser') }))
    await waitFor(() => expect(signIn).toHaveBeenCalledOnce())
    expect([to.mock.calls, calls]).toEqual([[], []])
    expect(screen.queryByRole('button', { name: uiText('reauthentication:usePasskey') })).toBeNull()
  } finally {
    setTransport(null)
  }
})

test.each([
  ['Europe/Warsaw', '112'],
  ['Europe/London', '999'],
  ['Australia/Perth', '000'],
  ['Pacific/Chatham', '111'],
])('the lock of a client in %s shows %s, which can be called @slow', async (zone, number) => {
  mockServer({})
  await renderPage(<LockScreen who={{ ...who, me: { ...ana, zone }, isClient: true }} />)
  const link = await screen.findByRole('link', { name: new RegExp(`: ${number}$`) })
  expect(link.getAttribute('href')).toBe(`tel:${number}`)
})

test('the lock of a client in a country whose number is unknown names no number @slow', async () => {
  mockServer({})
  await renderPage(<LockScreen who={{ ...who, me: { ...ana, zone: 'Asia/Tokyo' }, isClient: true }} />)
  const sentence = await screen.findByText(uiText('safety:now.general'))
  expect(sentence.closest('section')?.textContent).not.toMatch(/\d/)
})

test('the lock of a client always shows the numbers of the country, and says that unlocking opens the plan @slow', async () => {
  mockServer({})
  const me = { ...ana, zone: 'America/New_York' }
  const { unmount } = await renderPage(<LockScreen who={{ ...who, me, isClient: true }} />)
  const call = (number: string) => screen.findByRole('link', { name: new RegExp(`^Call .*${number}$`) })
  expect((await call('911')).getAttribute('href')).toBe('tel:911')
  expect((await call('988')).getAttribute('href')).toBe('tel:988')
  expect(screen.getByText(uiText('safety:lockedPlan'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('safety:mine') })).toBeNull()
  unmount()

  localStorage.setItem('attune-open-plan', '1')
  await renderPage(<LockScreen who={{ ...who, me, isClient: true }} />)
  expect(await screen.findByRole('button', { name: uiText('safety:mine') })).toBeTruthy()
  expect(await call('911')).toBeTruthy()
  expect(screen.queryByText(uiText('safety:lockedPlan'))).toBeNull()
})

test('the lock of a therapist shows no emergency numbers', async () => {
  mockServer({})
  await renderPage(<LockScreen who={who} />)
  await screen.findByLabelText('Password')
  await new Promise(requestAnimationFrame)
  expect(screen.queryByRole('region', { name: uiText('safety:now.title') })).toBeNull()
})

test('the plan that a browser may show opens on every lock, whoever is signed in', async () => {
  mockServer({})
  localStorage.setItem('attune-open-plan', '1')
  await renderPage(<LockScreen who={who} />)
  expect(await screen.findByRole('button', { name: uiText('safety:mine') })).toBeTruthy()
  localStorage.removeItem('attune-open-plan')
})
