import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { ActiveLogins } from './ActiveLogins.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer(answers)
  return { of: inputsOf }
}
const at = '2026-11-20T09:00:00.000Z'
const rowOf = (text: string) => screen.getByText(text).closest('[data-wraps]') as HTMLElement

const logins = [
  { id: 'l1', device: 'Firefox · Windows', ip: '203.0.113.7', at, lastSeenAt: at, current: true, strength: 2 },
  { id: 'l2', device: 'Safari · iPhone', ip: null, at, lastSeenAt: at, current: false, strength: 1 },
  { id: 'l3', device: '', ip: null, at, lastSeenAt: at, current: false, strength: 1 },
]

test('each login shows its device and last use, and all but the current one an end button', async () => {
  serve({ 'login/logins': () => ({ items: logins }) })
  await renderPage(<ActiveLogins />)
  await screen.findByText('Firefox · Windows')
  expect(within(rowOf('Firefox · Windows')).getByText('This browser')).toBeTruthy()
  expect(within(rowOf('Firefox · Windows')).queryByRole('button')).toBeNull()
  expect(within(rowOf('Firefox · Windows')).getByText('203.0.113.7')).toBeTruthy()
  expect(screen.getByText('Unknown device')).toBeTruthy()
  expect(within(rowOf('Safari · iPhone')).getByText(/^Last used .*2026|^Last used /)).toBeTruthy()
})

test('ending one login, or all others, reloads the list', async () => {
  let items = logins
  const calls = serve({
    'login/logins': () => ({ items }),
    'login/endLogin': ({ id }: { id: string }) => {
      items = items.filter((login) => login.id !== id)
      return { done: true }
    },
    'login/endOtherLogins': () => {
      items = items.filter((login) => login.current)
      return { done: true }
    },
  })
  await renderPage(<ActiveLogins />)
  fireEvent.click(
    await screen.findByRole('button', { name: uiText('security:logins.endOf', { device: 'Safari · iPhone' }) }),
  )
  await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull())
  expect(calls.of('login/endLogin')).toEqual([{ id: 'l2' }])
  fireEvent.click(screen.getByRole('button', { name: uiText('security:logins.endOthers') }))
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull())
  expect(screen.queryByRole('button', { name: uiText('security:logins.endOthers') })).toBeNull()
})

test('a list of logins whose loading or change failed says so and can be retried', async () => {
  let fails = true
  serve({
    'login/logins': () => (fails ? refusalResponse(400, 'BAD_REQUEST') : { items: logins }),
    'login/endLogin': () => refusalResponse(500, 'INTERNAL_SERVER_ERROR'),
  })
  await renderPage(<ActiveLogins />)
  await screen.findByText(uiText('account:loadFailed'))
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(
    await screen.findByRole('button', { name: uiText('security:logins.endOf', { device: 'Safari · iPhone' }) }),
  )
  expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeTruthy()
  expect(screen.getByText('Safari · iPhone')).toBeTruthy()
})

const passkey = { id: 'p1', name: 'Laptop', createdAt: at, lastUsedAt: at }
const view = { loginId: 'l1', userId: 'u', email: 'ana@client.test', role: 'client', strength: 2, need: null }
const login = { ...view, hasSecondFactor: true, hasApp: false, hasPasskey: true, expiresAt: at }

/**
 * Stubs a browser that supports passkeys. `make` replaces `navigator.credentials.create`. Returns the credential class.
 */
function stubPasskeySupport(make: () => Promise<unknown>) {
  class Credential {
    static parseCreationOptionsFromJSON = (options: object) => options
    static parseRequestOptionsFromJSON = (options: object) => options
    toJSON = () => ({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA' } })
  }
  vi.stubGlobal('PublicKeyCredential', Credential)
  Object.defineProperty(navigator, 'credentials', { value: { create: make }, configurable: true })
  return Credential
}

test('in a browser without passkey support the page says so and shows no button', async () => {
  serve({ 'login/passkeys': () => ({ items: [] }) })
  await renderPage(<PasskeySettings />)
  expect(await screen.findByText(uiText('security:passkeys.unknown'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a passkey is added with its name, after the password where the sign-in is long ago @slow', async () => {
  const Credential = stubPasskeySupport(() => Promise.resolve(new Credential()))
  const items: object[] = []
  const calls = serve({
    'login/passkeys': () => ({ items }),
    'login/passkeyOptions': ({ password }: { password?: string }) =>
      password === 'Abcdefg1'
        ? { options: {} }
        : refusalResponse(password ? 401 : 403, password ? 'INVALID_CREDENTIALS' : 'PASSWORD_NEEDED'),
    'login/registerPasskey': ({ name }: { name: string }) => {
      items.push({ ...passkey, name })
      return { id: 'p1', login }
    },
  })
  await renderPage(<PasskeySettings />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Phone ' } })
  const go = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  go()
  const field = await screen.findByLabelText(uiText('security:password.current'))
  fireEvent.change(field, { target: { value: 'wrong' } })
  go()
  expect(await screen.findByText(uiText('account:settings.passwordWrong'))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'Abcdefg1' } })
  go()
  expect(await screen.findByText('Phone')).toBeTruthy()
  expect(calls.of('login/registerPasskey')).toMatchObject([{ name: ' Phone ' }])
})

test('cancelling the browser’s passkey prompt shows that no passkey was created', async () => {
  stubPasskeySupport(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const calls = serve({ 'login/passkeys': () => ({ items: [] }), 'login/passkeyOptions': () => ({ options: {} }) })
  await renderPage(<PasskeySettings />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(uiText('security:passkeys.turnedAway'))).toBeTruthy()
  expect(calls.of('login/registerPasskey')).toEqual([])
})

test('a passkey is deleted unless it is the only second factor of a therapist', async () => {
  let last = true
  let items = [passkey]
  serve({
    'login/passkeys': () => ({ items }),
    'login/session': () => ({ login }),
    'login/deletePasskey': () => {
      if (last) return refusalResponse(409, 'LAST_FACTOR')
      items = []
      return { done: true }
    },
  })
  await renderPage(<PasskeySettings />)
  const now = () => fireEvent.click(screen.getByRole('button', { name: uiText('security:passkeys.deleteNow') }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('security:passkeys.deleteOf', { name: 'Laptop' }) }))
  await screen.findByText(uiTextPattern('security:passkeys.deleteText'))
  now()
  expect(await screen.findByText(uiText('common:errors.LAST_FACTOR'))).toBeTruthy()
  last = false
  now()
  await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull())
})
