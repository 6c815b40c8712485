import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'
import { insertSession } from '../../../testing/records/sessions.ts'

const hour = 3_600_000
const longAgo = 10 * 365 * 24 * hour

/**
 * The states of sessions that actions need, each with the start of the session. Future sessions start in the hours
 * after `slot`; past sessions started years ago.
 */
const states = {
  sessionId: ['scheduled', 0],
  pendingSessionId: ['pending', 3 * hour],
  unresolvedSessionId: ['confirmed', -longAgo],
  completedSessionId: ['completed', hour - longAgo],
  cancelledSessionId: ['cancelled', 2 * hour - longAgo],
} as const satisfies Record<string, readonly [SessionStatus, number]>

type SessionFixture = keyof typeof states

export const sessionFixtures = [
  /** A scheduled future session that the client has not answered yet. */
  fixture(['sessionId'], (order) => createSession(order, 'sessionId')),
  /** A client's request for a future session, not answered yet. */
  fixture(['pendingSessionId'], (order) => createSession(order, 'pendingSessionId')),
  /** A confirmed session from years ago, not marked as completed or no-show. */
  fixture(['unresolvedSessionId'], (order) => createSession(order, 'unresolvedSessionId')),
  /** A completed session from years ago. */
  fixture(['completedSessionId'], (order) => createSession(order, 'completedSessionId')),
  /** A session from years ago that has just been marked as cancelled. */
  fixture(['cancelledSessionId'], (order) => createSession(order, 'cancelledSessionId')),
]

/** Inserts the session of a fixture for a pair, with the status and start that `states` lists for it. */
async function createSession<Name extends SessionFixture>(
  { app, pair, slot }: FixtureOrder,
  name: Name,
): Promise<Record<Name, string>> {
  const [status, start] = states[name]
  const id = await insertSession(app, pair.therapist, pair.recordId, {
    status,
    startsAt: new Date(Date.parse(slot) + start).toISOString(),
    location: canary(pair.name, 'location'),
  })
  return { [name]: id } as Record<Name, string>
}
