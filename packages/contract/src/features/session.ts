import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { defaultDurationMinutes } from '../common/constants.ts'
import { Id, Command, EmptyInput, Done, IdWithCommand, ById } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { text } from '../common/text.schemas.ts'
import { Instant, Day } from '../common/time.schemas.ts'
import { sessionBatch } from './session.batch.ts'
import { hasValidParticipantCount } from './session.rules.ts'
import {
  Reason,
  SessionFormat,
  TherapyType,
  VideoUrl,
  Duration,
  participantCountError,
  SessionStatus,
  SLOT_TAKEN,
  IN_THE_PAST,
  Session,
  SessionText,
  SessionEvent,
  CLIENT_INACTIVE,
  Conflict,
  AwaitedInSeriesCount,
  PendingAnswer,
  ChangeRequest,
  ILLEGAL_TRANSITION,
  ChartPeriod,
} from './session.schemas.ts'
import { Terms } from './terms.ts'

const Clients = z.array(Id).min(1).max(12)
const WithReason = z.strictObject({ id: Id, command: Command, reason: Reason.default('') })
/** Books the session despite conflicts. Only the therapist can do this, and the session records it. */
const anyway = z.boolean().default(false)

const sessionDetails = {
  format: SessionFormat,
  therapyType: TherapyType.default('individual'),
  location: text(textLengths.location).default(''),
}

export const NewSession = z
  .strictObject({
    id: Id,
    clientIds: Clients,
    startsAt: Instant,
    durationMinutes: Duration.default(defaultDurationMinutes),
    ...sessionDetails,
    /** A link for this session alone. Without it the therapist's own video room is used. */
    videoUrl: VideoUrl.optional(),
    /** The clients have already agreed, so the session is confirmed at once. */
    agreed: z.boolean().default(false),
    anyway,
  })
  .refine(hasValidParticipantCount, participantCountError)
export type NewSession = z.input<typeof NewSession>

const PastSession = z
  .strictObject({
    id: Id,
    clientIds: Clients,
    /** Up to 365 days back. */
    startsAt: Instant,
    durationMinutes: Duration,
    ...sessionDetails,
    outcome: z.enum(['completed', 'no-show']),
  })
  .refine(hasValidParticipantCount, participantCountError)
export type NewPastSession = z.input<typeof PastSession>

const filters = {
  clientId: Id.optional(),
  status: z.array(SessionStatus).max(8).optional(),
  format: SessionFormat.optional(),
  therapyType: TherapyType.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** Part of a name or of the location. */
  search: text(textLengths.search).optional(),
}

export const session = {
  /** The sessions of a therapist or client between two instants at most 62 days apart, by start. */
  between: procedure
    .input(z.strictObject({ from: Instant, to: Instant }))
    .output(z.strictObject({ items: z.array(Session) })),
  /** Upcoming: by start, soonest first. History: completed and cancelled sessions, latest first. */
  list: procedure
    .input(z.strictObject({ which: z.enum(['upcoming', 'history']), ...filters, ...paging }))
    .output(pageOf(Session)),
  counts: procedure
    .input(z.strictObject(filters))
    .output(z.strictObject({ upcoming: z.number(), history: z.number(), waiting: z.number() })),
  /** What needs the viewer's answer, soonest first, at most 50. */
  waiting: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(PendingAnswer) })),
  get: procedure.input(ById).output(
    z.strictObject({
      session: Session,
      history: z.array(SessionEvent),
      changes: z.array(ChangeRequest),
      /** For a client: the shared texts. */
      texts: z.array(SessionText),
      /** First names of the other participants of a couple or family; empty for a group. */
      companions: z.array(z.string()),
      terms: Terms,
      conflicts: z.array(Conflict),
      rivals: z.array(Conflict),
      awaitedInSeries: AwaitedInSeriesCount,
    }),
  ),
  /** Completed and planned sessions per period in the viewer's zone, oldest first. The last period is the current one. */
  chart: procedure.input(z.strictObject({ period: ChartPeriod })).output(
    z.strictObject({
      items: z.array(
        z.strictObject({
          /** The first day of the period. */
          from: Day,
          held: z.number(),
          heldMinutes: z.number(),
          planned: z.number(),
          plannedMinutes: z.number(),
        }),
      ),
    }),
  ),
  plan: procedure
    .input(NewSession)
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...CLIENT_INACTIVE }),
  /** Logs a past session that was not scheduled. Sends no email. */
  enter: procedure
    .input(PastSession)
    .output(Session)
    .errors({ TOO_LONG_AGO: { status: 409 }, NOT_YET: { status: 409 } }),
  /** A client requests a time. The request occupies no slot until the therapist confirms it. */
  request: procedure
    .input(
      z.strictObject({
        id: Id,
        therapistId: Id,
        startsAt: Instant,
        durationMinutes: Duration,
        format: SessionFormat,
        message: Reason.default(''),
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...CLIENT_INACTIVE, ...IN_THE_PAST, NOT_OFFERED: { status: 409 } }),
  confirm: procedure
    .input(z.strictObject({ id: Id, command: Command, anyway }))
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION }),
  deny: procedure.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  /** Proposes another time for a request, which the client can accept. */
  counter: procedure
    .input(
      z.strictObject({
        id: Id,
        command: Command,
        startsAt: Instant,
        durationMinutes: Duration,
        reason: Reason.default(''),
        anyway,
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION, ...IN_THE_PAST }),
  withdraw: procedure.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  /** The client accepts a time that the therapist set. */
  accept: procedure.input(IdWithCommand).output(Session).errors(ILLEGAL_TRANSITION),
  /** The therapist accepts on behalf of all clients who have not answered. */
  acceptOnBehalf: procedure.input(IdWithCommand).output(Session).errors(ILLEGAL_TRANSITION),
  decline: procedure.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  move: procedure
    .input(
      z.strictObject({
        id: Id,
        command: Command,
        startsAt: Instant,
        durationMinutes: Duration,
        agreed: z.boolean().default(false),
        reason: Reason.default(''),
        anyway,
        /** The revision that the therapist saw when deciding on the move. */
        revision: z.int().optional(),
      }),
    )
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION, CHANGED: { status: 409, data: Session } }),
  /** Changes format, location and link, and notifies the clients. */
  edit: procedure
    .input(
      z.strictObject({
        id: Id,
        command: Command,
        format: SessionFormat,
        location: text(textLengths.location),
        videoUrl: VideoUrl.nullable(),
        revision: z.int(),
      }),
    )
    .output(Session)
    .errors({ ...ILLEGAL_TRANSITION, CHANGED: { status: 409, data: Session } }),
  cancel: procedure.input(WithReason).output(Session).errors(ILLEGAL_TRANSITION),
  ...sessionBatch,
  /** Undoes the therapist's own cancel within `undoSeconds`: the session is as before, and the email is not sent. */
  restore: procedure
    .input(IdWithCommand)
    .output(Session)
    .errors({ ...SLOT_TAKEN, ...ILLEGAL_TRANSITION, ...CLIENT_INACTIVE }),
  complete: procedure
    .input(z.strictObject({ id: Id, command: Command, absent: z.array(Id).max(12).default([]) }))
    .output(Session)
    .errors(ILLEGAL_TRANSITION),
  noShow: procedure.input(IdWithCommand).output(Session).errors(ILLEGAL_TRANSITION),
  /** Changes completed to no-show, and no-show to completed. */
  correct: procedure.input(IdWithCommand).output(Session).errors(ILLEGAL_TRANSITION),
  /** Soft delete: hides the session from the therapist. A planned session is cancelled and its clients are notified. */
  delete: procedure
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
