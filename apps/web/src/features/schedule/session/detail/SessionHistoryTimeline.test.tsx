import { sessionEvents } from '@attune/contract/features/schedule/session/session.rules'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { otherSampleId, sampleParticipant, sampleSession } from '../session.testing.ts'
import { SessionHistoryTimeline, historySentenceKey } from './SessionHistoryTimeline.tsx'

const event = (part: Partial<SessionEvent>): SessionEvent => ({
  at: '2026-11-16T18:40:00.000Z',
  by: 'client',
  action: 'accept',
  from: 'scheduled',
  to: 'confirmed',
  startsAtBefore: null,
  startsAtAfter: '2099-11-26T10:00:00.000Z',
  reason: '',
  clientId: null,
  ...part,
})

const byClient = [
  'request',
  'acceptOffer',
  'withdraw',
  'accept',
  'decline',
  'askMove',
  'askCancel',
  'withdrawChange',
  'acceptCounter',
  'declineCounter',
]
/** Returns the actors that can cause an event with this action. `product` is the software itself. */
const actors = (action: SessionEvent['action']): SessionEvent['by'][] => {
  if (action === 'expire') return ['product']
  if (byClient.includes(action)) return ['client']
  return action === 'acceptChange' || action === 'cancel' ? ['therapist', 'product'] : ['therapist']
}

test('every session event has a sentence for therapist and client', () => {
  for (const action of sessionEvents)
    for (const by of actors(action))
      for (const viewer of ['therapist', 'client'] as const)
        for (const to of ['confirmed', 'completed', 'no-show'] as const) {
          const key = `sessionPage:event.${historySentenceKey(event({ action, by, to }), viewer)}`
          expect([key, i18next.exists(key)]).toEqual([key, true])
        }
})

test('the history shows the actor, the old and new time, and the reason of each event, latest first', async () => {
  const before = '2099-11-25T10:00:00.000Z'
  const events = [
    event({ action: 'create', by: 'therapist', from: null, to: 'scheduled' }),
    event({ action: 'move', by: 'therapist', startsAtBefore: before, reason: 'The room is painted.' }),
    event({ action: 'accept' }),
  ]
  await renderPage(<SessionHistoryTimeline session={sampleSession('therapist')} events={events} viewer="therapist" />)
  const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent ?? '')
  expect(lines[0]).toMatch(/^Accepted by Ana/)
  expect(lines[1]).toMatch(/^Moved by you.*25 Nov.* → .*26 Nov.*The room is painted\./)
  expect(lines[2]).toMatch(/^Scheduled by you/)
})

test('in couple therapy the history names the client who acted', async () => {
  const participants = [
    sampleParticipant({ firstName: 'Leo' }),
    sampleParticipant({ firstName: 'Mia', clientId: otherSampleId }),
  ]
  const session = sampleSession('therapist', { participants, therapyType: 'couples' })
  const events = [
    event({ clientId: otherSampleId }),
    event({ action: 'declineChange', by: 'therapist', clientId: otherSampleId }),
  ]
  await renderPage(<SessionHistoryTimeline session={session} events={events} viewer="therapist" />)
  const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent ?? '')
  expect(lines[1]).toMatch(/^Accepted by Mia/)
  expect(lines[0]).toMatch(/^Request declined by youMia/)
})

test('the history names the guardian who acted for the client', async () => {
  const events = [event({ by: 'guardian', guardianName: 'Anna Weber' }), event({ by: 'guardian', action: 'askMove' })]
  const linesFor = async (viewer: 'therapist' | 'client') => {
    const page = <SessionHistoryTimeline session={sampleSession(viewer)} events={events} viewer={viewer} />
    const { unmount } = await renderPage(page)
    const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent ?? '')
    unmount()
    return lines
  }
  const [unnamed, named] = await linesFor('therapist')
  expect(named).toMatch(/^Accepted by Anna Weber for Ana/)
  expect(unnamed).toMatch(/^A guardian for Ana.* asked to move the session/)
  expect((await linesFor('client'))[1]).toMatch(/^Accepted by Anna Weber \(your guardian\)/)
})
