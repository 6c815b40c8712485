import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { ActingForContext } from '../frame/acting-for.ts'
import { sampleGuardedClient } from '../guardian.testing.ts'
import { GuardedSessionById } from './GuardedSessionPage.tsx'
import { GuardianSessionsSection } from './SessionsSection.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const may = { accept: false, decline: false, move: false, cancel: false, withdraw: false }
const session = (part: Partial<GuardedSession> = {}): GuardedSession => ({
  id: sampleId,
  startsAt: '2099-11-26T10:00:00.000Z',
  endsAt: '2099-11-26T10:50:00.000Z',
  durationMinutes: 50,
  format: 'video',
  location: '',
  videoUrl: null,
  callInAttune: false,
  status: 'scheduled',
  therapist: { id: otherSampleId, name: 'Lena Brandt', avatarUrl: null, zone: 'Europe/Berlin' },
  change: null,
  ...part,
  may: { ...may, ...part.may },
})
const event = {
  at: '2099-11-16T18:40:00.000Z',
  from: 'scheduled',
  to: 'confirmed',
  startsAtBefore: null,
  startsAtAfter: '2099-11-26T10:00:00.000Z',
} as const

async function show(
  what: React.ReactNode,
  answers: Parameters<typeof mockServer>[0],
  client: Parameters<typeof sampleGuardedClient>[0] = {},
) {
  const { inputsOf } = mockServer({ ...signedInAnswers('client'), ...answers })
  await renderPage(<ActingForContext value={sampleGuardedClient(client)}>{what}</ActingForContext>)
  return inputsOf
}
const home = (part: object) => ({ 'guardian/home': () => ({ clients: [], awaiting: [], upcoming: [], ...part }) })
const text = (key: string) => uiText(`guardianSession:${key}` as never)

test('a session that awaits an answer is accepted for the client of the page', async () => {
  const awaiting = [session({ may: { ...may, accept: true, decline: true } })]
  const inputsOf = await show(<GuardianSessionsSection clientId={sampleId} />, {
    ...home({ awaiting }),
    'guardian/acceptSession': () => session({ status: 'confirmed' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: text('act.accept') }))
  await waitFor(() => expect(inputsOf('guardian/acceptSession')).toHaveLength(1))
  expect(inputsOf('guardian/acceptSession')[0]).toMatchObject({ actingFor: sampleId, id: sampleId })
})

test('a session that another guardian has answered keeps the dialog open and names its state @slow', async () => {
  const awaiting = [session({ may: { ...may, accept: true, decline: true } })]
  await show(<GuardianSessionsSection clientId={sampleId} />, {
    ...home({ awaiting }),
    'guardian/declineSession': () => refusalResponse(409, 'ILLEGAL_TRANSITION', { status: 'confirmed' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: text('act.decline') }))
  fireEvent.click(await screen.findByRole('button', { name: text('decline.submit') }))
  const status = uiText('session:statusForClient.confirmed')
  expect(await screen.findByText(uiText('negotiation:refused.changed', { status }))).toBeTruthy()
})

test('without sessions the section says so, and offers a request only with the right to it', async () => {
  await show(<GuardianSessionsSection clientId={sampleId} />, home({}))
  expect(await screen.findByText(text('none'))).toBeTruthy()
  expect(screen.getByRole('button', { name: text('act.request') })).toBeTruthy()
})

test('without the right to requests there is no button for one', async () => {
  await show(<GuardianSessionsSection clientId={sampleId} />, home({}), { rights: ['sessions'] })
  expect(await screen.findByText(text('none'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: text('act.request') })).toBeNull()
})

test('a failed load offers to try again', async () => {
  await show(<GuardianSessionsSection clientId={sampleId} />, { 'guardian/home': failureResponse })
  expect(await screen.findByText(text('failed'))).toBeTruthy()
})

test('a guardian has a button for a call behind a link, and for one in Attune that joins for the client @slow', async () => {
  const startsAt = new Date(Date.now() + 5 * 60_000).toISOString()
  const endsAt = new Date(Date.now() + 55 * 60_000).toISOString()
  const link = { videoUrl: 'https://call.test/room-1' }
  for (const [place, href] of [
    [link, link.videoUrl],
    [{ callInAttune: true }, `/call/${sampleId}?for=${sampleId}`],
  ] as const) {
    const shown = session({ ...place, startsAt, endsAt, status: 'confirmed' })
    const data = { session: shown, history: [], changes: [], terms: null }
    await show(<GuardedSessionById id={sampleId} />, {
      'guardian/session': () => data,
      'call/ofSessionFor': () => ({ items: [] }),
    })
    const join = await screen.findByRole('link', { name: uiText('negotiation:join') })
    expect(join.getAttribute('href')).toBe(href)
    cleanup()
  }
})

test('the history says who acted, and calls an unknown guardian another one', async () => {
  await show(<GuardedSessionById id={sampleId} />, {
    'guardian/session': () => ({
      session: session({ status: 'confirmed' }),
      history: [
        { ...event, by: 'you', action: 'accept' },
        { ...event, by: 'guardian', action: 'accept' },
        { ...event, by: 'guardian', guardianName: 'Ben Weber', action: 'accept' },
        { ...event, by: 'client', action: 'accept' },
      ],
      changes: [],
      terms: null,
    }),
  })
  await screen.findByText(text('history'))
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent ?? '')
  const sentences = ['Accepted by Tim', 'Accepted by Ben Weber', 'Accepted by another guardian', 'Accepted by you']
  for (const sentence of sentences) expect(lines.some((line) => line.startsWith(sentence))).toBe(true)
})

test('the time that the therapist proposed is accepted', async () => {
  const change = {
    id: otherSampleId,
    kind: 'update',
    state: 'countered',
    late: false,
    proposedStartsAt: null,
    proposedEndsAt: null,
    counterStartsAt: '2099-11-27T10:00:00.000Z',
    counterEndsAt: '2099-11-27T10:50:00.000Z',
    may: { withdraw: true, acceptCounter: true, declineCounter: true },
  }
  const inputsOf = await show(<GuardedSessionById id={sampleId} />, {
    'guardian/session': () => ({
      session: session({ change: 'countered' }),
      history: [],
      changes: [change],
      terms: null,
    }),
    'guardian/acceptProposedTime': () => session(),
  })
  fireEvent.click(await screen.findByRole('button', { name: text('act.acceptProposedTime') }))
  await waitFor(() =>
    expect(inputsOf('guardian/acceptProposedTime')[0]).toMatchObject({ actingFor: sampleId, id: otherSampleId }),
  )
})

test('a session that the guardian cannot see is not found', async () => {
  await show(<GuardedSessionById id={sampleId} />, { 'guardian/session': () => refusalResponse(404, 'NOT_FOUND') })
  expect(await screen.findByText(text('notFound'))).toBeTruthy()
})
