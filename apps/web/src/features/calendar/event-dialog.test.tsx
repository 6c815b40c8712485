import type { Conflict } from '@attune/contract/features/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../testing/render-page.tsx'
import Toasts from '../../ui/Toasts.tsx'
import { sampleId, otherSampleId, signedInAnswers } from '../session/session.testing.ts'
import { EventDialog } from './EventDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const startsAt = '2099-11-26T10:00:00.000Z'
const endsAt = '2099-11-26T11:00:00.000Z'
/** An account in the zone of the test environment. With another zone the dialog would render again. */
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

async function show(event: typeof block | null, answers: Parameters<typeof mockServer>[0]) {
  const { calls, fetched } = mockServer({ ...signedInAnswers('therapist'), 'account/me': here, ...answers })
  vi.stubGlobal('fetch', fetched)
  await renderPage(
    <>
      <EventDialog event={event} startUtc={startsAt} endUtc={endsAt} onClose={() => {}} />
      <Toasts />
    </>,
  )
  return (path: string) => calls.filter((call) => call.path === path).map((call) => call.input)
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a repeating busy time lists all conflicts; saving anyway accepts the listed ones only, and new ones after they were shown', async () => {
  const sent = await show(null, {
    'calendar/conflicts': ({ repeat }: { repeat?: object }) => ({ items: repeat ? [first] : [] }),
    'calendar/addEvent': ({ anyway, ...event }: { anyway: string[] }) =>
      anyway.includes(second.startsAt)
        ? { ...block, ...event, revision: 0 }
        : refusalResponse(409, 'SLOT_TAKEN', { conflicts: [first, second] }),
  })
  fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: 'Supervision' } })
  fireEvent.change(screen.getByLabelText('Repeats'), { target: { value: '1' } })
  const list = async () =>
    (await within(await screen.findByRole('alert')).findAllByRole('listitem')).map((row) => row.textContent)
  expect(await list()).toEqual([expect.stringMatching(/Ana M.*3 Dec/)])
  await press('Save anyway')
  await waitFor(async () => expect(await list()).toHaveLength(2))
  expect((await list())[1]).toMatch(/Leo B.*17 Dec/)
  await press('Save anyway')
  await screen.findByText('Saved.')
  expect(sent('calendar/conflicts').at(-1)).toEqual({ startsAt, endsAt, repeat: weekly })
  expect(sent('calendar/addEvent')).toMatchObject([
    { repeat: weekly, anyway: [first.startsAt] },
    { repeat: weekly, anyway: [first.startsAt, second.startsAt] },
  ])
})

test('changing this and the following busy times shows the conflicts of all and is undone as a whole; a late undo is refused', async () => {
  const sent = await show(block, {
    'calendar/conflicts': ({ scope }: { scope?: string }) => ({ items: scope === 'following' ? [second] : [] }),
    'calendar/editEvent': () => ({ ...block, revision: 4 }),
    'calendar/takeBack': () => refusalResponse(409, 'CHANGED'),
  })
  fireEvent.click(await screen.findByLabelText('This one and those after it'))
  await screen.findByText(/Leo B/)
  await press('Save anyway')
  await press('Undo')
  await screen.findByText('Something was changed in the meantime. Nothing was undone.')
  expect(sent('calendar/conflicts').at(-1)).toEqual({ startsAt, endsAt, but: sampleId, scope: 'following' })
  const [edit] = sent('calendar/editEvent') as { command: string }[]
  expect(edit).toMatchObject({ scope: 'following', anyway: [second.startsAt], revision: 3 })
  expect(sent('calendar/takeBack')).toEqual([{ seriesId: otherSampleId, undoes: edit?.command }])
})
