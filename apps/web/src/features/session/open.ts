import type { ChangeRequest, Session, SessionEvent } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { askerOf, calledBy } from './marks.tsx'

type Time = { startsAt: string; endsAt: string | null }

/**
 * A question about a session that awaits an answer from one side, as the viewer sees it.
 * - `request`: a client requested the session
 * - `set`: the therapist scheduled it
 * - `moved`: the therapist moved it
 * - `offered`: the therapist proposed another time for a request
 * - `move`, `cancel`: a client requested this change
 * - `counter`: the therapist proposed another time for a requested move
 */
export type Open = {
  kind: 'request' | 'set' | 'moved' | 'offered' | 'move' | 'cancel' | 'counter'
  /** Whether the viewer's answer is awaited; otherwise the other side's is. */
  mine: boolean
  /** The person named in the title: the one who asks, or whose answer is awaited. */
  name: string
  before: Time | null
  after: Time | null
  reason: string
  at: string | null
  late: boolean
  change: ChangeRequest | null
}

const isUnanswered = (change: ChangeRequest) => change.state === 'open' || change.state === 'countered'

/** The latest event with one of `actions`; null if there is none. */
function latestEvent(history: readonly SessionEvent[], actions: readonly SessionEvent['action'][]) {
  return (
    history.filter((event) => actions.includes(event.action)).toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null
  )
}

const actionsThatSetTime = ['request', 'create', 'counter', 'move', 'acceptChange', 'acceptCounter'] as const

/** The open question about a session itself, without change requests; null if no answer is awaited. */
export function openSession(session: Session, viewer: Viewer, history: readonly SessionEvent[]): Open | null {
  const own = viewer === 'client' ? session.participants[0]?.answer : null
  const at = { startsAt: session.startsAt, endsAt: session.endsAt }
  const event = latestEvent(history, actionsThatSetTime)
  const common = { reason: event?.reason ?? '', at: event?.at ?? null, late: false, change: null }
  if (session.status === 'pending')
    return {
      kind: 'request',
      mine: viewer === 'therapist',
      name: calledBy(session, viewer),
      before: null,
      after: at,
      ...common,
    }
  if (session.status !== 'scheduled' && session.status !== 'rescheduled') return null
  // In couple therapy this client may have answered already while the others have not.
  if (own && own !== 'awaited') return null
  if (!session.may.accept && !session.may.acceptOnBehalf) return null
  const moved = session.status === 'rescheduled'
  const offered = event?.action === 'counter'
  const awaited = session.participants.filter((person) => person.answer === 'awaited')
  return {
    kind: offered ? 'offered' : moved ? 'moved' : 'set',
    mine: viewer === 'client',
    name: calledBy(viewer === 'therapist' && awaited.length ? { ...session, participants: awaited } : session, viewer),
    before: moved && event?.startsAtBefore ? { startsAt: event.startsAtBefore, endsAt: null } : null,
    after: at,
    ...common,
  }
}

/** The open question of a change request; null if it is answered. */
export function openChange(session: Session, change: ChangeRequest, viewer: Viewer): Open | null {
  if (!isUnanswered(change)) return null
  const countered = change.state === 'countered'
  const time = (startsAt: string | null, endsAt: string | null) => (startsAt ? { startsAt, endsAt } : null)
  return {
    kind: countered ? 'counter' : change.kind === 'cancel' ? 'cancel' : 'move',
    mine: countered ? viewer === 'client' : viewer === 'therapist',
    name: viewer === 'client' ? session.therapist.name : askerOf(session, change),
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

/** All open questions about a session; those that await the viewer's answer come first. */
export function allOpen(
  details: { session: Session; history: readonly SessionEvent[]; changes: readonly ChangeRequest[] },
  viewer: Viewer,
): Open[] {
  const { session, history, changes } = details
  const found = [openSession(session, viewer, history), ...changes.map((change) => openChange(session, change, viewer))]
  return found.filter((one) => one !== null).toSorted((a, b) => Number(b.mine) - Number(a.mine))
}
