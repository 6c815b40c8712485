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

export const sessionActions = ['accept', 'acceptOnBehalf', 'decline', 'move', 'cancel'] as const
export type SessionAction = (typeof sessionActions)[number]

type Step = { who: 'therapist' | 'client'; from: readonly SessionStatus[]; to: SessionStatus; until?: 'start' }

/** From which states who may take which step, and where it leads. `move` with 'agreed' leads to confirmed. */
export const sessionSteps = {
  accept: { who: 'client', from: ['scheduled', 'rescheduled'], to: 'confirmed' },
  acceptOnBehalf: { who: 'therapist', from: ['scheduled', 'rescheduled'], to: 'confirmed' },
  decline: { who: 'client', from: ['scheduled', 'rescheduled'], to: 'cancelled', until: 'start' },
  move: { who: 'therapist', from: holdingStatuses, to: 'rescheduled' },
  cancel: { who: 'therapist', from: holdingStatuses, to: 'cancelled' },
} as const satisfies Record<SessionAction, Step>

/** Whether a step is legal now. `startsAt` and `now` are instants; a client declines before the start only. */
export function maySession(
  action: SessionAction,
  viewer: 'therapist' | 'client',
  session: { status: SessionStatus; startsAt: string },
  now: Date,
): boolean {
  const step: Step = sessionSteps[action]
  return (
    step.who === viewer &&
    step.from.includes(session.status) &&
    (step.until !== 'start' || now.getTime() < Date.parse(session.startsAt))
  )
}

type May = Readonly<Record<SessionAction, boolean>>
/** There are few answers and many who ask: a page of sessions asks once for each of its rows. */
const known = new Map<string, May>()

/** Everything the viewer may do with a session now. */
export function mayOf(
  viewer: 'therapist' | 'client',
  session: { status: SessionStatus; startsAt: string },
  now: Date,
): May {
  const key = `${viewer} ${session.status} ${now.getTime() < Date.parse(session.startsAt)}`
  const may =
    known.get(key) ??
    (Object.fromEntries(sessionActions.map((action) => [action, maySession(action, viewer, session, now)])) as May)
  known.set(key, may)
  return may
}
