import type { SessionStatus, ChangeRequestState } from './session.schemas.ts'

/** The statuses of a session. Server and browser share this state machine. */
export const sessionStatuses = [
  'pending',
  'scheduled',
  'confirmed',
  'rescheduled',
  'completed',
  'cancelled',
  'denied',
  'no-show',
] as const

/** The states in which a session occupies its slot. */
export const slotHoldingStatuses = ['scheduled', 'confirmed', 'rescheduled'] as const satisfies SessionStatus[]
const planned = ['pending', ...slotHoldingStatuses] as const
const ended = ['cancelled', 'denied'] as const

/** Whether a session with this status occupies its time. */
export const holdsTime = ({ status }: { status: string }): boolean =>
  (slotHoldingStatuses as readonly string[]).includes(status)

export const sessionActions = [
  'confirm',
  'deny',
  'counter',
  'withdraw',
  'accept',
  'acceptOnBehalf',
  'decline',
  'move',
  'cancel',
  'restore',
  'complete',
  'noShow',
  'correct',
  'delete',
] as const
export type SessionAction = (typeof sessionActions)[number]
export type ViewerRole = 'therapist' | 'client'

/**
 * The actions that create a session, with the role that takes them and the state of the new session. 'create' leads to confirmed if the
 * clients have agreed already, and 'enter' to completed or no-show. 'book' needs the therapist's rule for instant booking, which is the
 * therapist's confirmation given in advance, and 'acceptOffer' an offer of the therapist's waiting list; no action of a client confirms a
 * pending request.
 */
export const sessionCreations = {
  request: { who: 'client', to: 'pending' },
  book: { who: 'client', to: 'confirmed' },
  acceptOffer: { who: 'client', to: 'confirmed' },
  create: { who: 'therapist', to: 'scheduled' },
  enter: { who: 'therapist', to: 'completed' },
} as const satisfies Record<string, { who: ViewerRole; to: SessionStatus }>
export type SessionCreation = keyof typeof sessionCreations
export const sessionCreationNames = Object.keys(sessionCreations) as SessionCreation[]

type Transition = {
  who: ViewerRole
  from: readonly SessionStatus[]
  /**
   * The new state. 'other': a completed session becomes a no-show, a no-show becomes completed. 'ended': a cancelled or denied session
   * keeps its state, any other session becomes cancelled. 'back': the session returns to its previous state.
   */
  to: SessionStatus | 'other' | 'ended' | 'back'
  /**
   * The time in which the action is possible. 'before': until the session starts. 'after': from the start on. 'undo': within `undoSeconds`
   * after the therapist cancelled the session. If omitted: at any time.
   */
  time?: 'before' | 'after' | 'undo'
}

/**
 * A move or a cancellation can be undone for this many seconds. The server sends the email about the change only after that time, so that
 * an undone change sends no email.
 */
export const undoSeconds = 55

/**
 * The role that can take each action, the states of the session in which the action is possible, and the new state. Exception: a move with
 * `agreed` leads to confirmed.
 */
export const sessionTransitions = {
  confirm: { who: 'therapist', from: ['pending'], to: 'confirmed', time: 'before' },
  deny: { who: 'therapist', from: ['pending'], to: 'denied' },
  counter: { who: 'therapist', from: ['pending'], to: 'rescheduled' },
  withdraw: { who: 'client', from: ['pending'], to: 'cancelled' },
  accept: { who: 'client', from: ['scheduled', 'rescheduled'], to: 'confirmed' },
  acceptOnBehalf: { who: 'therapist', from: ['scheduled', 'rescheduled'], to: 'confirmed' },
  decline: { who: 'client', from: ['scheduled', 'rescheduled'], to: 'cancelled', time: 'before' },
  move: { who: 'therapist', from: slotHoldingStatuses, to: 'rescheduled' },
  cancel: { who: 'therapist', from: slotHoldingStatuses, to: 'cancelled' },
  restore: { who: 'therapist', from: ['cancelled'], to: 'back', time: 'undo' },
  complete: { who: 'therapist', from: slotHoldingStatuses, to: 'completed', time: 'after' },
  noShow: { who: 'therapist', from: slotHoldingStatuses, to: 'no-show', time: 'after' },
  correct: { who: 'therapist', from: ['completed', 'no-show'], to: 'other' },
  delete: { who: 'therapist', from: [...planned, ...ended], to: 'ended', time: 'before' },
} as const satisfies Record<SessionAction, Transition>

/** The facts about a session that determine which actions are possible. */
export type SessionSnapshot = {
  status: SessionStatus
  startsAt: string
  /**
   * The time at which the therapist cancelled the session; null if the session is not cancelled, or if its last event is not that
   * cancellation.
   */
  calledOffAt?: string | null
}

/** Whether the therapist cancelled the session less than `undoSeconds` ago. */
const isCancelUndoable = ({ calledOffAt }: SessionSnapshot, now: Date): boolean =>
  Boolean(calledOffAt) && now.getTime() - Date.parse(calledOffAt ?? '') < undoSeconds * 1000

/** Whether the viewer can take an action now. */
export function mayTakeSessionAction(
  action: SessionAction,
  viewer: ViewerRole,
  session: SessionSnapshot,
  now: Date,
): boolean {
  const step: Transition = sessionTransitions[action]
  if (step.who !== viewer || !step.from.includes(session.status)) return false
  if (step.time === 'undo') return isCancelUndoable(session, now)
  const started = now.getTime() >= Date.parse(session.startsAt)
  return !step.time || (step.time === 'after') === started
}

/**
 * Returns the state after an allowed action. `before` is the state to which `restore` returns: the state before the
 * previous action.
 */
export function sessionStatusAfter(action: SessionAction, from: SessionStatus, before = from): SessionStatus {
  const { to }: Transition = sessionTransitions[action]
  if (to === 'back') return before
  if (to === 'other') return from === 'completed' ? 'no-show' : 'completed'
  if (to === 'ended') return (ended as readonly string[]).includes(from) ? from : 'cancelled'
  return to
}

type May = Readonly<Record<SessionAction, boolean>>
/**
 * Caches the results of `allowedSessionActions`. A page of sessions needs one result per row, and there are few
 * different results.
 */
const cachedResults: Record<ViewerRole, Partial<Record<SessionStatus, May[]>>> = { therapist: {}, client: {} }

/** Returns for each action whether the viewer can take it on a session now. */
export function allowedSessionActions(viewer: ViewerRole, session: SessionSnapshot, now: Date): May {
  const answers = (cachedResults[viewer][session.status] ??= [])
  const moment = (now.getTime() < Date.parse(session.startsAt) ? 1 : 0) + (isCancelUndoable(session, now) ? 2 : 0)
  return (answers[moment] ??= Object.fromEntries(
    sessionActions.map((action) => [action, mayTakeSessionAction(action, viewer, session, now)]),
  ) as May)
}

/** Whether a client can request to move or cancel a session: the session occupies its slot and has not started. */
export const mayRequestChange = (session: SessionSnapshot, now: Date): boolean =>
  holdsTime(session) && now.getTime() < Date.parse(session.startsAt)

export const changeRequestStates = ['open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired'] as const

export const changeRequestActions = [
  'accept',
  'decline',
  'counter',
  'withdraw',
  'acceptCounter',
  'declineCounter',
] as const
export type ChangeRequestAction = (typeof changeRequestActions)[number]

/**
 * For each action on a change request: the role that can take it, the states of the request in which it is possible,
 * and the new state. No action is possible after the session has started.
 */
export const changeRequestTransitions = {
  accept: { who: 'therapist', from: ['open', 'countered'], to: 'accepted' },
  decline: { who: 'therapist', from: ['open', 'countered'], to: 'declined' },
  counter: { who: 'therapist', from: ['open', 'countered'], to: 'countered' },
  withdraw: { who: 'client', from: ['open', 'countered'], to: 'withdrawn' },
  acceptCounter: { who: 'client', from: ['countered'], to: 'accepted' },
  declineCounter: { who: 'client', from: ['countered'], to: 'declined' },
} as const satisfies Record<
  ChangeRequestAction,
  { who: ViewerRole; from: readonly ChangeRequestState[]; to: ChangeRequestState }
>

/** Whether the viewer can take an action on a change request now. Only a request to move a session can be countered. */
export function mayTakeChangeRequestAction(
  action: ChangeRequestAction,
  viewer: ViewerRole,
  change: { state: ChangeRequestState; kind: 'update' | 'cancel'; startsAt: string },
  now: Date,
): boolean {
  const step: { who: ViewerRole; from: readonly ChangeRequestState[] } = changeRequestTransitions[action]
  return (
    step.who === viewer &&
    step.from.includes(change.state) &&
    now.getTime() < Date.parse(change.startsAt) &&
    (action !== 'counter' || change.kind === 'update')
  )
}
