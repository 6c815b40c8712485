import type { LoginView } from '@attune/contract/features/login.schemas'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onAuthEvent } from '../../platform/backend/auth-events.ts'
import type { Me } from '../../platform/login.ts'
import { mockServer, renderPage, refusalResponse } from '../../testing/render-page.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { NotificationSettingsForm } from './NotificationSettingsForm.tsx'
import { RemoveAuthenticatorDialog } from './RemoveAuthenticatorDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { calls, fetched } = mockServer(answers)
  vi.stubGlobal('fetch', fetched)
  return { of: (path: string) => calls.filter((call) => call.path === path).map((call) => call.input) }
}
const ana = { id: 'ana', role: 'client', email: 'ana@client.test', displayName: 'Ana Moreau' } as Me
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('changing the email address names both mailboxes before and after sending, and an invalid address is not sent', async () => {
  const calls = serve({ 'login/changeEmail': () => ({ done: true }) })
  await renderPage(<ChangeEmailDialog me={ana} onClose={() => {}} />)
  await screen.findByText(/You sign in with ana@client\.test\. Both mailboxes are asked/)
  fill('New address', 'not an address')
  fill('Your password now', 'Abcdefg1')
  press('Send the links')
  expect(await screen.findByText('Please enter an address like name@example.org.')).toBeTruthy()
  expect(calls.of('login/changeEmail')).toEqual([])
  fill('New address', 'new@client.test')
  press('Send the links')
  expect(await screen.findByText(/on its way to new@client\.test, and one to ana@client\.test/)).toBeTruthy()
  expect(calls.of('login/changeEmail')).toEqual([{ email: 'new@client.test', password: 'Abcdefg1' }])
})

test('a wrong password is reported at its field and the typed address stays', async () => {
  serve({ 'login/changeEmail': () => refusalResponse(401, 'INVALID_CREDENTIALS') })
  await renderPage(<ChangeEmailDialog me={ana} onClose={() => {}} />)
  await screen.findByLabelText('New address')
  fill('New address', 'new@client.test')
  fill('Your password now', 'wrong')
  press('Send the links')
  expect(await screen.findByText('This password is not right.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New address').value).toBe('new@client.test')
  fill('Your password now', 'other')
  await waitFor(() => expect(screen.queryByText('This password is not right.')).toBeNull())
})

test('deleting the account lists what is erased and kept; the right password deletes it and signs out', async () => {
  const gone = vi.fn<(to: string) => void>()
  vi.stubGlobal('location', { ...location, replace: gone })
  const events: string[] = []
  const stop = onAuthEvent((event) => events.push(event))
  const calls = serve({
    'login/deletionPreview': () => ({ erased: ['account', 'picture'], kept: ['therapist-records'], blockedBy: [] }),
    'login/deleteAccount': ({ password }: { password: string }) =>
      password === 'Abcdefg1' ? { done: true } : refusalResponse(401, 'INVALID_CREDENTIALS'),
  })
  await renderPage(<DeleteAccountDialog me={ana} onClose={() => {}} />)
  expect(await screen.findByText('The account: address, password, second factor')).toBeTruthy()
  expect(screen.getByText(/What your therapists keep about you/)).toBeTruthy()
  press('Delete the account')
  expect(calls.of('login/deleteAccount')).toEqual([])
  fill('Your password now', 'wrong')
  press('Delete the account')
  expect(await screen.findByText('This password is not right.')).toBeTruthy()
  expect(gone).not.toHaveBeenCalled()
  fill('Your password now', 'Abcdefg1')
  press('Delete the account')
  await waitFor(() => expect(gone).toHaveBeenCalledWith('/'))
  expect(events).toEqual(['SIGNED_OUT'])
  stop()
})

test('an account with future sessions cannot be closed: the obstacle is named and no password field is shown', async () => {
  const calls = serve({
    'login/deletionPreview': () => ({ erased: ['account'], kept: ['client-records'], blockedBy: ['future-sessions'] }),
  })
  await renderPage(<DeleteAccountDialog me={{ ...ana, role: 'therapist' }} onClose={() => {}} />)
  expect(await screen.findByText('Sessions are still ahead. Please cancel or move them first.')).toBeTruthy()
  expect(screen.queryByLabelText('Your password now')).toBeNull()
  press('Close the account')
  expect(calls.of('login/deleteAccount')).toEqual([])
})

test('an obstacle that appeared after the preview is shown when the deletion is refused', async () => {
  let blockedBy: string[] = []
  serve({
    'login/deletionPreview': () => ({ erased: ['account'], kept: [], blockedBy }),
    'login/deleteAccount': () => {
      blockedBy = ['last-admin']
      return refusalResponse(409, 'BLOCKED', { blockedBy })
    },
  })
  await renderPage(<DeleteAccountDialog me={{ ...ana, role: 'admin' }} onClose={() => {}} />)
  await screen.findByLabelText('Your password now')
  fill('Your password now', 'Abcdefg1')
  press('Delete the account')
  expect(await screen.findByText(/You are the only admin/)).toBeTruthy()
})

const settings = { quiet: null, mail: { 'session-planned': true, 'session-moved': false } }

test('switching one notification type sends only that type', async () => {
  let kept: typeof settings & { quiet: unknown } = settings
  const calls = serve({
    'account/notificationSettings': () => kept,
    'account/saveNotificationSettings': (change: { mail: object; quiet: null }) => {
      kept = { quiet: change.quiet, mail: { ...kept.mail, ...change.mail } }
      return kept
    },
  })
  await renderPage(<NotificationSettingsForm />)
  const moved = await screen.findByRole<HTMLInputElement>('switch', { name: 'By mail: A session is moved' })
  expect(moved.checked).toBe(false)
  fireEvent.click(moved)
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(moved.checked).toBe(true)
  expect(calls.of('account/saveNotificationSettings')).toEqual([{ quiet: null, mail: { 'session-moved': true } }])
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'By mail: A session is planned' }).checked).toBe(true)
})

test('quiet hours default to 21:00 to 08:00; an edited time is saved on blur only when it is complete', async () => {
  const calls = serve({
    'account/notificationSettings': () => settings,
    'account/saveNotificationSettings': (change: { quiet: object | null }) => ({ ...settings, quiet: change.quiet }),
  })
  await renderPage(<NotificationSettingsForm />)
  fireEvent.click(await screen.findByRole('switch', { name: 'Quiet hours' }))
  const from = await screen.findByLabelText('From')
  await waitFor(() => expect(calls.of('account/saveNotificationSettings')).toHaveLength(1))
  expect(calls.of('account/saveNotificationSettings')[0]).toEqual({ quiet: { from: '21:00', to: '08:00' }, mail: {} })
  fireEvent.change(from, { target: { value: '' } })
  fireEvent.blur(from)
  fireEvent.change(from, { target: { value: '08:00' } })
  fireEvent.blur(from)
  expect(calls.of('account/saveNotificationSettings')).toHaveLength(1)
  fireEvent.change(from, { target: { value: '22:30' } })
  fireEvent.blur(from)
  await waitFor(() => expect(calls.of('account/saveNotificationSettings')).toHaveLength(2))
  expect(calls.of('account/saveNotificationSettings')[1]).toEqual({ quiet: { from: '22:30', to: '08:00' }, mail: {} })
})

test('a switch that could not be saved returns to the saved value and shows an error', async () => {
  serve({
    'account/notificationSettings': () => settings,
    'account/saveNotificationSettings': () => refusalResponse(400, 'BAD_REQUEST'),
  })
  await renderPage(<NotificationSettingsForm />)
  const planned = await screen.findByRole<HTMLInputElement>('switch', { name: 'By mail: A session is planned' })
  fireEvent.click(planned)
  expect(await screen.findByText('Not saved. Please try again.')).toBeTruthy()
  expect(planned.checked).toBe(true)
})

test('the authenticator app is turned off with the password, after the consequences are shown', async () => {
  const closed = vi.fn<() => void>()
  const login = { hasPasskey: true, hasApp: true } as LoginView
  const calls = serve({
    'login/removeApp': ({ password }: { password: string }) =>
      password === 'Abcdefg1' ? { login: { ...login, hasApp: false } } : refusalResponse(401, 'INVALID_CREDENTIALS'),
  })
  await renderPage(<RemoveAuthenticatorDialog login={login} onClose={closed} />)
  expect(await screen.findByText(/asks for your passkey instead of a code/)).toBeTruthy()
  fill('Your password now', 'wrong')
  press('Switch it off')
  expect(await screen.findByText('This password is not right.')).toBeTruthy()
  fill('Your password now', 'Abcdefg1')
  press('Switch it off')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(calls.of('login/removeApp')).toHaveLength(2)
})

test('an account without a password is offered a link to set one instead of the password field', async () => {
  const calls = serve({
    'login/session': () => ({
      login: { userId: 'ana', email: ana.email, role: 'client', need: null, hasPassword: false },
    }),
    'login/requestReset': () => ({ done: true }),
  })
  await renderPage(<ChangeEmailDialog me={ana} onClose={() => {}} />)
  expect(await screen.findByText(/You sign in without a password so far/)).toBeTruthy()
  expect(screen.queryByLabelText('Your password now')).toBeNull()
  fill('New address', 'new@client.test')
  press('Send the links')
  expect(calls.of('login/changeEmail')).toEqual([])
  press('Send the link')
  expect(await screen.findByText(/A link is on its way to ana@client\.test/)).toBeTruthy()
  expect(calls.of('login/requestReset')).toEqual([{ email: ana.email }])
})
