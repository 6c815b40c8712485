import { wallClockOf } from '@attune/contract/common/time/time'
import type { Series, SeriesDate } from '@attune/contract/features/schedule/series/series'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LazySessionTasks } from '../../../care/task/task.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { ScheduleDialog } from '../schedule/ScheduleDialog.tsx'
import { SessionActions } from '../detail/SessionActions.tsx'
import { SessionDialogProvider } from '../dialogs/SessionDialogProvider.tsx'
import { sampleSessionDetails, sampleId, otherSampleId, sampleSession, signedInAnswers } from '../session.testing.ts'
import { SessionDetailsView } from '../detail/SessionDetailsView.tsx'
import { AwaitingAnswerPanel } from '../waiting/AwaitingAnswerPanel.tsx'
import { inOrder, uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const series: Series = {
  id: otherSampleId,
  repeat: { every: 'weeks', weeks: 2, ends: { by: 'never' } },
  zone: 'Europe/Berlin',
  firstDay: '2099-11-26',
  time: '11:00',
  durationMinutes: 50,
  lastDay: null,
  laidOutUntil: '2100-11-26',
  coming: 26,
  detached: 1,
  gaps: ['2099-12-24'],
}
/** Returns a date of a series that repeats every 14 days at 11:00 in Berlin. Number 0 is 26 November 2099. */
function dateOf(number: number, part: Partial<SeriesDate> = {}): SeriesDate {
  const at = (hour: number, minute: number) =>
    new Date(Date.UTC(2099, 10, 26 + 14 * number, hour, minute)).toISOString()
  const startsAt = at(10, 0)
  return {
    day: wallClockOf(startsAt, series.zone).day,
    startsAt,
    endsAt: at(10, 50),
    wallClock: 'once',
    conflicts: [],
    ...part,
  }
}
const taken = (date: SeriesDate): SeriesDate => ({
  ...date,
  conflicts: [{ kind: 'session', sessionId: sampleId, name: 'Leo B.', startsAt: date.startsAt, endsAt: date.endsAt }],
})

async function show(what: ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf: sent } = mockServer({ ...signedInAnswers('therapist'), 'series/get': () => series, ...answers })
  const drawn = await renderPage(
    <SessionDialogProvider>
      {what}
      <Toasts />
    </SessionDialogProvider>,
  )
  return { ...drawn, sent }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const tick = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('checkbox', { name }))
const choose = async (field: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(field), { target: { value } })

/** Renders the schedule dialog with a new client id, because the draft of another test must not appear. */
const scheduleDialog = () => (
  <ScheduleDialog
    client={{ id: crypto.randomUUID(), name: 'Ana Moreau' }}
    at={{ day: '2099-11-26', time: '11:00', minutes: 50 }}
    onClose={() => {}}
  />
)
const planned = ({ leaveOut = [] }: { leaveOut?: string[] }) => ({
  series,
  firstSessionId: sampleId,
  made: 3 - leaveOut.length,
})

test('scheduling a series shows its dates and leaves out those with a conflict @slow', async () => {
  const { sent } = await show(scheduleDialog(), {
    'series/preview': () => ({ dates: [dateOf(0), taken(dateOf(1)), dateOf(2)], total: 3 }),
    'series/create': planned,
  })
  fireEvent.click(await screen.findByRole('switch', { name: uiText('recurrence:repeats') }))
  await choose(uiText('recurrence:fields.how'), 'weeks 2')
  await choose(uiText('recurrence:fields.ends'), 'count')
  await choose(uiText('recurrence:fields.count'), '3')
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /10 Dec 2099, 11:00/ })
  expect(box.checked).toBe(false)
  expect(
    screen.getByText(
      uiText('series:dates.taken', { what: `Leo B., ${uiText('series:dates.times', { from: '11:00', to: '11:50' })}` }),
    ),
  ).toBeTruthy()
  expect(screen.getByText(uiText('series:dates.out_one', { count: '1' }))).toBeTruthy()
  await press(uiText('series:plan'))
  await screen.findByText(uiText('series:done.planned_other', { count: '2', name: 'Ana Moreau' }))
  const repeat = { every: 'weeks', weeks: 2, ends: { by: 'count', count: 3 } }
  expect(sent('series/preview').at(-1)).toEqual({ startsAt: '2099-11-26T10:00:00.000Z', durationMinutes: 50, repeat })
  expect(sent('series/create')).toMatchObject([
    { startsAt: '2099-11-26T10:00:00.000Z', repeat, leaveOut: ['2099-12-10'], anyway: [] },
  ])
  expect(sent('session/create')).toEqual([])
})

test('submitting without a client moves the focus to the client field @slow', async () => {
  const at = { day: '2099-11-26', time: '11:00', minutes: 50 }
  const { sent } = await show(<ScheduleDialog client={null} at={at} onClose={() => {}} />, {})
  ;(await screen.findByRole('button', { name: uiText('session:plan.submit') })).focus()
  await press(uiText('session:plan.submit'))
  await screen.findByText(uiText('session:plan.clientMissing'))
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByLabelText(uiTextPattern('session:plan.client'), { selector: 'input' }),
    ),
  )
  expect(sent('session/create')).toEqual([])
})

test('a free date can be left out and a date with a conflict booked anyway @slow', async () => {
  const { sent } = await show(scheduleDialog(), {
    'series/preview': () => ({ dates: [dateOf(0), taken(dateOf(1)), dateOf(2)], total: 3 }),
    'series/create': planned,
  })
  fireEvent.click(await screen.findByRole('switch', { name: uiText('recurrence:repeats') }))
  await tick(/10 Dec 2099/)
  await press(uiText('series:dates.all'))
  await tick(/24 Dec 2099/)
  await press(uiText('series:plan'))
  await waitFor(() =>
    expect(sent('series/create')).toMatchObject([{ leaveOut: ['2099-12-24'], anyway: ['2099-12-10'] }]),
  )
})

test('dates on which the clocks skip or repeat the time show the actual time @slow', async () => {
  await show(scheduleDialog(), {
    'series/preview': () => ({
      dates: [dateOf(0), dateOf(1, { wallClock: 'never' }), dateOf(2, { wallClock: 'twice' })],
      total: 3,
    }),
  })
  fireEvent.click(await screen.findByRole('switch', { name: uiText('recurrence:repeats') }))
  await screen.findByText(uiText('series:dates.never', { actual: '11:00' }))
  expect(screen.getByText(uiText('series:dates.twice', { actual: '11:00' }))).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /10 Dec 2099/ }).checked).toBe(true)
})

test('if a date was taken after the preview, the series is refused and the date is marked @slow', async () => {
  let free = true
  const { sent } = await show(scheduleDialog(), {
    'series/preview': () => ({ dates: free ? [dateOf(0), dateOf(1)] : [dateOf(0), taken(dateOf(1))], total: 2 }),
    'series/create': (input: { leaveOut: string[] }) =>
      input.leaveOut.length ? planned(input) : refusalResponse(409, 'SERIES_TAKEN', { dates: [taken(dateOf(1))] }),
  })
  fireEvent.click(await screen.findByRole('switch', { name: uiText('recurrence:repeats') }))
  await screen.findByText(uiTextPattern('series:dates.total_other', { count: '2' }))
  free = false
  await press(uiText('series:plan'))
  await screen.findByText(uiTextPattern('series:refused.taken'))
  await screen.findByText(uiTextPattern('series:dates.taken', { what: /Leo B\..*/ }))
  await press(uiText('series:plan'))
  await screen.findByText(uiText('series:done.planned_other', { count: '2', name: 'Ana Moreau' }))
  expect(sent('series/create')).toHaveLength(2)
})

test('a series without any date or with an invalid interval is not sent @slow', async () => {
  const { sent } = await show(scheduleDialog(), {
    'series/preview': () => ({ dates: [taken(dateOf(0)), taken(dateOf(1))], total: 2 }),
  })
  fireEvent.click(await screen.findByRole('switch', { name: uiText('recurrence:repeats') }))
  await screen.findByText(uiText('series:dates.out_other', { count: '2' }))
  await press(uiText('series:plan'))
  await screen.findByText(uiText('series:problem.noDate'))
  await choose(uiText('recurrence:fields.how'), 'other')
  await choose(uiText('recurrence:fields.weeks'), '60')
  await choose(uiText('recurrence:fields.ends'), 'day')
  await choose(uiText('recurrence:fields.until'), '2099-11-25')
  await press(uiText('series:plan'))
  expect(screen.getByText(uiText('recurrence:problem.weeksWrong'))).toBeTruthy()
  expect(screen.getByText(uiText('recurrence:problem.untilWrong'))).toBeTruthy()
  expect(sent('series/create')).toEqual([])
})

const repeating = sampleSession('therapist', { seriesId: otherSampleId })
const actions = <SessionActions session={repeating} viewer="therapist" />

test('moving a session of a series asks for the scope, and Only this one moves a single session @slow', async () => {
  const { sent } = await show(actions, { 'session/move': () => repeating })
  await press(uiText('negotiation:act.move'))
  await screen.findByText(uiText('recurrence:rule.weeks_other', { count: '2', weekday: 'Thursday', time: '11:00' }))
  expect(screen.getByRole('button', { name: uiTextPattern('recurrence:scope.all') }).textContent).toContain(
    uiText('series:scope.allHint_other', { count: '26' }),
  )
  await press(uiTextPattern('recurrence:scope.one'))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('session:plan.date')), {
    target: { value: '2099-11-27' },
  })
  await press(uiText('sessionDialog:moving.submit'))
  await waitFor(() => expect(sent('session/move')).toHaveLength(1))
  expect(sent('series/change')).toEqual([])
})

test('moving the following sessions sends one request and says how many sessions keep their time @slow', async () => {
  const { sent } = await show(actions, {
    'series/previewChange': () => ({ dates: [dateOf(0), taken(dateOf(1))], total: 2, unchanged: 1 }),
    'series/change': () => ({ series, changed: 1 }),
  })
  await press(uiText('negotiation:act.move'))
  await press(uiTextPattern('recurrence:scope.following'))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('session:plan.time')), { target: { value: '12:00' } })
  await screen.findByText(
    inOrder(uiText('series:unchanged_one', { count: '1' }), uiText('series:oneMessage', { name: 'Ana' })),
  )
  await press(uiText('series:move.submit'))
  await screen.findByText(uiText('series:done.moved_one', { count: '1', name: 'Ana' }))
  const startsAt = '2099-11-26T11:00:00.000Z'
  expect(sent('series/previewChange').at(-1)).toEqual({
    sessionId: sampleId,
    scope: 'following',
    startsAt,
    durationMinutes: 50,
  })
  expect(sent('series/change')).toMatchObject([
    {
      sessionId: sampleId,
      scope: 'following',
      startsAt,
      format: 'video',
      revision: 3,
      leaveOut: ['2099-12-10'],
      anyway: [],
    },
  ])
})

test('Undo after moving a series reverts the whole move by its command id @slow', async () => {
  const { sent } = await show(actions, {
    'series/previewChange': () => ({ dates: [dateOf(0), dateOf(1)], total: 2, unchanged: 0 }),
    'series/change': () => ({ series, changed: 2 }),
  })
  await press(uiText('negotiation:act.move'))
  await press(uiTextPattern('recurrence:scope.following'))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('session:plan.time')), { target: { value: '12:00' } })
  await screen.findByText(uiTextPattern('series:oneMessage', { name: 'Ana' }))
  await press(uiText('series:move.submit'))
  await press(uiText('negotiation:undo'))
  await screen.findByText(uiText('series:done.undone'))
  const [moved, undone] = sent('series/change') as { command: string; undoes?: string }[]
  expect(undone).toMatchObject({ undoes: moved?.command, scope: 'following', sessionId: sampleId })
  expect(undone?.command).not.toBe(moved?.command)
})

test('a new recurrence rule is previewed and sent, but an unchanged series is not @slow', async () => {
  const { sent } = await show(actions, {
    'series/previewChange': () => ({ dates: [dateOf(0)], total: 1, unchanged: 0 }),
    'series/change': () => ({ series, changed: 12 }),
  })
  await press(uiText('negotiation:act.move'))
  await press(uiTextPattern('recurrence:scope.all'))
  await press(uiText('series:move.submit'))
  await screen.findByText(uiText('sessionDialog:same'))
  const recurrenceSwitch = screen.getByRole('switch', { name: uiText('series:move.recurrence') })
  await waitFor(() => expect(recurrenceSwitch).toHaveProperty('disabled', false))
  fireEvent.click(recurrenceSwitch)
  await choose(uiText('recurrence:fields.how'), 'months -1')
  await screen.findByText(uiTextPattern('series:dates.total_one', { count: '1' }))
  await press(uiText('series:move.submit'))
  await screen.findByText(uiText('series:done.moved_other', { count: '12', name: 'Ana' }))
  expect(sent('series/change')).toMatchObject([
    { scope: 'all', repeat: { every: 'months', nth: -1, ends: { by: 'never' } } },
  ])
})

test('cancelling a series asks for the scope and says how many sessions were cancelled @slow', async () => {
  const { sent } = await show(actions, { 'series/cancel': () => ({ cancelled: 27 }) })
  await press(uiText('negotiation:act.cancel'))
  await screen.findByRole('button', {
    name: inOrder(uiText('recurrence:scope.all'), uiText('series:scope.allHint_other', { count: '27' })),
  })
  await press(uiTextPattern('recurrence:scope.all'))
  await screen.findByText(uiTextPattern('series:cancel.allText', { when: /Thu,? 26 Nov 2099, 11:00/ }))
  fireEvent.change(screen.getByLabelText(uiTextPattern('sessionDialog:reason')), { target: { value: 'I move away.' } })
  await press(uiText('series:cancel.submit'))
  await screen.findByText(uiText('series:done.cancelled_other', { count: '27', name: 'Ana' }))
  expect(sent('series/cancel')).toMatchObject([{ sessionId: sampleId, scope: 'all', reason: 'I move away.' }])
})

test('the location of all upcoming sessions is edited with one request @slow', async () => {
  const { sent } = await show(actions, { 'series/change': () => ({ series, changed: 26 }) })
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('negotiation:act.edit') }))
  await press(uiTextPattern('recurrence:scope.all'))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('sessionDialog:editing.location.video')), {
    target: { value: 'Garden' },
  })
  await press(uiText('sessionDialog:editing.submit'))
  await screen.findByText(uiText('series:done.edited_other', { count: '26', name: 'Ana' }))
  expect(sent('series/change')).toMatchObject([{ scope: 'all', location: 'Garden', startsAt: repeating.startsAt }])
})

test('cancelling a session that has begun does not ask for the scope @slow', async () => {
  const begun = sampleSession('therapist', { seriesId: otherSampleId, startsAt: '2026-01-01T10:00:00.000Z' })
  await show(<SessionActions session={begun} viewer="therapist" />, {})
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('negotiation:act.cancel') }))
  await screen.findByLabelText(uiTextPattern('sessionDialog:reason'))
  expect(screen.queryByText(uiText('series:scope.cancel'))).toBeNull()
})

test('a session’s page shows the rule of its series, the counts and the days left out @slow', async () => {
  await show(
    <SessionDetailsView details={sampleSessionDetails(repeating)} viewer="therapist" SessionTasks={LazySessionTasks} />,
    {},
  )
  const card = within(
    (await screen.findByRole('heading', { name: uiText('series:card.title') })).closest('section') as HTMLElement,
  )
  expect(
    card.getByText(uiText('recurrence:rule.weeks_other', { count: '2', weekday: 'Thursday', time: '11:00' })),
  ).toBeTruthy()
  expect(
    card.getByText(
      `${uiText('series:card.upcoming_other', { count: '26' })} ${uiText('series:card.detached_one', { count: '1' })}`,
    ),
  ).toBeTruthy()
  expect(card.getByText(uiTextPattern('series:card.gaps', { days: /Thu,? 24 Dec 2099/ }))).toBeTruthy()
  expect(screen.getByText(uiText('session:repeats'))).toBeTruthy()
})

test('a client accepts all dates of a series with one tap, and a retry sends the same command id @slow', async () => {
  const own = sampleSession('client', { seriesId: otherSampleId, status: 'scheduled' })
  const next = sampleSession('client', { ...own, id: otherSampleId, startsAt: '2099-12-10T10:00:00.000Z' })
  let tries = 0
  const { sent } = await show(<AwaitingAnswerPanel viewer="client" />, {
    ...signedInAnswers('client'),
    'session/waiting': () => ({
      items: [own, next].map((session) => ({
        session,
        change: null,
        moved: null,
        conflicts: [],
        rivals: [],
        withinAvailability: true,
        awaitedInSeries: 51,
      })),
    }),
    'series/accept': () => (++tries === 1 ? refusalResponse(409, 'CONFLICT') : { accepted: 51 }),
  })
  expect(await screen.findAllByRole('button', { name: uiText('session:accept') })).toHaveLength(2)
  await press(uiText('series:acceptAll.client_other', { count: '51' }))
  await screen.findByText(uiTextPattern('negotiation:refused.failed'))
  await press(uiText('series:acceptAll.client_other', { count: '51' }))
  await screen.findByText(uiText('series:done.accepted.client_other', { count: '51', name: 'Nora Lindqvist' }))
  const [first, second] = sent('series/accept')
  expect(first).toMatchObject({ sessionId: sampleId })
  expect(second).toEqual(first)
})

test('Accept all is also on the session’s page, unless only one date awaits an answer @slow', async () => {
  const own = sampleSession('client', { seriesId: otherSampleId, status: 'scheduled' })
  const page = (awaitedInSeries: number) => (
    <SessionDetailsView
      details={sampleSessionDetails(own, { awaitedInSeries })}
      viewer="client"
      SessionTasks={LazySessionTasks}
    />
  )
  const { unmount } = await show(page(4), signedInAnswers('client'))
  await screen.findByRole('button', { name: uiText('series:acceptAll.client_other', { count: '4' }) })
  unmount()
  await show(page(1), signedInAnswers('client'))
  await screen.findByRole('button', { name: uiText('session:accept') })
  expect(screen.queryByRole('button', { name: uiTextPattern('series:acceptAll.client_other') })).toBeNull()
})

test('a therapist confirms all sessions of a series on behalf of the client @slow', async () => {
  const page = (
    <SessionDetailsView
      details={sampleSessionDetails(repeating, { awaitedInSeries: 3 })}
      viewer="therapist"
      SessionTasks={LazySessionTasks}
    />
  )
  const { sent } = await show(page, { 'series/accept': () => ({ accepted: 3 }) })
  await screen.findByText(uiText('series:card.awaited_other', { count: '3' }))
  await press(uiText('series:acceptAll.therapist'))
  await screen.findByText(uiText('series:done.accepted.therapist_other', { count: '3', name: 'Ana' }))
  expect(sent('series/accept')).toMatchObject([{ sessionId: sampleId }])
})

test('a client sees that a session repeats but not the series card', async () => {
  const own = sampleSession('client', { seriesId: otherSampleId })
  const { sent } = await show(
    <SessionDetailsView details={sampleSessionDetails(own)} viewer="client" SessionTasks={LazySessionTasks} />,
    signedInAnswers('client'),
  )
  await screen.findByText(uiText('session:repeats'))
  expect(screen.queryByRole('heading', { name: uiText('series:card.title') })).toBeNull()
  expect(sent('series/get')).toEqual([])
})
