import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { ZoneDialog } from './ZoneDialog.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const plans = { from: 'Europe/Berlin', sessions: 41, series: 3, events: 1, absences: 0 }

async function show(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin', language: 'en' }),
    'calendar/zoneChange': () => plans,
    ...answers,
  })
  const closed: boolean[] = []
  await renderPage(
    <>
      <ZoneDialog zone="America/New_York" onClose={(changed) => closed.push(changed)} />
      <Toasts />
    </>,
  )
  await screen.findByText(uiTextPattern('zone:planned', { what: /41 sessions, 3 series,? and 1 event/ }))
  return { closed, sent: () => inputsOf('calendar/changeZone') }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('changing the zone asks whether entries keep their instant or their wall-clock time, with an example @slow', async () => {
  const { closed, sent } = await show({ 'calendar/changeZone': () => ({ moved: 42 }) })
  expect(screen.getByText(uiTextPattern('zone:instantHint', { from: 'Berlin', to: 'New York' }))).toBeTruthy()
  fireEvent.click(screen.getByLabelText(uiTextPattern('zone:wallClock')))
  expect(screen.getByText(uiTextPattern('zone:wallClockThen'))).toBeTruthy()
  press(uiText('zone:submit'))
  await screen.findByText(uiText('zone:doneMoved_other', { count: '42' }))
  await waitFor(() => expect(closed).toEqual([true]))
  expect(sent()).toMatchObject([{ zone: 'America/New_York', keep: 'wall-clock' }])
})

test('a zone change that would cause overlaps is refused with a list of them, under its own command id @slow', async () => {
  const conflicts = [
    {
      kind: 'event',
      name: 'Supervision',
      startsAt: '2099-11-24T13:00:00.000Z',
      endsAt: '2099-11-24T14:00:00.000Z',
      sessionId: null,
    },
  ]
  const { closed, sent } = await show({
    'calendar/changeZone': ({ keep }: { keep: string }) =>
      keep === 'wall-clock' ? refusalResponse(409, 'SLOT_TAKEN', { conflicts }) : { moved: 0 },
  })
  fireEvent.click(screen.getByLabelText(uiTextPattern('zone:wallClock')))
  press(uiText('zone:submit'))
  expect((await screen.findByRole('alert')).textContent).toContain('Supervision, Tue, 24 Nov 2099, 08:00 – 09:00')
  fireEvent.click(screen.getByLabelText(uiTextPattern('zone:instant')))
  press(uiText('zone:submit'))
  await screen.findByText(uiText('zone:done', { city: 'New York' }))
  expect(closed).toEqual([true])
  const [one, two] = sent() as { command: string }[]
  expect(one?.command).not.toBe(two?.command)
})

test('closing the zone dialog sends nothing', async () => {
  const { closed, sent } = await show({})
  press(uiText('zone:back', { city: 'Berlin' }))
  expect(closed).toEqual([false])
  expect(sent()).toEqual([])
})
