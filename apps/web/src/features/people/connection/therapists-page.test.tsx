import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { TherapistsPage } from './TherapistsPage.tsx'
import { uiText } from '../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const nora: ConnectedTherapist = {
  therapistId: id,
  clientId: id,
  name: 'Nora Lindqvist',
  avatarUrl: null,
  zone: 'Europe/Berlin',
  specialization: 'Sleep',
  credentials: '',
  bio: 'Fifteen years in a clinic.',
  aboutMe: 'I work with people who cannot sleep.',
  since: '2026-03-02T10:00:00.000Z',
  status: 'connected',
  disconnectedAt: null,
  isUnreachable: false,
  nextSession: { id, startsAt: '2030-11-23T08:30:00.000Z' },
}

async function open(answers: Record<string, () => unknown>) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'client', need: null } }),
    'account/me': () => ({ id, role: 'client', zone: 'Europe/Berlin' }),
    'guardian/mine': () => ({ items: [] }),
    ...answers,
  })
  await renderPage(<TherapistsPage />, '/dashboard/client/therapists')
  return served
}

test('a connected therapist shows profile and next session, above the former ones [2.13] @slow', async () => {
  const jonas = { ...nora, therapistId: 'x', name: 'Jonas Falk', status: 'disconnected', disconnectedAt: nora.since }
  await open({ 'connection/therapists': () => ({ items: [nora, jonas] }) })
  const card = await screen.findByRole('region', { name: 'Nora Lindqvist' })
  expect(within(card).getByText(nora.bio)).toBeTruthy()
  expect(within(card).getByText(nora.aboutMe)).toBeTruthy()
  expect(within(card).getByRole('link').getAttribute('href')).toContain(id)
  expect(
    within(screen.getByRole('region', { name: uiText('connection:therapists.earlier') })).getByText('Jonas Falk'),
  ).toBeTruthy()
})

test('therapists that failed to load show an error [8.04]', async () => {
  await open({ 'connection/therapists': () => refusalResponse(403, 'FORBIDDEN') })
  expect(await screen.findByText('Failed to load your therapists')).toBeTruthy()
})

test('disconnecting shows the consequences first, and an error when it fails [8.04] @slow', async () => {
  const { calls } = await open({
    'connection/therapists': () => ({ items: [nora] }),
    'connection/disconnectPreview': () => ({
      name: nora.name,
      futureSessions: 12,
      sessions: Array.from({ length: 10 }, (_, at) => ({ id: String(at), startsAt: nora.nextSession?.startsAt })),
    }),
    'connection/disconnect': () => refusalResponse(409, 'NOT_CONNECTED'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect: Nora Lindqvist' }))
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect from Nora Lindqvist?' })
  expect(await within(dialog).findByText(uiText('connection:end.sessions_other', { count: '12' }))).toBeTruthy()
  expect(within(dialog).getByText('and 2 more')).toBeTruthy()
  expect(calls.some(({ path }) => path === 'connection/disconnect')).toBe(false)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' }))
  expect(await within(dialog).findByText('Failed to disconnect from therapist')).toBeTruthy()
})
