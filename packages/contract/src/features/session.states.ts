import { z } from 'zod'

/** The state machine of a session, once for server and browser. */
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
export const SessionStatus = z.enum(sessionStatuses)
export type SessionStatus = z.infer<typeof SessionStatus>

/** The states in which a session takes its slot from others. */
export const holdingStatuses = ['scheduled', 'confirmed', 'rescheduled'] as const satisfies SessionStatus[]
const planned = ['pending', ...holdingStatuses] as const
const ended = ['cancelled', 'denied'] as const

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
export type Viewer = 'therapist' | 'client'

type Step = {
  who: Viewer
  from: readonly SessionStatus[]
  /** Where it leads; `correct` leads to the other of its two, `delete` ends what is still planned and leaves the rest, `restore` to what was before. */
  to: SessionStatus | 'other' | 'ended' | 'back'
  /** `before`: until the session starts; `after`: once it has; `undo`: for a moment after the therapist's own cancel. */
  time?: 'before' | 'after' | 'undo'
}

/** So long after a move or a cancel it can be undone and nobody is mailed: shorter than their mails wait, so that none is on its way. */
export const undoSeconds = 55

/** From which states who may take which step, and where it leads. With 'agreed' a move leads to confirmed. */
export const sessionSteps = {
  confirm: { who: 'therapist', from: ['pending'], to: 'confirmed', time: 'before' },
  deny: { who: 'therapist', from: ['pending'], to: 'denied' },
  counter: { who: 'therapist', from: ['pending'], to: 'rescheduled' },
  withdraw: { who: 'client', from: ['pending'], to: 'cancelled' },
  accept: { who: 'client', from: ['scheduled', 'rescheduled'], to: 'confirmed' },
  acceptOnBehalf: { who: 'therapist', from: ['scheduled', 'rescheduled'], to: 'confirmed' },
  decline: { who: 'client', from: ['scheduled', 'rescheduled'], to: 'cancelled', time: 'before' },
  move: { who: 'therapist', from: holdingStatuses, to: 'rescheduled' },
  cancel: { who: 'therapist', from: holdingStatuses, to: 'cancelled' },
  restore: { who: 'therapist', from: ['cancelled'], to: 'back', time: 'undo' },
  complete: { who: 'therapist', from: holdingStatuses, to: 'completed', time: 'after' },
  noShow: { who: 'therapist', from: holdingStatuses, to: 'no-show', time: 'after' },
  correct: { who: 'therapist', from: ['completed', 'no-show'], to: 'other' },
  delete: { who: 'therapist', from: [...planned, ...ended], to: 'ended', time: 'before' },
} as const satisfies Record<SessionAction, Step>

export type SessionMoment = {
  status: SessionStatus
  startsAt: string
  /** When the therapist called it off, where nothing else has happened since. */
  calledOffAt?: string | null
}

/** Whether the session was called off a moment ago, which can still be undone. */
const isJustCalledOff = ({ calledOffAt }: SessionMoment, now: Date): boolean =>
  Boolean(calledOffAt) && now.getTime() - Date.parse(calledOffAt ?? '') < undoSeconds * 1000

/** Whether a step is legal now. `startsAt` and `now` are instants. */
export function maySession(action: SessionAction, viewer: Viewer, session: SessionMoment, now: Date): boolean {
  const step: Step = sessionSteps[action]
  if (step.who !== viewer || !step.from.includes(session.status)) return false
  if (step.time === 'undo') return isJustCalledOff(session, now)
  const started = now.getTime() >= Date.parse(session.startsAt)
  return !step.time || (step.time === 'after') === started
}

/** The state that a legal step leads to; `before`: the one before the last step, to which an undo leads. */
export function stateAfter(action: SessionAction, from: SessionStatus, before = from): SessionStatus {
  const { to }: Step = sessionSteps[action]
  if (to === 'back') return before
  if (to === 'other') return from === 'completed' ? 'no-show' : 'completed'
  if (to === 'ended') return (ended as readonly string[]).includes(from) ? from : 'cancelled'
  return to
}

type May = Readonly<Record<SessionAction, boolean>>
/** There are few answers and many who ask: a page of sessions asks once for each of its rows. */
const known: Record<Viewer, Partial<Record<SessionStatus, May[]>>> = { therapist: {}, client: {} }

/** Everything the viewer may do with a session now. */
export function mayOf(viewer: Viewer, session: SessionMoment, now: Date): May {
  const answers = (known[viewer][session.status] ??= [])
  const moment = (now.getTime() < Date.parse(session.startsAt) ? 1 : 0) + (isJustCalledOff(session, now) ? 2 : 0)
  return (answers[moment] ??= Object.fromEntries(
    sessionActions.map((action) => [action, maySession(action, viewer, session, now)]),
  ) as May)
}

/** What a client may ask of a session that stands: another time, or to cancel it. Until it starts. */
export const mayAskForChange = (session: SessionMoment, now: Date): boolean =>
  (holdingStatuses as readonly string[]).includes(session.status) && now.getTime() < Date.parse(session.startsAt)

export const changeStates = ['open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export const ChangeState = z.enum(changeStates)
export type ChangeState = z.infer<typeof ChangeState>

export const changeActions = ['accept', 'decline', 'counter', 'withdraw', 'acceptCounter', 'declineCounter'] as const
export type ChangeAction = (typeof changeActions)[number]

/** From which states of a change request who may take which step, and where it leads. All of them until the session starts. */
export const changeSteps = {
  accept: { who: 'therapist', from: ['open', 'countered'], to: 'accepted' },
  decline: { who: 'therapist', from: ['open', 'countered'], to: 'declined' },
  counter: { who: 'therapist', from: ['open', 'countered'], to: 'countered' },
  withdraw: { who: 'client', from: ['open', 'countered'], to: 'withdrawn' },
  acceptCounter: { who: 'client', from: ['countered'], to: 'accepted' },
  declineCounter: { who: 'client', from: ['countered'], to: 'declined' },
} as const satisfies Record<ChangeAction, { who: Viewer; from: readonly ChangeState[]; to: ChangeState }>

/** Whether a step on a change request is legal now. Only a wish for another time can be countered. */
export function mayChange(
  action: ChangeAction,
  viewer: Viewer,
  change: { state: ChangeState; kind: 'update' | 'cancel'; startsAt: string },
  now: Date,
): boolean {
  const step: { who: Viewer; from: readonly ChangeState[] } = changeSteps[action]
  return (
    step.who === viewer &&
    step.from.includes(change.state) &&
    now.getTime() < Date.parse(change.startsAt) &&
    (action !== 'counter' || change.kind === 'update')
  )
}
