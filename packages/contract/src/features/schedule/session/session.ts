import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import {
  byId,
  byIdWithCommand,
  ClientId,
  Command,
  Done,
  EmptyInput,
  GroupId,
  SessionId,
  SessionTypeId,
  TherapistId,
} from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { sessionBatch } from './session.batch.ts'
import { shownStatuses } from './session.shown.states.ts'
import { anyway, NewSession, PastSession } from './session.new.schemas.ts'
import {
  Reason,
  SessionFormat,
  TherapyType,
  VideoUrl,
  Duration,
  SLOT_TAKEN,
  IN_THE_PAST,
  Session,
  SessionText,
  SessionEvent,
  CLIENT_INACTIVE,
  NOT_A_MEMBER,
  THERAPIST_UNREACHABLE,
  TIME_REFUSALS,
  Conflict,
  AwaitedInSeriesCount,
  WithinAvailability,
  PendingAnswer,
  ChangeRequest,
  ILLEGAL_TRANSITION,
  CALL_TOO_LARGE,
  AttendanceList,
  ChartPeriod,
  ChartItem,
  UnansweredGroup,
} from './session.schemas.ts'
import { Terms } from '../terms/terms.ts'

const WithReason = z.strictObject({ id: SessionId, command: Command, reason: Reason.default('') })

const filters = {
  clientId: ClientId.optional(),
  /** Selects the sessions of a named group. */
  groupId: GroupId.optional(),
  /** Selects sessions that show one of these statuses: a confirmed session whose change request awaits an answer is not among the confirmed ones. */
  status: z.array(z.enum(shownStatuses)).max(shownStatuses.length).optional(),
  format: SessionFormat.optional(),
  therapyType: TherapyType.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** Selects sessions in which a name or the location contains this text. */
  search: text(textLengths.search).optional(),
}

export const session = {
  /** The viewer's sessions between two instants at most 62 days apart, sorted by start. */
  between: read
    .input(z.strictObject({ from: Instant, to: Instant }))
    .output(z.strictObject({ items: z.array(Session) })),
  /** One page of sessions. 'upcoming': sorted by start, soonest first. 'history': sessions that are over, cancelled or denied, latest first. */
  list: read
    .input(z.strictObject({ which: z.enum(['upcoming', 'history']), ...filters, ...paging }))
    .output(pageOf(Session)),
  counts: read
    .input(z.strictObject(filters))
    .output(z.strictObject({ upcoming: z.number(), history: z.number(), waiting: z.number() })),
  /** The sessions and change requests that await the viewer's answer, soonest first, at most 50. */
  waiting: read.input(EmptyInput).output(z.strictObject({ items: z.array(PendingAnswer) })),
  /**
   * The therapist's sessions that the clients have not answered yet, grouped by series. `items` contains the groups
   * that start soonest; `total` is the number of all groups.
   */
  unanswered: read
    .input(z.strictObject({ limit: z.int().min(1).max(50) }))
    .output(z.strictObject({ items: z.array(UnansweredGroup), total: z.number() })),
  get: read.input(byId(SessionId)).output(
    z.strictObject({
      session: Session,
      history: z.array(SessionEvent),
      changes: z.array(ChangeRequest),
      /** Objectives and next steps of the session; only the shared texts if the viewer is a client. */
      texts: z.array(SessionText),
      /**
       * If the viewer is a client: the first names of the other participants of a couple or family. Empty for a group and for the
       * therapist.
       */
      companions: z.array(z.string()),
      terms: Terms,
      conflicts: z.array(Conflict),
      rivals: z.array(Conflict),
      withinAvailability: WithinAvailability,
      awaitedInSeries: AwaitedInSeriesCount,
    }),
  ),
  /**
   * The number and minutes of completed (`held`) and of planned sessions in each period, in the viewer's zone, the oldest period first. The
   * last period is the current one.
   */
  chart: read.input(z.strictObject({ period: ChartPeriod })).output(z.strictObject({ items: z.array(ChartItem) })),
  create: write
    .input(NewSession)
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...CLIENT_INACTIVE, ...NOT_A_MEMBER }),
  /**
   * Records a past session that was not planned in the product. Sends no email. Refuses with NOT_YET if the session has not started, and with
   * TOO_LONG_AGO if it started more than 365 days ago. Its clients have to be members of its group on that day, as in `create`.
   */
  logPast: write
    .input(PastSession)
    .output(Session)
    .errors({ TOO_LONG_AGO: { status: 409 }, NOT_YET: { status: 409 }, ...NOT_A_MEMBER }),
  /** Requests a session as a client. Until the therapist confirms it, its time is free for other sessions. */
  request: write
    .input(
      z.strictObject({
        id: SessionId,
        therapistId: TherapistId,
        startsAt: Instant,
        durationMinutes: Duration,
        format: SessionFormat,
        /** A session type that the therapist offers to the client, with its duration and format. */
        typeId: SessionTypeId.nullable().default(null),
        message: Reason.default(''),
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...CLIENT_INACTIVE, ...TIME_REFUSALS }),
  /**
   * Books a free time of a session type as a client, by the therapist's rule for instant booking. The session is confirmed at once. Refuses
   * with FORBIDDEN without such a rule, with SLOT_TAKEN if the time is taken, and with NOT_OFFERED if it is not bookable or if the duration
   * or format is no longer that of the type.
   */
  book: write
    .input(
      z.strictObject({
        id: SessionId,
        therapistId: TherapistId,
        typeId: SessionTypeId,
        startsAt: Instant,
        durationMinutes: Duration,
        format: SessionFormat,
        message: Reason.default(''),
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...CLIENT_INACTIVE, ...TIME_REFUSALS }),
  confirm: write
    .input(z.strictObject({ id: SessionId, command: Command, anyway }))
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION }),
  deny: write.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  /** Proposes another time for a requested session. The client can accept or decline that time. */
  counter: write
    .input(
      z.strictObject({
        id: SessionId,
        command: Command,
        startsAt: Instant,
        durationMinutes: Duration,
        reason: Reason.default(''),
        anyway,
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION, ...IN_THE_PAST }),
  withdraw: write.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  /** Accepts, as a client, the time that the therapist has set for a session. */
  accept: write
    .input(byIdWithCommand(SessionId))
    .output(Session)
    .errors({ ...ILLEGAL_TRANSITION, ...THERAPIST_UNREACHABLE }),
  /** Accepts, as the therapist, on behalf of all participants who have not answered. */
  acceptOnBehalf: write.input(byIdWithCommand(SessionId)).output(Session).errors(ILLEGAL_TRANSITION),
  decline: write.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  move: write
    .input(
      z.strictObject({
        id: SessionId,
        command: Command,
        startsAt: Instant,
        durationMinutes: Duration,
        agreed: z.boolean().default(false),
        reason: Reason.default(''),
        anyway,
        /** The revision of the session when the therapist decided on the move. */
        revision: z.int().optional(),
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION, CHANGED: { status: 409, data: Session } }),
  /**
   * Changes format, location and the place of the video call. Notifies the clients if the session has not started. Refuses with CHANGED and the
   * current session if it has changed since `revision`, and with CALL_TOO_LARGE if it has too many clients for a call in Attune.
   */
  edit: write
    .input(
      z.strictObject({
        id: SessionId,
        command: Command,
        format: SessionFormat,
        location: text(textLengths.location),
        videoUrl: VideoUrl.nullable(),
        /** If the field is omitted, a call in Attune stays in Attune unless the input has a URL, and a call outside Attune stays outside. */
        callInAttune: z.boolean().optional(),
        revision: z.int(),
      }),
    )
    .output(Session)
    .errors({ ...ILLEGAL_TRANSITION, ...CALL_TOO_LARGE, CHANGED: { status: 409, data: Session } }),
  cancel: write.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  ...sessionBatch,
  /**
   * Undoes the therapist's own cancellation within `undoSeconds`. The session returns to its previous state. No email
   * about the cancellation is sent.
   */
  restore: write
    .input(byIdWithCommand(SessionId))
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION, ...CLIENT_INACTIVE }),
  /**
   * Records the attendance of the participants. The session is completed if one of them was there, else a no-show. Participants who are in neither
   * list attended; those in `absent` did not come and were not excused. Refuses with NOT_FOUND for a client who is not a participant.
   */
  complete: write
    .input(
      z.strictObject({
        id: SessionId,
        command: Command,
        absent: z.array(ClientId).max(12).default([]),
        attendance: AttendanceList,
      }),
    )
    .output(Session)
    .errors(ILLEGAL_TRANSITION),
  noShow: write.input(byIdWithCommand(SessionId)).output(Session).errors(ILLEGAL_TRANSITION),
  /**
   * Corrects the outcome of a session. Without `attendance`, completed becomes no-show and no-show becomes completed, for all participants. Otherwise
   * corrects the attendance of those in the list, and the outcome follows as in `complete`. Changes nothing that was billed.
   */
  correct: write
    .input(z.strictObject({ id: SessionId, command: Command, attendance: AttendanceList }))
    .output(Session)
    .errors(ILLEGAL_TRANSITION),
  /**
   * Hides the session from the therapist, but does not delete the row. A planned session is also cancelled for its clients, and the clients are
   * notified. Refuses with ILLEGAL_TRANSITION after the start, and with HAS_NOTES if the session has a note, objectives or next steps.
   */
  delete: write
    .input(WithReason)
    .output(Done)
    .errors({ ...ILLEGAL_TRANSITION, HAS_NOTES: { status: 409 } }),
}

export {
  ChangeRequest,
  Conflict,
  Duration,
  Session,
  SessionEvent,
  SessionText,
  PendingAnswer,
} from './session.schemas.ts'
export { NewSession, type NewPastSession } from './session.new.schemas.ts'
