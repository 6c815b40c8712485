import type { SlotSearchResult } from '@attune/contract/features/schedule/availability/availability'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { sampleId, otherSampleId, sampleSession } from '../../session/session.testing.ts'
import { sampleSlots } from '../availability.testing.ts'
import { BookButton } from '../BookButton.tsx'
import { BookingView } from './BookingPage.tsx'

const nora = {
  therapistId: sampleId,
  clientId: otherSampleId,
  name: 'Nora Lindqvist',
  avatarUrl: null,
  zone: 'Europe/Berlin',
  status: 'connected',
}
const { location: _place, videoLink: _room, callsInAttune: _default, remindBefore: _minutes, ...terms } = defaultTerms
const tuesday = ['2099-11-24T08:00:00.000Z', '2099-11-24T09:00:00.000Z', '2099-11-24T13:00:00.000Z']
const friday = ['2099-11-27T09:00:00.000Z']
const clientReads = {
  'login/session': () => ({ login: { userId: 'ana', role: 'client', need: null } }),
  'account/me': () => ({ id: 'ana', role: 'client', zone: 'Europe/Berlin', language: 'en' }),
  'connection/therapists': () => ({ items: [nora] }),
  'terms/of': () => terms,
}
const draft = `session-booking-${sampleId}`
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-11-20T09:48:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  drafts.discard(
    draft,
    drafts.versions(draft).map(({ writer }) => writer),
  )
})

async function show(answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf: sent } = mockServer({
    ...clientReads,
    'availability/slots': () => sampleSlots([...tuesday, ...friday]),
    ...answers,
  })
  const drawn = await renderPage(
    <>
      <BookingView therapistId={undefined} onTherapist={() => {}} />
      <Toasts />
    </>,
  )
  return { ...drawn, sent }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const time = (text: string) => screen.queryByRole('button', { name: new RegExp(`^${text}`) })

test('a client chooses a day and a time, sees the terms and sends a request, and the session opens @slow', async () => {
  const { sent, router } = await show({ 'session/request': () => sampleSession('client', { status: 'pending' }) })
  await screen.findByRole('button', { name: 'Tuesday, 24 November, 3 free times' })
  await waitFor(() =>
    expect(screen.getByText(uiTextPattern('booking:bounds')).textContent).toContain('Tue 24 Nov, 09:00'),
  )
  expect(screen.queryByRole('button', { name: /^Wednesday, 25 November/ })).toBeNull()
  // The first free time is chosen, so that it can be booked with one press.
  expect(screen.getByText('Tue 24 Nov, 09:00 – 09:50')).toBeTruthy()
  for (const part of ['Morning', 'Afternoon']) expect(screen.getByText(part)).toBeTruthy()
  expect(screen.getByText('You can cancel free of charge until Mon 23 Nov, 09:00.')).toBeTruthy()
  await press('10:00')
  expect(screen.getByText('You can cancel free of charge until Mon 23 Nov, 10:00.')).toBeTruthy()
  expect(screen.getByText('Tue 24 Nov, 10:00 – 10:50')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(uiTextPattern('booking:request.message')), {
    target: { value: 'After work would be good.' },
  })
  await press('Request this time')
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/client/sessions/session-details'))
  expect(sent('session/request')).toMatchObject([
    {
      therapistId: sampleId,
      startsAt: tuesday[1],
      durationMinutes: 50,
      format: 'video',
      message: 'After work would be good.',
    },
  ])
})

test('a client in another zone sees times in the client’s zone, and both zones are named once @slow', async () => {
  await show({
    'account/me': () => ({ id: 'ana', role: 'client', zone: 'America/New_York', language: 'en' }),
    'availability/slots': () => sampleSlots(['2099-11-24T13:00:00.000Z', '2099-11-25T02:00:00.000Z']),
  })
  await screen.findByRole('button', { name: 'Tuesday, 24 November, 2 free times' })
  for (const at of ['08:00', '21:00']) expect(time(at)?.textContent).toBe(at)
  await screen.findByText(uiText('session:timeZones', { here: 'New York', there: 'Berlin' }))
  await press('21:00')
  const when = 'Wed 25 Nov, 03:00'
  expect(screen.getByText(uiText('booking:request.there', { name: 'Nora Lindqvist', when }))).toBeTruthy()
  for (const city of [/Berlin/, /New York/]) expect(screen.getAllByText(city)).toHaveLength(1)
})

test('a client in the zone of the therapist sees no zone @slow', async () => {
  await show()
  await press('10:00')
  expect(screen.queryByText(/Berlin/)).toBeNull()
})

test('a time taken by another client is reported, the free times reload and the message stays @slow', async () => {
  let slots: SlotSearchResult = sampleSlots([...tuesday, ...friday])
  const { sent } = await show({
    'availability/slots': () => slots,
    'session/request': () => {
      slots = sampleSlots([tuesday[0] ?? '', ...friday])
      return refusalResponse(409, 'SLOT_TAKEN', { conflicts: [] })
    },
  })
  await press('10:00')
  fireEvent.change(screen.getByLabelText(uiTextPattern('booking:request.message')), { target: { value: 'Please.' } })
  await press('Request this time')
  await screen.findByText(uiText('booking:timeTaken.title'))
  await waitFor(() => expect(time('10:00')).toBeNull())
  expect(screen.getByLabelText<HTMLTextAreaElement>(uiTextPattern('booking:request.message')).value).toBe('Please.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request this time' }).disabled).toBe(true)
  await press('09:00')
  expect(screen.queryByText(uiText('booking:timeTaken.title'))).toBeNull()
  await press('Request this time')
  await waitFor(() => expect(sent('session/request')).toHaveLength(2))
  const [one, two] = sent('session/request') as { id: string }[]
  expect(one?.id).not.toBe(two?.id)
})

test('sending the same request again uses the same id @slow', async () => {
  const { sent } = await show({ 'session/request': () => refusalResponse(409, 'CONFLICT') })
  await press('10:00')
  await press('Request this time')
  await screen.findByText(uiText('negotiation:refused.requestFailed'))
  await press('Request this time')
  await waitFor(() => expect(sent('session/request')).toHaveLength(2))
  const [one, two] = sent('session/request')
  expect(one).toEqual(two)
})

test('the first month with a free time is shown, or named where it is a later one @slow', async () => {
  const december = ['2099-12-03T09:00:00.000Z']
  await show({
    'availability/slots': ({ from }: { from: string }) =>
      sampleSlots(from.startsWith('2099-11-30') ? december : [], { next: december[0] ?? null }),
  })
  await screen.findByRole('button', { name: 'Thursday, 3 December, 1 free time' })
  await press(uiText('booking:month.before'))
  await screen.findByText(uiText('booking:empty.title', { month: 'November 2099' }))
  expect(screen.getByText(uiText('booking:empty.next', { when: 'Thu 3 Dec, 10:00' }))).toBeTruthy()
  await press(uiText('booking:empty.show'))
  await screen.findByRole('heading', { name: 'Thursday, 3 December' })
})

test('the days are one tab stop, within which arrow keys move between free days @slow', async () => {
  await show()
  const first = await screen.findByRole('button', { name: /^Tuesday, 24 November/ })
  const last = screen.getByRole('button', { name: /^Friday, 27 November/ })
  expect([first.tabIndex, last.tabIndex]).toEqual([0, -1])
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(last.tabIndex).toBe(0)
  expect(screen.getByRole('heading', { name: 'Friday, 27 November' })).toBeTruthy()
})

test('a client can propose another time only to a therapist who accepts proposals @slow', async () => {
  const { unmount } = await show()
  await press(uiTextPattern('booking:none.title'))
  expect(await screen.findByRole('dialog', { name: 'Request a session' })).toBeTruthy()
  unmount()
  await show({ 'availability/slots': () => sampleSlots(tuesday, { proposeTimes: false }) })
  await screen.findByRole('button', { name: /^Tuesday/ })
  expect(screen.queryByRole('button', { name: /^None of these/ })).toBeNull()
})

test('a client who cannot book sees why, in the state of therapist and client @slow', async () => {
  const { unmount } = await show({ 'availability/slots': () => sampleSlots([], { formats: [] }) })
  await screen.findByText(uiText('booking:noHours.title', { name: 'Nora Lindqvist' }))
  expect(screen.getByRole('button', { name: 'Propose a time' })).toBeTruthy()
  unmount()
  await show({ 'availability/slots': () => refusalResponse(409, 'CLIENT_INACTIVE') })
  expect((await screen.findByRole('alert')).textContent).not.toContain('could not be read')
})

test('the book button opens booking where a therapist has availability and else requests a session', async () => {
  const drawButton = async (formats: SlotSearchResult['formats']) => {
    mockServer({ ...clientReads, 'availability/slots': () => sampleSlots([], { formats }) })
    return renderPage(<BookButton />)
  }
  const { unmount } = await drawButton(['video'])
  const link = await screen.findByRole('link', { name: 'Book a session' })
  expect(link.getAttribute('href')).toBe('/dashboard/client/sessions/book')
  unmount()
  const { container } = await drawButton([])
  expect(await within(container).findByRole('button', { name: 'Request a session' })).toBeTruthy()
})

test('a month that is still loading is not shown as a month without free times @slow', async () => {
  let reads = 0
  await show({
    'availability/slots': ({ from }: { from: string }) =>
      from < '2099-11-15' ? sampleSlots([...tuesday, ...friday]) : (reads++, new Promise(() => {})),
  })
  await screen.findByRole('button', { name: /^Tuesday, 24 November/ })
  const month = () => screen.getByRole('table')
  expect(month().hasAttribute('data-waits')).toBe(false)
  await press('Next month')
  await waitFor(() => expect(reads).toBe(1))
  expect(screen.getByRole('table', { name: /December 2099/ }).hasAttribute('data-waits')).toBe(true)
})

test('a time proposed at the start that is taken meanwhile is not replaced by another one @slow', async () => {
  let slots = sampleSlots([...tuesday, ...friday])
  const { client } = await show({ 'availability/slots': () => slots })
  await screen.findByText('Tue 24 Nov, 09:00 – 09:50')
  slots = sampleSlots([...tuesday.slice(1), ...friday])
  await client.refetchQueries()
  await screen.findByText(uiText('booking:timeTaken.title'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request this time' }).disabled).toBe(true)
})
