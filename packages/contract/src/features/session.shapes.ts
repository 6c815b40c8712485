import { z } from 'zod'
import { longestSessionMinutes } from '../common/constants.ts'
import { Id } from '../common/ids.ts'
import { text } from '../common/text.ts'
import {
  type ChangeAction,
  changeActions,
  ChangeState,
  type SessionAction,
  sessionActions,
  SessionStatus,
} from './session.states.ts'

export const formats = ['in-person', 'video', 'phone'] as const
export const Format = z.enum(formats)
export const therapyTypes = ['individual', 'couples', 'group', 'family'] as const
export const TherapyType = z.enum(therapyTypes)
export const answers = ['awaited', 'accepted', 'declined'] as const
export const attendances = ['attended', 'absent'] as const
/** How many may take part, by the kind of therapy. */
export const seats = { individual: [1, 1], couples: [1, 2], group: [1, 12], family: [1, 12] } as const

export const Duration = z.int().min(1).max(longestSessionMinutes)
export const Reason = text(500)
/** Where the call takes place, `https` only. */
export const VideoUrl = z
  .string()
  .max(500)
  .transform((value) => value.trim())
  .refine((value) => /^https:\/\/[^\s/]+\.[^\s]+$/.test(value), 'NOT_A_LINK')

type Seated = { clientIds: string[]; therapyType: keyof typeof seats }
export const fits = ({ clientIds, therapyType }: Seated) => {
  const [least, most] = seats[therapyType]
  return new Set(clientIds).size === clientIds.length && clientIds.length >= least && clientIds.length <= most
}
export const seated = { error: 'WRONG_NUMBER', path: ['clientIds'] }

const record = <K extends string>(keys: readonly K[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>)

const Participant = z.strictObject({
  clientId: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
  answer: z.enum(answers),
  attendance: z.enum(attendances).nullable(),
  /** Cancelled within the therapist's late window. */
  lateCancel: z.boolean(),
})

/** A session as its viewer may see it, with what the viewer may do. */
export const Session = z.strictObject({
  id: Id,
  startsAt: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number(),
  format: Format,
  therapyType: TherapyType,
  location: z.string(),
  /** Null where none was given, and for whatever is no video call. */
  videoUrl: z.string().nullable(),
  status: SessionStatus,
  /** Counts moves. */
  sequence: z.number(),
  /** Counts changes of any kind: an edit names the one that it was made on. */
  revision: z.number(),
  /** When the session got its present time. */
  bookedAt: z.string(),
  /** Booked over something else; told to the therapist alone. */
  bookedAnyway: z.boolean(),
  therapist: z.strictObject({ id: Id, name: z.string(), avatarUrl: z.string().nullable(), zone: z.string() }),
  /** For a client: the own record alone. */
  participants: z.array(Participant),
  /** The series that it follows or was moved out of. */
  seriesId: Id.nullable(),
  /** A wish for change that waits for an answer: of the therapist ('open') or of the client ('countered'). */
  change: z.enum(['open', 'countered']).nullable(),
  may: record<SessionAction>(sessionActions),
})
export type Session = z.infer<typeof Session>

/** How many sessions of its series await the answer that the viewer may give to all at once; 0 where it stands alone. */
export const AwaitedInSeries = z.number()

/** What a client has asked of a session that stands. The session keeps its slot and state until it is answered. */
export const ChangeRequest = z.strictObject({
  id: Id,
  sessionId: Id,
  clientId: Id,
  clientName: z.string(),
  kind: z.enum(['update', 'cancel']),
  state: ChangeState,
  /** Whether it was asked for within the late window. */
  late: z.boolean(),
  reason: z.string(),
  /** The time of the session when it was asked. */
  originalStartsAt: z.string(),
  originalEndsAt: z.string(),
  proposedStartsAt: z.string().nullable(),
  proposedEndsAt: z.string().nullable(),
  counterStartsAt: z.string().nullable(),
  counterEndsAt: z.string().nullable(),
  /** The therapist's words with a decline or a counter. */
  answer: z.string(),
  requestedAt: z.string(),
  answeredAt: z.string().nullable(),
  may: record<ChangeAction>(changeActions),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

/** Everything that leaves a line in a session's history. */
export const sessionEvents = [
  'create',
  'request',
  'enter',
  'edit',
  'expire',
  ...sessionActions,
  'askMove',
  'askCancel',
  'withdrawChange',
  'acceptChange',
  'declineChange',
  'counterChange',
  'acceptCounter',
  'declineCounter',
] as const

export const SessionEvent = z.strictObject({
  at: z.string(),
  by: z.enum(['therapist', 'client', 'product']),
  action: z.enum(sessionEvents),
  from: SessionStatus.nullable(),
  to: SessionStatus,
  startsAtBefore: z.string().nullable(),
  /** The time that the step gave the session, or that was asked for or proposed by it. */
  startsAtAfter: z.string(),
  reason: z.string(),
  /** Whom of several it concerns; null where it concerns all, or the only one. */
  clientId: Id.nullable(),
})
export type SessionEvent = z.infer<typeof SessionEvent>

/** What is in the way of a time. A client learns the times alone. */
export const Conflict = z.strictObject({
  kind: z.enum(['session', 'event', 'imported', 'absence']),
  startsAt: z.string(),
  endsAt: z.string(),
  sessionId: Id.nullable(),
  /** Of whom or of what; to a client nothing. */
  name: z.string(),
})
export type Conflict = z.infer<typeof Conflict>

/** What waits for the viewer's answer, with what stands in its way and who else wants that time. */
export const Waiting = z.strictObject({
  session: Session,
  change: ChangeRequest.nullable(),
  /** The step that gave a session that was moved the time that waits. */
  moved: SessionEvent.nullable(),
  conflicts: z.array(Conflict),
  rivals: z.array(Conflict),
  awaitedInSeries: AwaitedInSeries,
})
export type Waiting = z.infer<typeof Waiting>

export const SLOT = { SLOT_TAKEN: { status: 409, data: z.object({ conflicts: z.array(Conflict) }) } } as const
export const STEP = { ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: SessionStatus }) } } as const
export const INACTIVE = { CLIENT_INACTIVE: { status: 409 } } as const
export const PAST = { IN_THE_PAST: { status: 409 } } as const

/** Objectives and next steps: the therapist's words, which reach the clients when shared. */
export const textKinds = ['objectives', 'next-steps'] as const
export const SessionText = z.strictObject({
  kind: z.enum(textKinds),
  text: z.string(),
  version: z.number(),
  shared: z.boolean(),
  updatedAt: z.string().nullable(),
})
export type SessionText = z.infer<typeof SessionText>

/** Row 9.05. */
export const chartPeriods = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export const ChartPeriod = z.enum(chartPeriods)
export type ChartPeriod = z.infer<typeof ChartPeriod>
/** How many periods a chart shows, the present one included. */
export const chartLength = { daily: 14, weekly: 12, monthly: 12, quarterly: 8, yearly: 5 } as const
