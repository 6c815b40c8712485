import type { ChangeRequest, Session, SessionEvent } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { requesterName, counterpartName } from '../summary/status.tsx'

type Time = { startsAt: string; endsAt: string | null }

/**
 * A question about a session that awaits an answer from the client or the therapist, as the viewer sees it.
 * - `request`: a client requested the session
 * - `set`: the therapist scheduled the session
 * - `moved`: the therapist moved the session
 * - `offered`: the therapist proposed another time for a requested session
 * - `move`, `cancel`: a client requested to move or cancel the session
 * - `counter`: the therapist proposed another time for a requested move
 */
export type OpenQuestion = {
  kind: 'request' | 'set' | 'moved' | 'offered' | 'move' | 'cancel' | 'counter'
  /** True if the viewer must answer, false if the other side must answer. */
  awaitsViewer: boolean
  /** The person whom the title names: the one who asks, or the one who must answer. */
  name: string
  before: Time | null
  after: Time | null
  reason: string
  at: string | null
  late: boolean
  change: ChangeRequest | null
}

const isUnanswered = (change: ChangeRequest) => change.state === 'open' || change.state === 'countered'

/** Returns the latest event whose action is one of `actions`. Returns null if there is none. */
function latestEvent(history: readonly SessionEvent[], actions: readonly SessionEvent['action'][]) {
  return (
    history.filter((event) => actions.includes(event.action)).toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null
  )
}

const actionsThatSetTime = ['request', 'create', 'counter', 'move', 'acceptChange', 'acceptCounter'] as const

/**
 * Returns the open question about a session, ignoring its change requests. Returns null if the session awaits no
 * answer.
 */
export function openQuestionOfSession(
  session: Session,
  viewer: ViewerRole,
  history: readonly SessionEvent[],
): OpenQuestion | null {
  const own = viewer === 'client' ? session.participants[0]?.answer : null
  const at = { startsAt: session.startsAt, endsAt: session.endsAt }
  const event = latestEvent(history, actionsThatSetTime)
  const common = { reason: event?.reason ?? '', at: event?.at ?? null, late: false, change: null }
  if (session.status === 'pending')
    return {
      kind: 'request',
      awaitsViewer: viewer === 'therapist',
      name: counterpartName(session, viewer),
      before: null,
      after: at,
      ...common,
    }
  if (session.status !== 'scheduled' && session.status !== 'rescheduled') return null
  // In couple therapy, this client may already have answered while the session awaits the other client's answer.
  if (own && own !== 'awaited') return null
  if (!session.may.accept && !session.may.decline && !session.may.acceptOnBehalf) return null
  const moved = session.status === 'rescheduled'
  const offered = event?.action === 'counter'
  const awaited = session.participants.filter((person) => person.answer === 'awaited')
  return {
    kind: offered ? 'offered' : moved ? 'moved' : 'set',
    awaitsViewer: viewer === 'client',
    name: counterpartName(
      viewer === 'therapist' && awaited.length ? { ...session, participants: awaited } : session,
      viewer,
    ),
    before: moved && event?.startsAtBefore ? { startsAt: event.startsAtBefore, endsAt: null } : null,
    after: at,
    ...common,
  }
}

/** Returns the open question of a change request. Returns null if the request is already answered or withdrawn. */
export function openQuestionOfChange(session: Session, change: ChangeRequest, viewer: ViewerRole): OpenQuestion | null {
  if (!isUnanswered(change)) return null
  const countered = change.state === 'countered'
  const time = (startsAt: string | null, endsAt: string | null) => (startsAt ? { startsAt, endsAt } : null)
  return {
    kind: countered ? 'counter' : change.kind === 'cancel' ? 'cancel' : 'move',
    awaitsViewer: countered ? viewer === 'client' : viewer === 'therapist',
    name: viewer === 'client' ? session.therapist.name : requesterName(session, change),
    before: { startsAt: change.originalStartsAt, endsAt: change.originalEndsAt },
    after: countered
      ? time(change.counterStartsAt, change.counterEndsAt)
      : time(change.proposedStartsAt, change.proposedEndsAt),
    reason: countered ? change.answer : change.reason,
    at: countered ? change.answeredAt : change.requestedAt,
    late: change.late,
    change,
  }
}

/**
 * Returns all open questions about a session and its change requests. Questions that the viewer must answer come first.
 */
export function openQuestionsOf(
  details: { session: Session; history: readonly SessionEvent[]; changes: readonly ChangeRequest[] },
  viewer: ViewerRole,
): OpenQuestion[] {
  const { session, history, changes } = details
  const found = [
    openQuestionOfSession(session, viewer, history),
    ...changes.map((change) => openQuestionOfChange(session, change, viewer)),
  ]
  return found.filter((one) => one !== null).toSorted((a, b) => Number(b.awaitsViewer) - Number(a.awaitsViewer))
}
