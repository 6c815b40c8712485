import { z } from 'zod'
import { isHttpsLink } from '../../../common/text/text.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { longestSessionMinutes } from '../../../common/constants.ts'
import {
  ChangeRequestId,
  ClientId,
  PersonId,
  SeriesId,
  SessionId,
  SessionTypeId,
  TherapistId,
} from '../../../common/ids.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { sessionTypeColors } from '../session-type/session-type.rules.ts'
import {
  sessionFormats,
  therapyTypes,
  participantAnswers,
  attendances,
  sessionEvents,
  sessionTextKinds,
  chartPeriods,
} from './session.rules.ts'
import {
  sessionStatuses,
  changeRequestStates,
  type SessionAction,
  sessionActions,
  type ChangeRequestAction,
  changeRequestActions,
} from './session.states.ts'

export const SessionStatus = z.enum(sessionStatuses)
export type SessionStatus = z.infer<typeof SessionStatus>

export const ChangeRequestState = z.enum(changeRequestStates)
export type ChangeRequestState = z.infer<typeof ChangeRequestState>

export const SessionFormat = z.enum(sessionFormats)

export const TherapyType = z.enum(therapyTypes)

export const Duration = z.int().min(1).max(longestSessionMinutes)
export const Reason = text(textLengths.reason)
/** The URL of the video call, `https` only. */
export const VideoUrl = z
  .string()
  .max(textLengths.videoUrl)
  .transform((value) => value.trim())
  .refine(isHttpsLink, 'NOT_A_LINK')

export const participantCountError = { error: 'WRONG_NUMBER', path: ['clientIds'] }

const booleansFor = <K extends string>(keys: readonly K[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>)

const Participant = z.strictObject({
  clientId: ClientId,
  personId: PersonId,
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
  answer: z.enum(participantAnswers),
  attendance: z.enum(attendances).nullable(),
  /** Whether the client cancelled so shortly before the start that the cancellation counts as late by the therapist's terms. */
  lateCancel: z.boolean(),
})

/** A session as its viewer sees it, with the actions that the viewer can take. */
export const Session = z.strictObject({
  id: SessionId,
  startsAt: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number(),
  format: SessionFormat,
  therapyType: TherapyType,
  location: z.string(),
  /** The URL of the video call; null for a video session without a link and for other formats. */
  videoUrl: z.string().nullable(),
  status: SessionStatus,
  /** A number that each move of the session increments. */
  sequence: z.number(),
  /** A number that increases with each change of the session. An edit sends the revision that it is based on. */
  revision: z.number(),
  /** The time at which the session got its current start. */
  bookedAt: z.string(),
  /** Whether the therapist booked the session despite conflicts. Always false if the viewer is a client. */
  bookedAnyway: z.boolean(),
  therapist: z.strictObject({ id: TherapistId, name: z.string(), avatarUrl: z.string().nullable(), zone: z.string() }),
  /** All participants of the session; only the viewer's own record if the viewer is a client. */
  participants: z.array(Participant),
  /** The therapist's type of the session; null if there is none, and always if the viewer is a client. */
  type: z.strictObject({ id: SessionTypeId, name: z.string(), color: z.enum(sessionTypeColors) }).nullable(),
  /** The series to which the session belongs, even after the session was moved individually. */
  seriesId: SeriesId.nullable(),
  /** The state of a change request without an answer: 'open' awaits the therapist, 'countered' awaits the client. Null if there is none. */
  change: z.enum(['open', 'countered']).nullable(),
  may: booleansFor<SessionAction>(sessionActions),
})
export type Session = z.infer<typeof Session>

/**
 * Whether the time that awaits the therapist's answer is within the availability for the format of the session. Always true if the viewer is
 * a client.
 */
export const WithinAvailability = z.boolean()

/**
 * The number of sessions of the same series that await an answer; the viewer can accept them all in one call. 0 for a
 * session without a series.
 */
export const AwaitedInSeriesCount = z.number()

/** A client's request to move or cancel a session. Until the therapist answers, the session keeps its time and state. */
export const ChangeRequest = z.strictObject({
  id: ChangeRequestId,
  sessionId: SessionId,
  clientId: ClientId,
  clientName: z.string(),
  kind: z.enum(['update', 'cancel']),
  state: ChangeRequestState,
  /** Whether the client sent the request so shortly before the start that the change counts as late by the therapist's terms. */
  late: z.boolean(),
  reason: z.string(),
  /** Start and end of the session when the client sent the request. */
  originalStartsAt: z.string(),
  originalEndsAt: z.string(),
  proposedStartsAt: z.string().nullable(),
  proposedEndsAt: z.string().nullable(),
  counterStartsAt: z.string().nullable(),
  counterEndsAt: z.string().nullable(),
  /** The therapist's message, sent when declining the request or proposing another time. */
  answer: z.string(),
  requestedAt: z.string(),
  answeredAt: z.string().nullable(),
  may: booleansFor<ChangeRequestAction>(changeRequestActions),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

export const SessionEvent = z.strictObject({
  at: z.string(),
  by: z.enum(['therapist', 'client', 'product']),
  action: z.enum(sessionEvents),
  from: SessionStatus.nullable(),
  to: SessionStatus,
  startsAtBefore: z.string().nullable(),
  /** The start of the session that this action set, requested or proposed. */
  startsAtAfter: z.string(),
  reason: z.string(),
  /** The participant whom the event concerns; null if the event concerns all participants, or if there is only one. */
  clientId: ClientId.nullable(),
})
export type SessionEvent = z.infer<typeof SessionEvent>

/**
 * A session, event or absence that overlaps with a time. If the viewer is a client, `kind` is always 'session' and
 * `name` is empty.
 */
export const Conflict = z.strictObject({
  kind: z.enum(['session', 'event', 'imported', 'absence']),
  startsAt: z.string(),
  endsAt: z.string(),
  sessionId: SessionId.nullable(),
  /** The names of the clients, or the title of the event or absence. Empty if the viewer is a client. */
  name: z.string(),
})
export type Conflict = z.infer<typeof Conflict>

/**
 * A session or change request that awaits the viewer's answer. `conflicts` lists everything that overlaps with the time
 * that awaits the answer. A client gets conflicts only for a time that the therapist proposed. `rivals` lists other
 * requests for the same time.
 */
export const PendingAnswer = z.strictObject({
  session: Session,
  change: ChangeRequest.nullable(),
  /** The event that moved the session to the time that awaits an answer; null if the session was not moved. */
  moved: SessionEvent.nullable(),
  conflicts: z.array(Conflict),
  rivals: z.array(Conflict),
  withinAvailability: WithinAvailability,
  awaitedInSeries: AwaitedInSeriesCount,
})
export type PendingAnswer = z.infer<typeof PendingAnswer>

/** A session, or the sessions of one series, that the clients have not answered yet. */
export const UnansweredGroup = z.strictObject({
  /** The earliest session of the group. */
  session: Session,
  /** The number of sessions in the group. */
  dates: z.number(),
})
export type UnansweredGroup = z.infer<typeof UnansweredGroup>

export const SLOT_TAKEN = { SLOT_TAKEN: { status: 409, data: z.object({ conflicts: z.array(Conflict) }) } } as const
export const ILLEGAL_TRANSITION = {
  ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: SessionStatus }) },
} as const
export const CLIENT_INACTIVE = { CLIENT_INACTIVE: { status: 409 } } as const
export const IN_THE_PAST = { IN_THE_PAST: { status: 409 } } as const
/** The refusal of a client's request or agreement, because an admin has disabled the therapist's account. */
export const THERAPIST_UNREACHABLE = { THERAPIST_UNREACHABLE: { status: 409 } } as const
/** The refusals of a time that a client requests. */
export const TIME_REFUSALS = { ...IN_THE_PAST, ...THERAPIST_UNREACHABLE, NOT_OFFERED: { status: 409 } } as const

export const SessionText = z.strictObject({
  kind: z.enum(sessionTextKinds),
  text: z.string(),
  version: z.number(),
  shared: z.boolean(),
  updatedAt: z.string().nullable(),
})
export type SessionText = z.infer<typeof SessionText>

export const ChartPeriod = z.enum(chartPeriods)
export type ChartPeriod = z.infer<typeof ChartPeriod>
export const ChartItem = z.strictObject({
  /** The first day of the period. */
  from: Day,
  held: z.number(),
  heldMinutes: z.number(),
  planned: z.number(),
  plannedMinutes: z.number(),
})
export type ChartItem = z.infer<typeof ChartItem>

/** The tables of this feature that a browser can subscribe to. */
export const sessionTables = {
  sessions: { table: 'session', filters: ['id', 'therapist_id', 'status'] },
  session_clients: { table: 'session_client', filters: ['session_id', 'client_id', 'therapist_id', 'answer'] },
} as const satisfies RealtimeTables
