import type {
  ExternalAccount,
  ExternalCalendar,
} from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeDevice } from '../../../platform/native/fake-port.testing.ts'
import { setNativePort } from '../../../platform/native/port.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { ExternalCalendars } from './ExternalCalendars.tsx'

const consentPage = 'https://accounts.google.com/o/oauth2/v2/auth?state=1'
const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  vi.stubGlobal('location', Object.assign(new URL(location.href), { assign }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
  setNativePort(null)
})

const calendar: ExternalCalendar = {
  id: '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4e',
  accountId: '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d',
  name: 'Private',
  color: '',
  canWrite: true,
  direction: 'both',
  privacy: 'busy',
  withPlace: false,
  follows: false,
  state: 'ok',
  error: null,
  syncedAt: null,
  nextSyncAt: null,
  events: 0,
  unreadable: 0,
  written: 0,
  comparison: null,
  isOutdated: false,
}
const google: ExternalAccount = {
  id: calendar.accountId,
  provider: 'google',
  host: '',
  userName: 'thea@gmail.test',
  isRefused: false,
  isLeaving: false,
  calendars: [],
}

async function show(items: ExternalAccount[], { offersGoogle = true, search = '', answers = {} } = {}) {
  const { inputsOf } = mockServer({
    'externalCalendar/accounts': () => ({ items, offersGoogle }),
    'externalCalendar/questions': () => ({ items: [] }),
    'externalCalendar/find': () => ({
      calendars: [{ url: 'a', name: 'Thea', color: '', canWrite: true, calendarId: null }],
      canCreate: true,
    }),
    'externalCalendar/beginGoogle': () => ({ url: consentPage }),
    ...answers,
  })
  const { router } = await renderPage(
    <>
      <ExternalCalendars />
      <Toasts />
    </>,
    `/dashboard/therapist/settings/calendars${search}`,
  )
  return { router, sent: inputsOf }
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const text = (key: string, values = {}) => uiText(`externalCalendar:${key}` as 'externalCalendar:title', values)

test('where Google is offered, the therapist chooses between Google and a CalDAV server [1.11]', async () => {
  const { sent } = await show([])
  await screen.findByText(text('none'))
  await press(text('connect.open'))
  await screen.findByText(text('google.about'))
  fireEvent.click(screen.getByRole('radio', { name: text('connect.caldav') }))
  expect(screen.getByLabelText(text('connect.address'))).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: text('google.name') }))
  await press(text('google.submit'))
  await waitFor(() => expect(assign.mock.calls).toEqual([[consentPage]]))
  expect(sent('externalCalendar/beginGoogle')).toEqual([{ accountId: null }])
})

/**
 * Opens the dialog while the request for the accounts, whose response says that Google is offered, is still open. Returns a function that completes
 * the request.
 */
async function openBeforeLoaded() {
  const loaded = Promise.withResolvers<void>()
  await show([], {
    answers: { 'externalCalendar/accounts': () => loaded.promise.then(() => ({ items: [], offersGoogle: true })) },
  })
  await press(text('connect.open'))
  await screen.findByLabelText(text('connect.address'))
  return loaded.resolve
}

test('a dialog that opens before the page knows that Google is offered then proposes Google [1.11]', async () => {
  const load = await openBeforeLoaded()
  load()
  expect(await screen.findByText(text('google.about'))).toBeTruthy()
})

test('what is typed before the page knows that Google is offered stays [1.11]', async () => {
  const load = await openBeforeLoaded()
  fireEvent.change(screen.getByLabelText(text('connect.userName')), { target: { value: 'thea' } })
  load()
  await screen.findByRole('radio', { name: text('google.name') })
  expect(screen.getByLabelText<HTMLInputElement>(text('connect.userName')).value).toBe('thea')
})

test('where Google is not offered, only a CalDAV server can be connected', async () => {
  await show([], { offersGoogle: false })
  await press(text('connect.open'))
  await screen.findByLabelText(text('connect.address'))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('the native app says that Google is connected in a browser, and offers neither to connect nor to renew it', async () => {
  setNativePort(new FakeDevice().port)
  await show([{ ...google, isRefused: true }])
  await screen.findByText(text('google.inBrowser'), { exact: false })
  expect(screen.queryByRole('button', { name: text('google.again.open') })).toBeNull()
  await press(text('connect.open'))
  await screen.findByLabelText(text('connect.address'))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('after the consent, the calendars of a new account can be added, and the address no longer names it', async () => {
  const { router } = await show([google], { search: `?connected=${google.id}` })
  await screen.findByRole('dialog', { name: text('add.title') })
  await screen.findByRole('radio', { name: 'Thea' })
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('after a renewed consent, the sync resumes without a further choice', async () => {
  await show([{ ...google, calendars: [calendar] }], { search: `?connected=${google.id}` })
  await screen.findByText(text('google.again.done'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['denied', 'incomplete', 'expired', 'other-account', 'failed'])(
  'the settings say why nothing was connected: %s',
  async (reason) => {
    await show([], { search: `?refused=${reason}` })
    expect((await screen.findByRole('alert')).textContent).toContain(text(`google.refusal.${reason}`))
  },
)

test('an account without access says so, and connects the same account again', async () => {
  const stopped = { ...calendar, state: 'stopped', error: 'unauthorized' } as const
  const { sent } = await show([{ ...google, isRefused: true, calendars: [stopped] }])
  // Both the account and its calendar show the refusal.
  expect(await screen.findAllByText(text('google.refused'))).toHaveLength(2)
  await press(text('google.again.open'))
  await screen.findByText(text('google.again.text', { email: google.userName }))
  await press(text('google.submit'))
  await waitFor(() => expect(assign.mock.calls).toEqual([[consentPage]]))
  expect(sent('externalCalendar/beginGoogle')).toEqual([{ accountId: google.id }])
})

test('a consent that cannot begin stays on the page with the reason', async () => {
  const answers = { 'externalCalendar/beginGoogle': () => refusalResponse(409, 'NOT_OFFERED') }
  await show([], { answers })
  await press(text('connect.open'))
  await press(text('google.submit'))
  await screen.findByText(text('problem.not-offered'), { exact: false })
  expect(assign).not.toHaveBeenCalled()
})
