import type { BookableHours } from '@attune/contract/features/schedule/availability/availability'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId } from '../../session/session.testing.ts'
import { ClientTimetable } from './ClientTimetable.tsx'

afterEach(() => vi.unstubAllGlobals())

const therapist = (therapistId: string, name: string, status = 'connected') => ({
  therapistId,
  clientId: therapistId,
  name,
  avatarUrl: null,
  zone: 'Europe/Berlin',
  status,
})
const nora = therapist(sampleId, 'Nora Lindqvist')
const tom = therapist(otherSampleId, 'Tom Weber')
const range = { from: '09:00', until: '12:00' }
const hours: BookableHours = {
  zone: 'Europe/Berlin',
  weekly: [
    { weekday: 1, ...range, formats: ['in-person', 'video'], location: 'Garden house' },
    { weekday: 3, ...range, formats: ['phone'], location: '' },
  ],
  days: [{ day: '2099-12-24', ranges: [] }],
}

async function show(items: object[], answers: Parameters<typeof mockServer>[0] = {}) {
  mockServer({
    'login/session': () => ({ login: { userId: 'ana', role: 'client', need: null } }),
    'account/me': () => ({ id: 'ana', role: 'client', zone: 'America/New_York', language: 'en' }),
    'connection/therapists': () => ({ items }),
    'availability/hours': () => hours,
    ...answers,
  })
  await renderPage(<ClientTimetable />)
}
const week = () => screen.findByRole('list', { name: uiText('timetable:week') })

test('a client reads the hours of each weekday with formats and location, and cannot change them', async () => {
  await show([nora])
  const [monday, tuesday, wednesday] = within(await week()).getAllByRole('listitem')
  for (const part of ['Monday', '09:00 – 12:00', 'Garden house', uiText('session:format.video')])
    expect(monday?.textContent).toContain(part)
  expect(tuesday?.textContent).toContain(uiText('timetable:closed'))
  expect(wednesday?.textContent).toContain(uiText('session:format.phone'))
  expect(screen.getByText(uiText('timetable:zone', { city: 'Berlin' }))).toBeTruthy()
  const other = screen.getByRole('list', { name: uiText('timetable:client.otherHours') })
  expect(other.textContent).toContain('24 Dec')
  for (const role of ['textbox', 'switch', 'checkbox', 'tab']) expect(screen.queryByRole(role)).toBeNull()
})

test('each therapist who is still connected has a tab', async () => {
  const asked: string[] = []
  await show([nora, tom, therapist('former', 'Eva Former', 'disconnected')], {
    'availability/hours': ({ therapistId }: { therapistId: string }) => {
      asked.push(therapistId)
      return therapistId === sampleId ? hours : { ...hours, weekly: [], days: [] }
    },
  })
  await week()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Nora Lindqvist', 'Tom Weber'])
  fireEvent.click(screen.getByRole('tab', { name: 'Tom Weber' }))
  await screen.findByText(uiText('timetable:client.noHours', { name: 'Tom Weber' }))
  expect(asked).toEqual([sampleId, otherSampleId])
})

test('a client without hours to see reads why', async () => {
  await show([])
  await screen.findByText(uiText('timetable:client.noTherapist'))
  vi.unstubAllGlobals()
  await show([nora], { 'availability/hours': () => refusalResponse(409, 'CLIENT_INACTIVE') })
  await screen.findByText(uiText('negotiation:refused.CLIENT_INACTIVE.client'))
})
