import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { sampleAvailability, sampleSlots, therapistAnswers } from '../availability.testing.ts'
import { TimetablePage } from './TimetablePage.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

let hours = sampleAvailability()
beforeEach(() => {
  hours = sampleAvailability()
})
afterEach(() => {
  drafts.discard(
    'timetable',
    drafts.versions('timetable').map(({ writer }) => writer),
  )
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf: sent } = mockServer({ ...therapistAnswers, 'availability/mine': () => hours, ...answers })
  const drawn = await renderPage(
    <>
      <TimetablePage />
      <Toasts />
    </>,
  )
  await screen.findByRole('list', { name: uiText('timetable:week') })
  return { ...drawn, sent }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('weekly hours are edited, copied to another day and saved after a count of unsaved changes [1.10] @slow', async () => {
  const { sent } = await show({
    'availability/save': ({ weekly, rules }: { weekly: []; rules: never }) =>
      (hours = sampleAvailability({ weekly, rules, version: 4 })),
  })
  expect(screen.getByText(uiText('timetable:open', { length: '11 h 30 min' }))).toBeTruthy()
  expect(screen.queryByText(uiTextPattern('timetable:changes'))).toBeNull()
  type('Monday, time 1, from', '9')
  expect(field('Monday, time 1, from').value).toBe('09:00')
  expect(screen.getByText(uiText('timetable:changes_one', { count: '1' }))).toBeTruthy()
  press(uiText('timetable:day.copy', { day: 'Friday' }))
  fireEvent.click(await screen.findByLabelText('Saturday', { selector: '[type=checkbox]:not([role=switch])' }))
  press(uiText('timetable:copy.submit'))
  expect(screen.getByText(uiText('timetable:changes_other', { count: '2' }))).toBeTruthy()
  expect(screen.getByText(uiText('timetable:open', { length: '15 h' }))).toBeTruthy()
  press(uiText('timetable:save'))
  await screen.findByText(uiText('timetable:saved'))
  expect(screen.queryByText(uiTextPattern('timetable:changes'))).toBeNull()
  const [saved] = sent('availability/save') as { weekly: { weekday: number; from: string }[]; version: number }[]
  expect(saved?.version).toBe(3)
  expect(saved?.weekly.map(({ weekday, from }) => `${weekday} ${from}`)).toEqual([
    '1 09:00',
    '1 13:00',
    '5 09:00',
    '6 09:00',
  ])
})

test('what is changed while the timetable is being saved stays unsaved in the form', async () => {
  const held = Promise.withResolvers<void>()
  const { sent } = await show({
    'availability/save': async ({ weekly, rules }: { weekly: []; rules: never }) => {
      await held.promise
      return (hours = sampleAvailability({ weekly, rules, version: 4 }))
    },
  })
  type('Monday, time 1, from', '9')
  press(uiText('timetable:save'))
  await waitFor(() => expect(sent('availability/save')).toHaveLength(1))
  type('Monday, time 1, from', '10')
  held.resolve()
  await screen.findByText(uiText('timetable:saved'))
  expect(field('Monday, time 1, from').value).toBe('10:00')
  press(uiText('timetable:save'))
  await waitFor(() => expect(sent('availability/save')).toHaveLength(2))
  const saved = sent('availability/save') as { weekly: { from: string }[]; version: number }[]
  expect(saved.map(({ weekly, version }) => `${version} ${weekly[0]?.from}`)).toEqual(['3 09:00', '4 10:00'])
})

test('a closed day is marked and keeps its hours for when it is opened again @slow', async () => {
  await show()
  const monday = screen.getByRole('switch', { name: 'Monday' })
  expect(screen.getAllByText('Closed')).toHaveLength(5)
  fireEvent.click(monday)
  expect(screen.getAllByText('Closed')).toHaveLength(6)
  expect(screen.queryByLabelText('Monday, time 1, from')).toBeNull()
  fireEvent.click(monday)
  expect(field('Monday, time 2, to').value).toBe('17:00')
  press(uiText('timetable:day.add', { day: 'Monday' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Monday, time 3, from')))
  expect(field('Monday, time 3, from').value).toBe('18:00')
})

test('hours across midnight and overlapping hours are reported at the field, each with a fix @slow', async () => {
  const { sent } = await show()
  type('Monday, time 2, to', '2')
  expect(screen.getByText(uiText('timetable:problem.crossesMidnight'))).toBeTruthy()
  expect(field('Monday, time 2, to').getAttribute('aria-invalid')).toBe('true')
  press(uiText('timetable:save'))
  await screen.findByText(uiTextPattern('timetable:wrong'))
  expect(sent('availability/save')).toEqual([])
  press(uiText('timetable:fix.midnight'))
  expect(field('Monday, time 2, to').value).toBe('24:00')
  expect([field('Tuesday, from').value, field('Tuesday, to').value]).toEqual(['00:00', '02:00'])
  type('Monday, time 2, from', '1100')
  expect(screen.getByText(uiText('timetable:problem.overlaps'))).toBeTruthy()
  press(uiText('timetable:fix.join'))
  expect([field('Monday, from').value, field('Monday, to').value]).toEqual(['08:30', '24:00'])
  expect(screen.queryByText(uiText('timetable:problem.overlaps'))).toBeNull()
})

test('a timetable saved in another window is shown beside this window’s version, and the therapist chooses one @slow', async () => {
  const theirs = sampleAvailability({
    version: 7,
    weekly: [{ weekday: 1, from: '10:00', until: '11:00', formats: ['phone'], location: '' }],
  })
  const { sent } = await show({
    'availability/save': ({ version, weekly, rules }: { version: number; weekly: []; rules: never }) =>
      version === 7
        ? (hours = sampleAvailability({ weekly, rules, version: 8 }))
        : refusalResponse(409, 'CHANGED', theirs),
  })
  type('Monday, time 1, from', '7')
  press(uiText('timetable:save'))
  const alert = (await screen.findByText(uiText('timetable:elsewhere.title'))).closest('[role=alert]')
  const [video, phone] = [uiText('session:format.video'), uiText('session:format.phone')]
  for (const part of [
    uiText('timetable:elsewhere.mine', { what: `07:00 – 12:00, ${video}; 13:00 – 17:00, ${video}` }),
    uiText('timetable:elsewhere.theirs', { what: `10:00 – 11:00, ${phone}` }),
    'Friday',
    uiText('timetable:elsewhere.theirs', { what: 'Closed' }),
  ])
    expect(alert?.textContent).toContain(part)
  press(uiText('versionConflict:keepMine'))
  await screen.findByText(uiTextPattern('timetable:saved'))
  expect((sent('availability/save') as { version: number }[]).map(({ version }) => version)).toEqual([3, 7])
})

test('the preview shows the free times of the unsaved hours @slow', async () => {
  const { sent } = await show({ 'availability/preview': () => sampleSlots(['2099-11-24T09:00:00.000Z']) })
  type('Monday, time 1, from', '7')
  press(uiText('timetable:preview.open'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('10:00')).toBeTruthy()
  const [asked] = sent('availability/preview') as { weekly: { from: string }[] }[]
  expect(asked?.weekly[0]?.from).toBe('07:00')
})

test('a therapist without hours sees the consequence and can start with default hours @slow', async () => {
  await show({ 'availability/mine': () => sampleAvailability({ weekly: [] }) })
  expect(screen.getByText(uiText('timetable:empty.text'))).toBeTruthy()
  press(uiText('timetable:empty.start'))
  expect(screen.getByText(uiText('timetable:open', { length: '40 h' }))).toBeTruthy()
})

test('a timetable that failed to load shows an error and can be retried @slow', async () => {
  let tries = 0
  mockServer({
    ...therapistAnswers,
    'availability/mine': () => (++tries === 1 ? refusalResponse(404, 'NOT_FOUND') : sampleAvailability()),
  })
  await renderPage(<TimetablePage />)
  await screen.findByText(uiText('timetable:loadFailed'))
  press('Try again')
  await screen.findByRole('switch', { name: 'Monday' })
})

test('the location of a range is shown as text until the therapist opens its field', async () => {
  const weekly = [
    { weekday: 1, from: '10:00', until: '11:00', formats: ['in-person' as const], location: 'Garden house' },
  ]
  await show({ 'availability/mine': () => sampleAvailability({ weekly }) })
  expect(screen.getByText('Garden house')).toBeTruthy()
  expect(screen.queryByLabelText(uiText('timetable:range.placeOf', { name: 'Monday' }))).toBeNull()
  press(uiText('timetable:range.place', { name: 'Monday' }))
  expect(field(uiText('timetable:range.placeOf', { name: 'Monday' })).value).toBe('Garden house')
  type(uiText('timetable:range.placeOf', { name: 'Monday' }), '')
  press(uiText('timetable:range.place', { name: 'Monday' }))
  expect(screen.queryByText('Garden house')).toBeNull()
  expect(screen.getByText(uiText('timetable:changes_one', { count: '1' }))).toBeTruthy()
})
