import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { NotificationSettingsPage } from './NotificationSettingsPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const kinds = {
  'new-user': true,
  'role-requested': true,
  feedback: true,
  'channel-failing': true,
  'disk-low': true,
  'backup-failing': true,
  'closed-records-ending': true,
}
const quiet = { from: '21:00', to: '08:00' }
const office: NotificationAddress = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'office@practice.test',
  state: 'verified',
  sentAt: '2026-11-20T09:00:00.000Z',
  kinds,
  quiet,
  zone: 'Europe/Berlin',
  version: 3,
}

type Answers = Record<string, (input: never) => unknown>

function serve(answers: Answers = {}, items = [office]) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', email: 'ada@practice.test', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'account/notificationSettings': () => ({ quiet, mail: kinds, push: kinds, pausedUntil: null }),
    'notificationAddress/list': () => ({ items, mailConfigured: true }),
    ...answers,
  })
  return { of: inputsOf }
}
const text = (key: string, values?: Record<string, string>) =>
  uiText(`notificationSettings:${key}` as never, values as never)
const box = (channel: string, kind: string) =>
  screen.findByRole('checkbox', {
    name: text('sent.of', { channel: text(`sent.${channel}`), kind: text(`kinds.${kind}`) }),
  }) as Promise<HTMLInputElement>
const chooseOffice = async () =>
  fireEvent.change(await screen.findByLabelText(text('sent.for')), { target: { value: office.id } })

test("'Failed to add notification email' appears if adding fails, with its cause, and the address stays [8.04] @slow", async () => {
  let code = 'TAKEN'
  const { of } = serve({ 'notificationAddress/add': () => refusalResponse(409, code, { limit: 10 }) })
  await renderPage(<NotificationSettingsPage />)
  fireEvent.click(await screen.findByRole('button', { name: text('add') }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText(text('adding.label')) as HTMLInputElement
  const submit = () => fireEvent.click(within(dialog).getByRole('button', { name: text('adding.submit') }))
  fireEvent.change(field, { target: { value: 'office' } })
  submit()
  await within(dialog).findByText(text('adding.invalid'))
  expect(of('notificationAddress/add')).toEqual([])
  fireEvent.change(field, { target: { value: office.email } })
  submit()
  await within(dialog).findByText('Failed to add notification email')
  within(dialog).getByText(text('cause.TAKEN'))
  code = 'LIMIT_REACHED'
  submit()
  await within(dialog).findByText(text('cause.LIMIT_REACHED', { count: '10' }))
  expect(field.value).toBe(office.email)
})

test("'Failed to remove notification email' appears if removing fails, and a second try removes the address [8.04] @slow", async () => {
  let answer: unknown = refusalResponse(403, 'FORBIDDEN')
  serve({ 'notificationAddress/remove': () => answer })
  await renderPage(<NotificationSettingsPage />)
  fireEvent.click(await screen.findByRole('button', { name: text('removing.open', { email: office.email }) }))
  const dialog = await screen.findByRole('dialog')
  const submit = () => fireEvent.click(within(dialog).getByRole('button', { name: text('removing.submit') }))
  within(dialog).getByText(text('removing.last'))
  submit()
  await within(dialog).findByText('Failed to remove notification email')
  // Another admin has already removed the address.
  answer = refusalResponse(404, 'NOT_FOUND')
  submit()
  await screen.findByText(text('none'))
})

test("'Failed to update notification settings' appears if saving fails, and 'Try again' saves the same change [8.04] @slow", async () => {
  let fails = true
  const current = { ...office, version: 4, kinds: { ...kinds, 'new-user': false } }
  const { of } = serve({
    'notificationAddress/save': (input: { kinds: object }) =>
      fails
        ? refusalResponse(409, 'CHANGED', { address: current })
        : { ...current, version: 5, kinds: { ...current.kinds, ...input.kinds } },
  })
  await renderPage(<NotificationSettingsPage />)
  await chooseOffice()
  fireEvent.click(await box('mail', 'feedback'))
  await screen.findByText('Failed to update notification settings')
  screen.getByText(text('cause.CHANGED'))
  expect((await box('mail', 'feedback')).checked).toBe(true)
  expect((await box('mail', 'new-user')).checked).toBe(false)
  fails = false
  fireEvent.click(screen.getByRole('button', { name: text('again') }))
  await waitFor(() => expect(screen.queryByText('Failed to update notification settings')).toBeNull())
  expect((await box('mail', 'feedback')).checked).toBe(false)
  expect(of('notificationAddress/save')).toMatchObject([
    { version: 3, kinds: { feedback: false } },
    { version: 4, kinds: { feedback: false } },
  ])
})

test('with a verified address no email goes to the admins themselves, and the app always shows everything', async () => {
  const { of } = serve({
    'account/saveNotificationSettings': () => ({
      quiet,
      mail: kinds,
      push: { ...kinds, feedback: false },
      pausedUntil: null,
    }),
  })
  await renderPage(<NotificationSettingsPage />)
  expect((await box('app', 'feedback')).disabled).toBe(true)
  expect(screen.queryByRole('columnheader', { name: text('sent.mail') })).toBeNull()
  fireEvent.click(await box('push', 'feedback'))
  await waitFor(() =>
    expect(of('account/saveNotificationSettings')).toEqual([{ quiet, mail: {}, push: { feedback: false } }]),
  )
})

test('without a verified address the admin chooses the emails to their own address @slow', async () => {
  serve({}, [{ ...office, state: 'expired' }])
  await renderPage(<NotificationSettingsPage />)
  expect((await box('mail', 'feedback')).checked).toBe(true)
  screen.getByText(text('state.expired'))
  screen.getByRole('button', { name: text('linkOf', { email: office.email }) })
})
