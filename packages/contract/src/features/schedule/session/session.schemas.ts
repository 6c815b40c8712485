import { z } from 'zod'
import { isHttpsLink } from '../../../common/text/text.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { longestSessionMinutes } from '../../../common/constants.ts'
import {
  ChangeRequestId,
  ClientId,
  GroupId,
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
  participantLimits,
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
/** The error of a new session with too many clients for a call in Attune. */
export const callSizeError = { error: 'CALL_TOO_LARGE', path: ['callInAttune'] }

const booleansFor = <K extends string>(keys: readonly K[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>)

const Attendance = z.enum(attendances)
/** The attendance of participants of one session, as the therapist records it. */
export const AttendanceList = z
  .array(z.strictObject({ clientId: ClientId, attendance: Attendance }))
  .max(participantLimits.group[1])
  .default([])

/** A client who takes part in a session. */
const Participant = z.strictObject({
  clientId: ClientId,
  personId: PersonId,
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
  /** The client's answer to the session. */
  answer: z.enum(participantAnswers),
  /** The client's attendance; null until the session is marked as completed or no-show. */
  attendance: Attendance.nullable(),
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
  /** The URL of the video call; null for a video session without a link, for a call in Attune and for other formats. */
  videoUrl: z.string().nullable(),
  /** Whether the video call is in Attune instead of at `videoUrl`. */
  callInAttune: z.boolean(),
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
  /** The named group of the session. Null if there is none, and for a client with whom the therapist does not share its name. */
  group: z.strictObject({ id: GroupId, name: z.string() }).nullable(),
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
  /** The start of the session when the client sent the request. */
  originalStartsAt: z.string(),
  /** The end of the session when the client sent the request. */
  originalEndsAt: z.string(),
  /** The start that the client proposes; null for a request to cancel. */
  proposedStartsAt: z.string().nullable(),
  /** The end that the client proposes; null for a request to cancel. */
  proposedEndsAt: z.string().nullable(),
  /** The start that the therapist proposes instead; null if the therapist proposes none. */
  counterStartsAt: z.string().nullable(),
  /** The end that the therapist proposes instead; null if the therapist proposes none. */
  counterEndsAt: z.string().nullable(),
  /** The therapist's message, sent when declining the request or proposing another time. */
  answer: z.string(),
  requestedAt: z.string(),
  /** The time of the therapist's answer; null until the therapist has answered. */
  answeredAt: z.string().nullable(),
  may: booleansFor<ChangeRequestAction>(changeRequestActions),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

/** An event in the history of a session. */
export const SessionEvent = z.strictObject({
  at: z.string(),
  by: z.enum(['therapist', 'client', 'guardian', 'product']),
  /** The name of the guardian who acted for the client; absent if no guardian acted, or if their account was deleted. */
  guardianName: z.string().optional(),
  action: z.enum(sessionEvents),
  /** The status before the event; null for the first event. */
  from: SessionStatus.nullable(),
  /** The status after the event. */
  to: SessionStatus,
  /** The start before the event; null for the first event. */
  startsAtBefore: z.string().nullable(),
  /** The start of the session that the event set, requested or proposed. */
  startsAtAfter: z.string(),
  /** The reason that the acting person gave; empty for none. */
  reason: z.string(),
  /** The participant whom the event concerns; null if the event concerns all participants, or if there is only one. */
  clientId: ClientId.nullable(),
})
export type SessionEvent = z.infer<typeof SessionEvent>

/** A session, event or absence that overlaps with a time. */
export const Conflict = z.strictObject({
  /** Always 'session' if the viewer is a client. */
  kind: z.enum(['session', 'event', 'imported', 'absence']),
  startsAt: z.string(),
  endsAt: z.string(),
  /** The id of the session; null if the conflict is with an event or an absence. */
  sessionId: SessionId.nullable(),
  /** The names of the clients, or the title of the event or absence. Empty if the viewer is a client. */
  name: z.string(),
})
export type Conflict = z.infer<typeof Conflict>

/** A session or change request that awaits the viewer's answer. */
export const PendingAnswer = z.strictObject({
  session: Session,
  /** The change request; null for a requested session. */
  change: ChangeRequest.nullable(),
  /** The event that moved the session to the time that awaits an answer; null if the session was not moved. */
  moved: SessionEvent.nullable(),
  /** Everything that overlaps with the time that awaits the answer. A client gets conflicts only for a time that the therapist proposed. */
  conflicts: z.array(Conflict),
  /** Other requests for the same time. */
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
/** The refusal of a session with a group, because one of its clients is not a member on that day, or because the group is archived. */
export const NOT_A_MEMBER = { NOT_A_MEMBER: { status: 409 } } as const
/** The refusal of a call in Attune, because the session has more clients than such a call can have. */
export const CALL_TOO_LARGE = { CALL_TOO_LARGE: { status: 409 } } as const
export const IN_THE_PAST = { IN_THE_PAST: { status: 409 } } as const
/** The refusal of a client's request or agreement, because an admin has disabled the therapist's account. */
export const THERAPIST_UNREACHABLE = { THERAPIST_UNREACHABLE: { status: 409 } } as const
/** The refusals of a time that a client requests. */
export const TIME_REFUSALS = { ...IN_THE_PAST, ...THERAPIST_UNREACHABLE, NOT_OFFERED: { status: 409 } } as const

/** A text of the therapist about a session. */
export const SessionText = z.strictObject({
  kind: z.enum(sessionTextKinds),
  text: z.string(),
  /** The number of saves; 0 before the first. A save sends the version on which it is based. */
  version: z.number(),
  /** Whether the clients of the session can read the text. */
  shared: z.boolean(),
  /** The time of the last save; null before the first. */
  updatedAt: z.string().nullable(),
})
export type SessionText = z.infer<typeof SessionText>

export const ChartPeriod = z.enum(chartPeriods)
export type ChartPeriod = z.infer<typeof ChartPeriod>
/** The sessions of a period in the chart. */
export const ChartItem = z.strictObject({
  /** The first day of the period. */
  from: Day,
  /** The number of completed sessions. */
  held: z.number(),
  /** The minutes of the completed sessions. */
  heldMinutes: z.number(),
  /** The number of sessions that are still planned. */
  planned: z.number(),
  /** The minutes of the sessions that are still planned. */
  plannedMinutes: z.number(),
})
export type ChartItem = z.infer<typeof ChartItem>

/** The tables of this feature that a browser can subscribe to. */
export const sessionTables = {
  sessions: { table: 'session', filters: ['id', 'therapist_id', 'status'] },
  session_clients: { table: 'session_client', filters: ['session_id', 'client_id', 'therapist_id', 'answer'] },
} as const satisfies RealtimeTables
