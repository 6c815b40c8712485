import { z } from 'zod'
import { ChangeRequestId, ClientId, Command, SessionId, TherapistId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { Day, Instant } from '../../../common/time/time.schemas.ts'
import { SlotSearchResult } from '../../schedule/availability/availability.ts'
import {
  CLIENT_INACTIVE,
  ChangeRequestState,
  Duration,
  ILLEGAL_TRANSITION,
  Reason,
  SessionFormat,
  SessionStatus,
  SLOT_TAKEN,
  THERAPIST_UNREACHABLE,
  TIME_REFUSALS,
} from '../../schedule/session/session.schemas.ts'
import { sessionEvents } from '../../schedule/session/session.rules.ts'
import { Terms } from '../../schedule/terms/terms.ts'

/** A session as a guardian of one participant sees it: without other participants and without the texts of the therapist. */
export const GuardedSession = z.strictObject({
  id: SessionId,
  startsAt: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number(),
  format: SessionFormat,
  location: z.string(),
  /** The URL of the video call; null for a video session without a link, for a call in Attune and for other formats. */
  videoUrl: z.string().nullable(),
  /** Whether the video call is in Attune. */
  callInAttune: z.boolean(),
  status: SessionStatus,
  therapist: z.strictObject({ id: TherapistId, name: z.string(), avatarUrl: z.string().nullable(), zone: z.string() }),
  /** The state of a change request without an answer: 'open' awaits the therapist, 'countered' awaits the client or a guardian. */
  change: z.enum(['open', 'countered']).nullable(),
  /** The actions that are open to the guardian now. `move` and `cancel` are requests to the therapist; `withdraw` takes a requested session back. */
  may: z.strictObject({
    accept: z.boolean(),
    decline: z.boolean(),
    move: z.boolean(),
    cancel: z.boolean(),
    withdraw: z.boolean(),
  }),
})
export type GuardedSession = z.infer<typeof GuardedSession>

/** A request to move or cancel a session, from the client or a guardian. */
export const GuardedChange = z.strictObject({
  id: ChangeRequestId,
  kind: z.enum(['update', 'cancel']),
  state: ChangeRequestState,
  /** Whether the request was sent so shortly before the start that the change counts as late by the therapist's terms. */
  late: z.boolean(),
  proposedStartsAt: z.string().nullable(),
  proposedEndsAt: z.string().nullable(),
  /** The time that the therapist proposes instead; null if there is none. */
  counterStartsAt: z.string().nullable(),
  counterEndsAt: z.string().nullable(),
  may: z.strictObject({ withdraw: z.boolean(), acceptCounter: z.boolean(), declineCounter: z.boolean() }),
})
export type GuardedChange = z.infer<typeof GuardedChange>

/** An event in the history of a session as a guardian sees it. */
export const GuardedEvent = z.strictObject({
  at: z.string(),
  /** `you`: the calling guardian. `guardian`: another guardian of the client. */
  by: z.enum(['therapist', 'client', 'guardian', 'you', 'product']),
  /** The name of the other guardian, if the therapist lets the guardians know of each other. */
  guardianName: z.string().optional(),
  action: z.enum(sessionEvents),
  from: SessionStatus.nullable(),
  to: SessionStatus,
  startsAtBefore: z.string().nullable(),
  startsAtAfter: z.string(),
})
export type GuardedEvent = z.infer<typeof GuardedEvent>

export const GuardianHome = z.strictObject({
  /** The clients whose sessions the guardian sees, in the order of `guardian.clients`. */
  clients: z.array(
    z.strictObject({
      clientId: ClientId,
      /** The number of sessions that await an answer of the client or a guardian. */
      awaiting: z.number(),
      /** The start of the next session; null if there is none. */
      next: z.string().nullable(),
    }),
  ),
  /** The sessions that await an answer, soonest first; empty if the call is not for one client. */
  awaiting: z.array(GuardedSession),
  /** The next sessions that await no answer, soonest first; empty if the call is not for one client. */
  upcoming: z.array(GuardedSession),
})
export type GuardianHome = z.infer<typeof GuardianHome>

const actingFor = ClientId
const command = { actingFor, id: SessionId, command: Command }
const onChange = { actingFor, id: ChangeRequestId, command: Command }
const ILLEGAL_CHANGE = {
  ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: SessionStatus, state: ChangeRequestState.nullable() }) },
} as const
const ASK = { ...ILLEGAL_CHANGE, CHANGE_OPEN: { status: 409 } } as const

/**
 * Procedures with which a guardian sees and answers the sessions of a client (right `sessions`), and requests, moves and cancels them (right
 * `requests`). These procedures follow the same rules as those of the client. A session that the therapist keeps from guardians is unknown to them.
 */
export const guardianSessions = {
  /** Returns the start page of a guardian: for the client in `actingFor`, or counts for all clients. */
  home: read.input(z.strictObject({ actingFor: actingFor.optional() })).output(GuardianHome),
  /** One page of the sessions of a client, as in `session.list`. */
  sessions: read
    .input(z.strictObject({ actingFor, which: z.enum(['upcoming', 'history']), ...paging }))
    .output(pageOf(GuardedSession)),
  session: read.input(z.strictObject({ actingFor, id: SessionId })).output(
    z.strictObject({
      session: GuardedSession,
      history: z.array(GuardedEvent),
      changes: z.array(GuardedChange),
      terms: Terms,
    }),
  ),
  acceptSession: write
    .input(z.strictObject(command))
    .output(GuardedSession)
    .errors({ ...ILLEGAL_TRANSITION, ...THERAPIST_UNREACHABLE }),
  declineSession: write
    .input(z.strictObject({ ...command, reason: Reason.default('') }))
    .output(GuardedSession)
    .errors(ILLEGAL_TRANSITION),
  /** Takes a requested session back. */
  withdrawSession: write.input(z.strictObject(command)).output(GuardedSession).errors(ILLEGAL_TRANSITION),
  /** The times that can be requested. `sessionId` is a session to move; its own time counts as free. */
  freeTimes: read
    .input(
      z.strictObject({
        actingFor,
        from: Day,
        to: Day,
        format: SessionFormat,
        durationMinutes: Duration.optional(),
        sessionId: SessionId.optional(),
      }),
    )
    .output(SlotSearchResult)
    .errors(CLIENT_INACTIVE),
  requestSession: write
    .input(
      z.strictObject({
        actingFor,
        id: SessionId,
        startsAt: Instant,
        durationMinutes: Duration,
        format: SessionFormat,
        message: Reason.default(''),
      }),
    )
    .output(GuardedSession)
    .errors({ ...SLOT_TAKEN, ...CLIENT_INACTIVE, ...TIME_REFUSALS }),
  /** Requests another time, as `changeRequest.askMove`. */
  requestMove: write
    .input(
      z.strictObject({
        actingFor,
        id: ChangeRequestId,
        sessionId: SessionId,
        startsAt: Instant,
        durationMinutes: Duration,
        reason: Reason.default(''),
      }),
    )
    .output(GuardedSession)
    .errors({ ...ASK, ...SLOT_TAKEN, ...TIME_REFUSALS }),
  /** Requests a cancellation, as `changeRequest.askCancel`: a cancellation that is not late may take effect at once. */
  requestCancel: write
    .input(z.strictObject({ actingFor, id: ChangeRequestId, sessionId: SessionId, reason: Reason.default('') }))
    .output(GuardedSession)
    .errors(ASK),
  withdrawChange: write.input(z.strictObject(onChange)).output(GuardedSession).errors(ILLEGAL_CHANGE),
  /** Accepts the time that the therapist proposed instead of the requested one. */
  acceptProposedTime: write
    .input(z.strictObject(onChange))
    .output(GuardedSession)
    .errors({ ...ILLEGAL_CHANGE, ...SLOT_TAKEN, ...THERAPIST_UNREACHABLE }),
  declineProposedTime: write.input(z.strictObject(onChange)).output(GuardedSession).errors(ILLEGAL_CHANGE),
}
