import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { sampleSlots } from '../availability/availability.testing.ts'
import { sampleId, otherSampleId } from '../session/session.testing.ts'
import { CalendarToolbar } from './CalendarToolbar.tsx'

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

test.each([true, false])('the calendar links a client to booking (phone: %s) [1.11]', async (phone) => {
  const { fetched } = mockServer({
    'login/session': () => ({ login: { userId: 'ana', role: 'client', need: null } }),
    'account/me': () => ({ id: 'ana', role: 'client', zone: 'Europe/Berlin', language: 'en' }),
    'connection/therapists': () => ({ items: [nora] }),
    'availability/slots': () => sampleSlots([], { formats: ['video'] }),
  })
  vi.stubGlobal('fetch', fetched)
  renderPage(
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
