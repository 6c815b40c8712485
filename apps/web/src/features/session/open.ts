import type { ChangeRequest, Session, SessionEvent } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { askerOf, calledBy } from './marks.tsx'

type Time = { startsAt: string; endsAt: string | null }

/**
 * What is open between the two, as one of them sees it: `request` a client's wish for a session, `set` a time that the
 * therapist set, `moved` one that was set anew, `offered` another time for a request, `move` and `cancel` a client's
 * wish for change, `counter` another time for such a wish.
 */
export type Open = {
  kind: 'request' | 'set' | 'moved' | 'offered' | 'move' | 'cancel' | 'counter'
  /** The viewer's answer is awaited; else the other side's. */
  mine: boolean
  /** Of whom one reads: who asks, or whose answer is awaited. */
  name: string
  before: Time | null
  after: Time | null
  reason: string
  at: string | null
  late: boolean
  change: ChangeRequest | null
}

const waiting = (change: ChangeRequest) => change.state === 'open' || change.state === 'countered'

/** The last event that gave the session its time. */
function lastOf(history: readonly SessionEvent[], actions: readonly SessionEvent['action'][]) {
  return (
    history.filter((event) => actions.includes(event.action)).toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null
  )
}

const timed = ['request', 'create', 'counter', 'move', 'acceptChange', 'acceptCounter'] as const

/** How a session itself stands open; null where nobody's answer is awaited. */
export function openSession(session: Session, viewer: Viewer, history: readonly SessionEvent[]): Open | null {
  const own = viewer === 'client' ? session.participants[0]?.answer : null
  const at = { startsAt: session.startsAt, endsAt: session.endsAt }
  const event = lastOf(history, timed)
  const said = { reason: event?.reason ?? '', at: event?.at ?? null, late: false, change: null }
  if (session.status === 'pending')
    return {
      kind: 'request',
      mine: viewer === 'therapist',
      name: calledBy(session, viewer),
      before: null,
      after: at,
      ...said,
    }
  if (session.status !== 'scheduled' && session.status !== 'rescheduled') return null
  // Of a couple one may have answered already: the others are awaited.
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
    ...said,
  }
}

/** How a wish for change stands open; null where it was answered. */
export function openChange(session: Session, change: ChangeRequest, viewer: Viewer): Open | null {
  if (!waiting(change)) return null
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

/** Everything that is open about a session, what awaits the viewer first. */
export function allOpen(
  details: { session: Session; history: readonly SessionEvent[]; changes: readonly ChangeRequest[] },
  viewer: Viewer,
): Open[] {
  const { session, history, changes } = details
  const found = [openSession(session, viewer, history), ...changes.map((change) => openChange(session, change, viewer))]
  return found.filter((one) => one !== null).toSorted((a, b) => Number(b.mine) - Number(a.mine))
}
