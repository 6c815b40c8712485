import { z } from 'zod'
import { defaultDurationMinutes, longestSessionMinutes } from '../common/constants.ts'
import { Act, ById, Command, Id } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { text } from '../common/text.ts'
import { Instant } from '../common/time.ts'
import { SessionStatus, sessionActions } from './session.states.ts'

export const formats = ['in-person', 'video', 'phone'] as const
export const therapyTypes = ['individual', 'couples', 'group', 'family'] as const
export const answers = ['awaited', 'accepted', 'declined'] as const

const Duration = z.int().min(1).max(longestSessionMinutes)
const Reason = text(500)

export const NewSession = z.strictObject({
  id: Id,
  clientIds: z.array(Id).min(1).max(1),
  startsAt: Instant,
  durationMinutes: Duration.default(defaultDurationMinutes),
  format: z.enum(formats),
  therapyType: z.enum(therapyTypes).default('individual'),
  location: text(200).default(''),
  /** The client has said yes already: confirmed at once. */
  agreed: z.boolean().default(false),
})
export type NewSession = z.input<typeof NewSession>

const Participant = z.strictObject({
  clientId: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
  answer: z.enum(answers),
})

/** A session as its viewer may see it, with what the viewer may do. */
export const Session = z.strictObject({
  id: Id,
  startsAt: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number(),
  format: z.enum(formats),
  therapyType: z.enum(therapyTypes),
  location: z.string(),
  status: SessionStatus,
  sequence: z.number(),
  therapist: z.strictObject({ id: Id, name: z.string(), avatarUrl: z.string().nullable(), zone: z.string() }),
  participants: z.array(Participant),
  may: z.strictObject(
    Object.fromEntries(sessionActions.map((action) => [action, z.boolean()])) as Record<
      (typeof sessionActions)[number],
      z.ZodBoolean
    >,
  ),
})
export type Session = z.infer<typeof Session>

export const SessionEvent = z.strictObject({
  at: z.string(),
  by: z.enum(['therapist', 'client']),
  action: z.enum(['create', ...sessionActions]),
  from: SessionStatus.nullable(),
  to: SessionStatus,
  startsAtBefore: z.string().nullable(),
  startsAtAfter: z.string(),
  reason: z.string(),
})

const Conflict = z.object({
  kind: z.literal('session'),
  startsAt: z.string(),
  endsAt: z.string(),
  sessionId: Id,
  name: z.string(),
})
const SLOT = { SLOT_TAKEN: { status: 409, data: z.object({ conflicts: z.array(Conflict) }) } } as const
const STEP = { ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: SessionStatus }) } } as const

export const session = {
  /** The sessions of a therapist or client between two instants at most 62 days apart, by start. */
  between: procedure
    .input(z.strictObject({ from: Instant, to: Instant }))
    .output(z.strictObject({ items: z.array(Session) })),
  /** Upcoming: by start, soonest first. History: what ended or was called off, latest first. */
  list: procedure
    .input(z.strictObject({ which: z.enum(['upcoming', 'history']), clientId: Id.optional(), ...paging }))
    .output(pageOf(Session)),
  get: procedure.input(ById).output(z.strictObject({ session: Session, history: z.array(SessionEvent) })),
  plan: procedure
    .input(NewSession)
    .output(Session)
    .errors({ ...SLOT, CLIENT_INACTIVE: { status: 409 } }),
  /** The client's yes to a time that the therapist set. */
  accept: procedure.input(Act).output(Session).errors(STEP),
  /** The therapist's yes on behalf of everybody whose answer is awaited. */
  acceptOnBehalf: procedure.input(Act).output(Session).errors(STEP),
  decline: procedure
    .input(z.strictObject({ id: Id, command: Command, reason: Reason.default('') }))
    .output(Session)
    .errors(STEP),
  move: procedure
    .input(
      z.strictObject({
        id: Id,
        command: Command,
        startsAt: Instant,
        durationMinutes: Duration,
        agreed: z.boolean().default(false),
        reason: Reason.default(''),
      }),
    )
    .output(Session)
    .errors({ ...SLOT, ...STEP }),
  cancel: procedure
    .input(z.strictObject({ id: Id, command: Command, reason: Reason.default('') }))
    .output(Session)
    .errors(STEP),
}
