import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import {
  changeRequestActions,
  mayTakeChangeRequestAction,
  allowedSessionActions,
  type ViewerRole,
} from '@attune/contract/features/schedule/session/session.states'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import type { SessionDetailsData } from './summary/mutations.ts'

export const sampleId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const otherSampleId = '6b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const minutes = (instant: string, count: number) => new Date(Date.parse(instant) + count * 60_000).toISOString()

export function sampleParticipant(
  part: Partial<Session['participants'][number]> = {},
): Session['participants'][number] {
  const defaults = { avatarUrl: null, attendance: null, lateCancel: false } as const
  return {
    clientId: sampleId,
    personId: sampleId,
    firstName: 'Ana',
    lastName: 'Moreau',
    answer: 'awaited',
    ...defaults,
    ...part,
  }
}

/**
 * Returns a session in the far future as `viewer` sees it. The state machine determines `may`, the actions that are
 * allowed now.
 */
export function sampleSession(viewer: ViewerRole, part: Partial<Session> = {}): Session {
  const startsAt = part.startsAt ?? '2099-11-26T10:00:00.000Z'
  const status = part.status ?? 'confirmed'
  const durationMinutes = part.durationMinutes ?? 50
  return {
    id: sampleId,
    startsAt,
    endsAt: minutes(startsAt, durationMinutes),
    durationMinutes,
    format: 'video',
    therapyType: 'individual',
    location: '',
    videoUrl: 'https://call.test/room-1',
    callInAttune: false,
    status,
    sequence: 0,
    revision: 3,
    bookedAt: '2026-11-01T10:00:00.000Z',
    bookedAnyway: false,
    type: null,
    group: null,
    seriesId: null,
    therapist: { id: otherSampleId, name: 'Nora Lindqvist', avatarUrl: null, zone: 'Europe/Berlin' },
    participants: [sampleParticipant(status === 'confirmed' ? { answer: 'accepted' } : {})],
    change: null,
    may: allowedSessionActions(viewer, { status, startsAt }, new Date()),
    ...part,
  }
}

/**
 * Returns a request by the client Ana to move the session of `sampleSession` to the next day. With the kind `cancel`,
 * returns a request to cancel the session.
 */
export function sampleChangeRequest(viewer: ViewerRole, part: Partial<ChangeRequest> = {}): ChangeRequest {
  const startsAt = '2099-11-26T10:00:00.000Z'
  const kind = part.kind ?? 'update'
  const state = part.state ?? 'open'
  const proposed = kind === 'update' ? '2099-11-27T14:00:00.000Z' : null
  const counter = state === 'countered' ? '2099-11-28T08:00:00.000Z' : null
  return {
    id: otherSampleId,
    sessionId: sampleId,
    clientId: sampleId,
    clientName: 'Ana Moreau',
    kind,
    state,
    late: false,
    reason: 'My brother arrives that morning.',
    originalStartsAt: startsAt,
    originalEndsAt: minutes(startsAt, 50),
    proposedStartsAt: proposed,
    proposedEndsAt: proposed && minutes(proposed, 50),
    counterStartsAt: counter,
    counterEndsAt: counter && minutes(counter, 50),
    answer: counter ? 'I only have the morning.' : '',
    requestedAt: '2099-11-20T07:12:00.000Z',
    answeredAt: counter ? '2099-11-21T07:12:00.000Z' : null,
    may: Object.fromEntries(
      changeRequestActions.map((step) => [
        step,
        mayTakeChangeRequestAction(step, viewer, { state, kind, startsAt }, new Date()),
      ]),
    ) as ChangeRequest['may'],
    ...part,
  }
}

const { location: _place, videoLink: _room, callsInAttune: _default, remindBefore: _minutes, ...terms } = defaultTerms

/** Returns the output of the procedure `session.get` for a session. */
export function sampleSessionDetails(session: Session, part: Partial<SessionDetailsData> = {}): SessionDetailsData {
  const defaults = {
    history: [],
    changes: [],
    texts: [],
    companions: [],
    conflicts: [],
    rivals: [],
    withinAvailability: true,
    awaitedInSeries: 0,
  }
  return { session, terms, ...defaults, ...part }
}

/** Returns the `mockServer` responses that sign in a viewer: the login and the profile. */
export const signedInAnswers = (viewer: ViewerRole) => ({
  'login/session': () => ({ login: { userId: sampleId, role: viewer, need: null } }),
  'account/me': () => ({ id: sampleId, role: viewer, zone: 'Europe/Berlin', language: 'en' }),
})
