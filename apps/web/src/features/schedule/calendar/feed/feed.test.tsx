import type { Feed, ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { CalendarFeedSettings, ConnectedCalendars } from './CalendarSettings.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const feed: Feed = {
  address: 'https://practice.test/calendar/me/secret-1.ics',
  mode: 'busy',
  createdAt: '2026-11-01T10:00:00.000Z',
  fetchedAt: null,
}
const ward: ImportedCalendar = {
  id: '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d',
  name: 'Ward',
  host: 'calendar.hospital.test',
  state: 'ok',
  error: null,
  events: 12,
  readAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  nextReadAt: '2026-11-20T11:00:00.000Z',
}

async function show(viewer: 'therapist' | 'client', answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'u', role: viewer, need: null } }),
    'account/me': () => ({ id: 'u', role: viewer, zone: 'Europe/Berlin', language: 'en' }),
    'calendar/feed': () => ({ feed: null }),
    'calendar/imports': () => ({ items: [] }),
    'externalCalendar/accounts': () => ({ items: [], offersGoogle: false }),
    'externalCalendar/questions': () => ({ items: [] }),
    ...answers,
  })
  await renderPage(
    <>
      {viewer === 'therapist' && <ConnectedCalendars />}
      <CalendarFeedSettings />
      <Toasts />
    </>,
  )
  return inputsOf
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const add = () => fireEvent.click(dialog().getByRole('button', { name: uiText('feeds:adding.submit') }))

test('a therapist chooses how much the feed reveals, sees an example of each mode, and gets the address [1.11] @slow', async () => {
  const sent = await show('therapist', {
    'calendar/setFeed': ({ mode }: { mode: Feed['mode'] }) => ({ ...feed, mode }),
  })
  const modes = await screen.findAllByRole('radio')
  expect(modes.map((mode) => mode.getAttribute('value'))).toEqual(['busy', 'code', 'initials', 'name'])
  expect(screen.getByText(/“K-17”, 11:00 to 11:50/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: uiText('feeds:mode.therapist.initials') }))
  expect(sent('calendar/setFeed')).toEqual([])
  await press(uiText('feeds:own.make'))
  const address = await screen.findByLabelText<HTMLInputElement>(uiText('feeds:own.address'))
  expect(address.value).toBe(feed.address)
  expect(screen.getByText(uiTextPattern('feeds:own.notFetched'))).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: uiText('feeds:mode.therapist.name') }))
  await waitFor(() => expect(sent('calendar/setFeed')).toEqual([{ mode: 'initials' }, { mode: 'name' }]))
})

test('a client has two modes and no imported calendars [1.11]', async () => {
  await show('client', {})
  const modes = await screen.findAllByRole('radio')
  expect(modes.map((mode) => mode.getAttribute('value'))).toEqual(['busy', 'name'])
  expect(screen.queryByText(uiText('feeds:imports.title'))).toBeNull()
})

test('replacing and removing the address each ask for confirmation @slow', async () => {
  const sent = await show('therapist', {
    'calendar/feed': () => ({ feed: { ...feed, fetchedAt: new Date(Date.now() - 3 * 60_000).toISOString() } }),
    'calendar/rotateFeed': () => ({ ...feed, address: 'https://practice.test/calendar/me/secret-2.ics' }),
    'calendar/removeFeed': () => ({ done: true }),
  })
  await screen.findByText(uiTextPattern('feeds:own.fetched', { ago: '3 minutes ago' }))
  await press(uiText('feeds:own.rotate'))
  await screen.findByText(uiTextPattern('feeds:rotating.text'))
  expect(sent('calendar/rotateFeed')).toEqual([])
  fireEvent.click(dialog().getByRole('button', { name: uiText('feeds:rotating.submit') }))
  await screen.findByDisplayValue('https://practice.test/calendar/me/secret-2.ics')
  await press(uiText('feeds:own.remove'))
  fireEvent.click(dialog().getByRole('button', { name: uiText('feeds:removing.submit') }))
  await screen.findByRole('button', { name: uiText('feeds:own.make') })
  expect(sent('calendar/removeFeed')).toHaveLength(1)
})

test('an external calendar is added by its address, and the result of reading it is shown @slow', async () => {
  let items: ImportedCalendar[] = []
  let tries = 0
  const sent = await show('therapist', {
    'calendar/imports': () => ({ items }),
    'calendar/addImport': () => {
      if (++tries === 1) return refusalResponse(409, 'NOT_AN_ADDRESS')
      items = [ward]
      return ward
    },
  })
  await press(uiText('feeds:imports.add'))
  await screen.findByRole('dialog')
  add()
  expect(screen.getByText(uiText('feeds:adding.nameMissing'))).toBeTruthy()
  expect(screen.getByText(uiText('feeds:adding.addressMissing'))).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Ward ' } })
  const address = screen.getByLabelText(uiText('feeds:adding.address'))
  fireEvent.change(address, { target: { value: 'http://calendar.hospital.test/x.ics' } })
  add()
  expect(screen.getByText(uiText('feeds:adding.addressWrong'))).toBeTruthy()
  expect(sent('calendar/addImport')).toEqual([])
  fireEvent.change(address, { target: { value: 'webcal://calendar.hospital.test/x.ics' } })
  add()
  await screen.findByText(uiTextPattern('feeds:refused.NOT_AN_ADDRESS'))
  add()
  await screen.findByText(uiText('feeds:imports.read_other', { name: 'Ward', count: '12' }))
  await screen.findByText(uiText('feeds:state.ok_other', { ago: '5 minutes ago', count: '12' }))
  const [first, second] = sent('calendar/addImport')
  expect(first).toMatchObject({ name: ' Ward ', address: 'webcal://calendar.hospital.test/x.ics' })
  expect(second).toEqual(first)
})

test('a calendar that cannot be read shows the reason, the remedy and the next attempt', async () => {
  const failing = { ...ward, state: 'failing', error: 'no-calendar' } as const
  const sent = await show('therapist', {
    'calendar/imports': () => ({ items: [failing] }),
    'calendar/readImport': () => failing,
  })
  await screen.findByText(uiTextPattern('feeds:state.failing'))
  expect(screen.getByText(uiTextPattern('feeds:remedy.no-calendar'))).toBeTruthy()
  await press(uiText('feeds:imports.nowOf', { name: 'Ward' }))
  await screen.findByText(uiText('feeds:imports.notRead', { name: 'Ward' }))
  expect(sent('calendar/readImport')).toEqual([{ id: ward.id }])
})

test('an imported calendar is renamed, and removed after a confirmation @slow', async () => {
  const sent = await show('therapist', {
    'calendar/imports': () => ({ items: [ward] }),
    'calendar/renameImport': () => ({ ...ward, name: 'Clinic' }),
    'calendar/removeImport': () => ({ done: true }),
  })
  await press(uiText('feeds:imports.more', { name: 'Ward' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Clinic' } })
  await press(uiText('feeds:renaming.submit'))
  await waitFor(() => expect(sent('calendar/renameImport')).toEqual([{ id: ward.id, name: 'Clinic' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(uiText('feeds:imports.more', { name: 'Ward' }))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('feeds:imports.remove') }))
  await screen.findByText(uiTextPattern('feeds:ending.text'))
  fireEvent.click(dialog().getByRole('button', { name: uiText('feeds:ending.submit') }))
  await waitFor(() => expect(sent('calendar/removeImport')).toEqual([{ id: ward.id }]))
})
