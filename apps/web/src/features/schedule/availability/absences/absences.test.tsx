import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleId, otherSampleId, sampleSession } from '../../session/session.testing.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { sampleAvailability, therapistAnswers } from '../availability.testing.ts'
import { TimetablePage } from '../timetable/TimetablePage.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({ ...therapistAnswers, ...answers })
  await renderPage(
    <>
      <TimetablePage />
      <Toasts />
    </>,
  )
  await screen.findByRole('switch', { name: 'Monday' })
  return { sent: inputsOf }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const day = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const away = within.bind(null)
const section = (name: string) => away(screen.getByRole('region', { name }))

const christmas = {
  id: sampleId,
  title: 'Christmas',
  startsAt: '2099-12-20T23:00:00.000Z',
  endsAt: '2100-01-08T23:00:00.000Z',
  wholeDays: true,
}
const first = sampleSession('therapist', { startsAt: '2099-12-22T09:00:00.000Z' })
const second = sampleSession('therapist', { id: otherSampleId, startsAt: '2099-12-29T09:00:00.000Z' })

test('saving an absence lists its sessions, and cancelling all of them the ones that could not be cancelled @slow', async () => {
  let left = [first, second]
  const { sent } = await show({
    'availability/absences': () => ({ items: left.length < 2 ? [christmas] : [] }),
    'availability/sessionsDuringTimeOff': () => ({ items: left, total: left.length }),
    'availability/saveAbsence': (input: typeof christmas) => ({ absence: input, hits: left, total: left.length }),
    'session/cancelMany': () => {
      left = left.slice(1)
      return { done: [sampleId], left: [{ id: otherSampleId, status: 'completed', conflicts: [] }] }
    },
    'session/restore': () => first,
  })
  fireEvent.click(section(uiText('timetable:away.title')).getByRole('button', { name: 'Add' }))
  await screen.findByRole('dialog')
  fireEvent.change(screen.getByLabelText(uiTextPattern('timetable:away.name')), { target: { value: 'Christmas' } })
  day(uiTextPattern('timetable:away.firstDay'), '2099-12-21')
  day(uiTextPattern('timetable:away.lastDay'), '2100-01-08')
  await screen.findByText(uiText('timetable:away.willHit_other', { count: '2' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: uiText('timetable:save') }))
  await screen.findByRole('region', {
    name: uiText('timetable:affected.title_other', { what: 'Christmas', count: '2' }),
  })
  expect(sent('availability/saveAbsence')).toMatchObject([
    { title: 'Christmas', wholeDays: true, startsAt: christmas.startsAt, endsAt: christmas.endsAt },
  ])
  expect(
    section(uiText('timetable:affected.title_other', { what: 'Christmas', count: '2' })).getAllByRole('button', {
      name: 'Move',
    }),
  ).toHaveLength(2)
  await press(uiText('timetable:affected.all'))
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'The practice is closed.' } })
  await press(uiText('timetable:bulkChange.cancel_other', { count: '2' }))
  await screen.findByText(uiText('timetable:bulkChange.failed_one', { count: '1' }))
  expect(screen.getByText(uiTextPattern('negotiation:refused.changed', { status: 'Completed' }))).toBeTruthy()
  expect(sent('session/cancelMany')).toMatchObject([
    { ids: [sampleId, otherSampleId], reason: 'The practice is closed.' },
  ])
  await press('Undo')
  await screen.findByText(uiText('negotiation:done.restoreAll'))
  expect(sent('session/restore')).toMatchObject([{ id: sampleId }])
})

test('all sessions in an absence move by weeks at their wall-clock time except conflicts, which are listed @slow', async () => {
  const items = [first, second]
  const taken = {
    kind: 'session',
    startsAt: '2100-01-19T09:00:00.000Z',
    endsAt: '2100-01-19T09:50:00.000Z',
    sessionId: null,
    name: 'Rosa M.',
  }
  const { sent } = await show({
    'availability/absences': () => ({ items: [christmas] }),
    'availability/sessionsDuringTimeOff': () => ({ items, total: 2 }),
    'session/moveMany': () => ({
      done: [sampleId],
      left: [{ id: otherSampleId, status: 'scheduled', conflicts: [taken] }],
    }),
  })
  await screen.findByText(uiText('timetable:away.hits_other', { count: '2' }))
  await press(uiText('timetable:more', { what: 'Christmas' }))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('timetable:away.show') }))
  await press(uiText('timetable:affected.all'))
  fireEvent.click(await screen.findByLabelText(uiTextPattern('timetable:bulkChange.howMove')))
  fireEvent.change(screen.getByLabelText(uiText('timetable:bulkChange.weeks')), { target: { value: '3' } })
  await press(uiText('timetable:bulkChange.move_other', { count: '2' }))
  await screen.findByText(uiText('timetable:bulkChange.moved_one', { count: '1' }))
  expect(sent('session/moveMany')).toMatchObject([
    {
      moves: [
        { id: sampleId, startsAt: '2100-01-12T09:00:00.000Z' },
        { id: otherSampleId, startsAt: '2100-01-19T09:00:00.000Z' },
      ],
    },
  ])
  await screen.findByText(/Rosa M\./)
})

test('undo restores a removed absence', async () => {
  let items = [christmas]
  const { sent } = await show({
    'availability/absences': () => ({ items }),
    'availability/removeAbsence': () => {
      items = []
      return { done: true }
    },
    'availability/saveAbsence': () => {
      items = [christmas]
      return { absence: christmas, hits: [], total: 0 }
    },
  })
  await press(uiText('timetable:more', { what: 'Christmas' }))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('timetable:remove') }))
  await screen.findByText(uiText('timetable:away.removed', { title: 'Christmas' }))
  await waitFor(() => expect(section(uiText('timetable:away.title')).queryByText('Christmas')).toBeNull())
  await press('Undo')
  expect(await section(uiText('timetable:away.title')).findByText('Christmas')).toBeTruthy()
  expect(sent('availability/saveAbsence')).toEqual([christmas])
})

test('a day override sets the hours of one day, and removing it restores the weekly hours @slow', async () => {
  let days = [{ day: '2099-12-24', ranges: [] as never[] }]
  const { sent } = await show({
    'availability/mine': () => sampleAvailability({ days }),
    'availability/setDay': ({ ranges }: { ranges: never[] | null }) => {
      days = ranges ? [{ day: '2099-12-24', ranges }] : []
      return sampleAvailability({ days })
    },
  })
  const single = section(uiText('timetable:single.title'))
  expect(single.getByText('Closed')).toBeTruthy()
  await press(uiTextPattern('timetable:more', { what: /Thu.*/ }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  fireEvent.click(await screen.findByLabelText(uiText('timetable:single.open')))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: uiText('timetable:save') }))
  expect(await single.findByText('09:00 – 17:00')).toBeTruthy()
  await press(uiTextPattern('timetable:more', { what: /Thu.*/ }))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('timetable:single.remove') }))
  expect(await single.findByText(uiText('timetable:single.none'))).toBeTruthy()
  expect((sent('availability/setDay') as { ranges: unknown }[]).map(({ ranges }) => ranges)).toMatchObject([
    [{ from: '09:00', until: '17:00' }],
    null,
  ])
})
