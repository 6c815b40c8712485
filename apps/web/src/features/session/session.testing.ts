import type { ChangeRequest, Session } from '@attune/contract/features/session'
import { changeActions, mayChange, mayOf, type Viewer } from '@attune/contract/features/session.states'
import { defaultTerms } from '@attune/contract/features/terms'
import type { Details } from './acts.ts'

export const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const other = '6b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const minutes = (instant: string, count: number) => new Date(Date.parse(instant) + count * 60_000).toISOString()

export function person(part: Partial<Session['participants'][number]> = {}): Session['participants'][number] {
  const defaults = { avatarUrl: null, attendance: null, lateCancel: false } as const
  return { clientId: id, firstName: 'Ana', lastName: 'Moreau', answer: 'awaited', ...defaults, ...part }
}

/** A session in the far future as `viewer` sees it. The state machine determines the allowed actions as of now. */
export function sessionOf(viewer: Viewer, part: Partial<Session> = {}): Session {
  const startsAt = part.startsAt ?? '2099-11-26T10:00:00.000Z'
  const status = part.status ?? 'confirmed'
  const durationMinutes = part.durationMinutes ?? 50
  return {
    id,
    startsAt,
    endsAt: minutes(startsAt, durationMinutes),
    durationMinutes,
    format: 'video',
    therapyType: 'individual',
    location: '',
    videoUrl: 'https://call.test/room-1',
    status,
    sequence: 0,
    revision: 3,
    bookedAt: '2026-11-01T10:00:00.000Z',
    bookedAnyway: false,
    seriesId: null,
    therapist: { id: other, name: 'Nora Lindqvist', avatarUrl: null, zone: 'Europe/Berlin' },
    participants: [person(status === 'confirmed' ? { answer: 'accepted' } : {})],
    change: null,
    may: mayOf(viewer, { status, startsAt }, new Date()),
    ...part,
  }
}

/** Ana's request to move that session by a day, or to cancel it. */
export function changeOf(viewer: Viewer, part: Partial<ChangeRequest> = {}): ChangeRequest {
  const startsAt = '2099-11-26T10:00:00.000Z'
  const kind = part.kind ?? 'update'
  const state = part.state ?? 'open'
  const proposed = kind === 'update' ? '2099-11-27T14:00:00.000Z' : null
  const counter = state === 'countered' ? '2099-11-28T08:00:00.000Z' : null
  return {
    id: other,
    sessionId: id,
    clientId: id,
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
      changeActions.map((step) => [step, mayChange(step, viewer, { state, kind, startsAt }, new Date())]),
    ) as ChangeRequest['may'],
    ...part,
  }
}

const { location: _place, videoLink: _room, remindBefore: _minutes, ...terms } = defaultTerms

/** The output of `session.get` for a session. */
export function detailsOf(session: Session, part: Partial<Details> = {}): Details {
  const defaults = {
    history: [],
    changes: [],
    texts: [],
    companions: [],
    conflicts: [],
    rivals: [],
    awaitedInSeries: 0,
  }
  return { session, terms, ...defaults, ...part }
}

/** Answers for `answerFor` that sign in a viewer: the login and the profile. */
export const signedIn = (viewer: Viewer) => ({
  'login/session': () => ({ login: { userId: id, role: viewer, need: null } }),
  'account/me': () => ({ id, role: viewer, zone: 'Europe/Berlin', language: 'en' }),
})
