import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { sampleSlots } from '../../availability/availability.testing.ts'
import { sampleId, otherSampleId, signedInAnswers } from '../../session/session.testing.ts'
import { CalendarToolbar } from './CalendarToolbar.tsx'
import { uiText } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const nothing = () => undefined
const nora = {
  therapistId: sampleId,
  clientId: otherSampleId,
  name: 'Nora Lindqvist',
  avatarUrl: null,
  zone: 'Europe/Berlin',
  status: 'connected',
}

test('the calendar has the views day, week and month, and a list [2.31]', async () => {
  mockServer(signedInAnswers('therapist'))
  const chosen: string[] = []
  await renderPage(
    <CalendarToolbar
      viewer="therapist"
      title="16 – 22 Nov"
      view="week"
      phone={false}
      initials={false}
      onInitials={nothing}
      onView={(view) => chosen.push(view)}
      onTurn={nothing}
      onToday={nothing}
      onNew={nothing}
      onBusy={nothing}
      onPrint={nothing}
    />,
  )
  const views = within(screen.getByRole('radiogroup', { name: 'View' })).getAllByRole('radio')
  expect(views.map((view) => (view as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Day',
    'Week',
    'Month',
    uiText('calendar:views.list'),
  ])
  for (const name of ['Day', 'Month']) fireEvent.click(screen.getByText(name, { exact: true }))
  expect(chosen).toEqual(['day', 'month'])
})

test.each([
  ['therapist', '/dashboard/therapist/settings/calendars'],
  ['client', '/dashboard/client/settings/calendar-feed'],
] as const)('the menu of a %s opens the settings of calendars @slow', async (viewer, address) => {
  mockServer(signedInAnswers(viewer))
  const { router } = await renderPage(
    <CalendarToolbar
      viewer={viewer}
      title="16 – 22 Nov"
      view="week"
      phone={false}
      initials={false}
      onInitials={nothing}
      onView={nothing}
      onTurn={nothing}
      onToday={nothing}
      onNew={nothing}
      onBusy={nothing}
      onPrint={nothing}
    />,
  )
  fireEvent.click(await screen.findByRole('button', { name: uiText('calendar:more') }))
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('calendar:elsewhere') }))
  await waitFor(() => expect(router.state.location.href).toBe(address))
})

test.each([true, false])('the calendar links a client to booking (phone: %s)', async (phone) => {
  mockServer({
    'login/session': () => ({ login: { userId: 'ana', role: 'client', need: null } }),
    'account/me': () => ({ id: 'ana', role: 'client', zone: 'Europe/Berlin', language: 'en' }),
    'connection/therapists': () => ({ items: [nora] }),
    'availability/slots': () => sampleSlots([], { formats: ['video'] }),
  })
  await renderPage(
    <CalendarToolbar
      viewer="client"
      title="Fri 20 Nov"
      view="day"
      phone={phone}
      initials={false}
      onInitials={nothing}
      onView={nothing}
      onTurn={nothing}
      onToday={nothing}
      onNew={nothing}
      onBusy={nothing}
      onPrint={nothing}
    />,
  )
  const link = await screen.findByRole('link', { name: 'Book a session' })
  expect(link.getAttribute('href')).toBe('/dashboard/client/sessions/book')
})
