import type { CalendarEvent } from '@attune/contract/features/schedule/calendar/calendar'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { sampleId, otherSampleId, signedInAnswers } from '../../session/session.testing.ts'
import { EventDialog } from './EventDialog.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const startsAt = '2099-11-26T10:00:00.000Z'
const endsAt = '2099-11-26T11:00:00.000Z'
/** Returns an account in the zone of the test environment. With another zone the dialog would render again. */
const here = () => ({ id: 'nora', role: 'therapist', zone: 'UTC', language: 'en' })
const weekly = { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const
const sessionOn = (day: string, name: string): Conflict => ({
  kind: 'session',
  sessionId: sampleId,
  name,
  startsAt: `${day}T10:00:00.000Z`,
  endsAt: `${day}T10:50:00.000Z`,
})
const [first, second] = [sessionOn('2099-12-03', 'Ana M.'), sessionOn('2099-12-17', 'Leo B.')]
const block = {
  id: sampleId,
  title: 'Supervision',
  startsAt,
  endsAt,
  location: '',
  repeat: weekly,
  seriesId: otherSampleId,
  revision: 3,
}

async function show(event: CalendarEvent | null, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), 'account/me': here, ...answers })
  const { unmount } = await renderPage(
    <>
      <EventDialog event={event} startUtc={startsAt} endUtc={endsAt} onClose={() => {}} />
      <Toasts />
    </>,
  )
  return { sent: inputsOf, unmount }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('“Save anyway” of a repeating busy time accepts only the listed conflicts @slow', async () => {
  const { sent } = await show(null, {
    'calendar/conflicts': ({ repeat }: { repeat?: object }) => ({ items: repeat ? [first] : [] }),
    'calendar/addEvent': ({ anyway, ...event }: { anyway: string[] }) =>
      anyway.includes(second.startsAt)
        ? { ...block, ...event, revision: 0 }
        : refusalResponse(409, 'SLOT_TAKEN', { conflicts: [first, second] }),
  })
  fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: 'Supervision' } })
  fireEvent.click(screen.getByRole('switch', { name: 'Repeats' }))
  const list = async () =>
    (await within(await screen.findByRole('alert')).findAllByRole('listitem')).map((row) => row.textContent)
  expect(await list()).toEqual([expect.stringMatching(/Ana M.*3 Dec/)])
  await press('Save anyway')
  await waitFor(async () => expect(await list()).toHaveLength(2))
  expect((await list())[1]).toMatch(/Leo B.*17 Dec/)
  await press('Save anyway')
  await screen.findByText(uiText('calendar:event.saved'))
  expect(sent('calendar/conflicts').at(-1)).toEqual({ startsAt, endsAt, repeat: weekly })
  expect(sent('calendar/addEvent')).toMatchObject([
    { repeat: weekly, anyway: [first.startsAt] },
    { repeat: weekly, anyway: [first.startsAt, second.startsAt] },
  ])
})

test('a change of this and all following busy times is undone as a whole within its time @slow', async () => {
  const { sent } = await show(block, {
    'calendar/conflicts': ({ scope }: { scope?: string }) => ({ items: scope === 'following' ? [second] : [] }),
    'calendar/editEvent': () => ({ ...block, revision: 4 }),
    'calendar/undoEventChange': () => refusalResponse(409, 'CHANGED'),
  })
  await press(/^This and all following/)
  await screen.findByText(/Leo B/)
  await press('Save anyway')
  await press('Undo')
  await screen.findByText(uiText('calendar:move.notUndone'))
  expect(sent('calendar/conflicts').at(-1)).toEqual({ startsAt, endsAt, but: sampleId, scope: 'following' })
  const [edit] = sent('calendar/editEvent') as { command: string }[]
  expect(edit).toMatchObject({ scope: 'following', anyway: [second.startsAt], revision: 3 })
  expect(sent('calendar/undoEventChange')).toEqual([{ seriesId: otherSampleId, undoes: edit?.command }])
})

const lastWeek = { ...block, repeat: { ...weekly, ends: { by: 'day', day: '2099-11-26' } as const } }
const saved = { 'calendar/conflicts': () => ({ items: [] }), 'calendar/editEvent': () => ({ ...block, revision: 4 }) }
const enter = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('only a busy time of a series asks for the scope first @slow', async () => {
  const { unmount } = await show(block, {})
  const dialog = within(await screen.findByRole('dialog', { name: uiText('calendar:scope.title') }))
  expect(dialog.getByText('Supervision')).toBeTruthy()
  expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '',
    expect.stringMatching(/^Only this one.*26 Nov 2099, 10:00\. The others don't change\.$/),
    expect.stringMatching(/^This and all followingFrom .*26 Nov 2099, 10:00 on\. Earlier ones don't change\.$/),
    `${uiText('recurrence:scope.all')}${uiText('calendar:scope.allHint')}`,
  ])
  await press(uiTextPattern('recurrence:scope.all'))
  await screen.findByText(uiText('recurrence:scope.all'))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Repeats' }).checked).toBe(true)
  unmount()
  await show({ ...block, repeat: null, seriesId: null }, {})
  await screen.findByLabelText(/^Title/)
  expect(screen.queryByRole('switch', { name: 'Repeats' })).toBeNull()
})

test('a single busy time of a series can move beyond the last day of the series @slow', async () => {
  const { sent } = await show(lastWeek, saved)
  await press(/^Only this one/)
  await enter(/^Date/, '2099-11-27')
  expect(screen.queryByRole('switch', { name: 'Repeats' })).toBeNull()
  await press('Save')
  await screen.findByText(uiText('calendar:event.saved'))
  const [edit] = sent('calendar/editEvent')
  expect(edit).toMatchObject({ scope: 'one', startsAt: '2099-11-27T10:00:00.000Z' })
  expect(edit).not.toHaveProperty('repeat')
})

test('a changed recurrence rule is checked and sent, also when it ends the series @slow', async () => {
  const { sent } = await show(block, saved)
  await press(/^This and all following/)
  await enter(uiText('recurrence:fields.how'), 'other')
  await enter('Number of weeks', '60')
  await enter('Ends', 'count')
  await enter(uiText('recurrence:fields.count'), '')
  await press('Save')
  await screen.findByText(uiText('recurrence:problem.weeksWrong'))
  await screen.findByText(uiText('recurrence:problem.countWrong'))
  expect(sent('calendar/editEvent')).toEqual([])
  await enter('Number of weeks', '6')
  await enter('Ends', 'never')
  await press('Save')
  await waitFor(() => expect(sent('calendar/editEvent')).toHaveLength(1))
  fireEvent.click(screen.getByRole('switch', { name: 'Repeats' }))
  await press('Save')
  await waitFor(() => expect(sent('calendar/editEvent')).toHaveLength(2))
  expect(sent('calendar/editEvent')).toMatchObject([
    { scope: 'following', repeat: { every: 'weeks', weeks: 6, ends: { by: 'never' } } },
    { scope: 'following', repeat: null },
  ])
})

test('the chosen busy times of a series are deleted @slow', async () => {
  const { sent } = await show(block, { ...saved, 'calendar/removeEvent': () => ({}) })
  await press(uiTextPattern('recurrence:scope.all'))
  const button = await screen.findByRole('button', { name: uiText('calendar:event.delete') })
  expect(button.style.color).toBe('var(--attune-danger)')
  fireEvent.click(button)
  await screen.findByText(uiText('calendar:event.deleted', { title: 'Supervision' }))
  expect(sent('calendar/removeEvent')).toMatchObject([{ id: sampleId, scope: 'all' }])
})

test('closing the dialog returns the focus to the element that opened it, also after the scope question', async () => {
  const opener = document.body.appendChild(document.createElement('button'))
  opener.focus()
  const { unmount } = await show(block, {})
  const choice = await screen.findByRole('button', { name: /^Only this one/ })
  choice.focus()
  fireEvent.click(choice)
  await screen.findByLabelText(/^Title/)
  unmount()
  expect(document.activeElement).toBe(opener)
  opener.remove()
})
