import { z } from 'zod'
import { InviteCode } from '../common/code.ts'
import { Act, ById, Command, Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'

export const invitationStates = ['sent', 'opened', 'accepted', 'expired', 'revoked'] as const
export const mailStates = ['waiting', 'sent', 'failed', 'not-configured'] as const

/** An invitation as the list and the profile show it; the link and the code are asked for one by one. */
export const Invitation = z.strictObject({
  id: Id,
  state: z.enum(invitationStates),
  mail: z.enum(mailStates),
  sentAt: z.string(),
  expiresAt: z.string(),
  /** From when on it may be sent again. */
  resendAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const ConnectedTherapist = z.strictObject({
  therapistId: Id,
  clientId: Id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  zone: z.string(),
  specialization: z.string(),
  credentials: z.string(),
  aboutMe: z.string(),
  since: z.string(),
  status: z.enum(['connected', 'disconnected']),
  disconnectedAt: z.string().nullable(),
  nextSession: z.strictObject({ id: Id, startsAt: z.string() }).nullable(),
})
export type ConnectedTherapist = z.infer<typeof ConnectedTherapist>

/** A code that anybody may hold, until it is replaced. */
export const StandingCode = z.strictObject({ code: z.string(), link: z.string(), since: z.string() })
export type StandingCode = z.infer<typeof StandingCode>

export const connection = {
  /** Sends the invitation of a client record, or sends it again; the link before it is void then. */
  invite: procedure
    .input(Act)
    .output(Invitation)
    .errors({
      NO_EMAIL: { status: 409 },
      ALREADY_CONNECTED: { status: 409 },
      TOO_SOON: { status: 409, data: z.object({ resendAt: z.string() }) },
    }),
  /** The link to copy and the code to read out, of one's own invitation while it is valid. Each look is audited. */
  invitationSecrets: procedure
    .input(ById)
    .output(z.strictObject({ link: z.string(), code: z.string(), expiresAt: z.string() }))
    .errors({ INVITATION_OVER: { status: 409 } }),
  /** Takes an invitation back, by the id of the client record: its link and code are void, until it is sent again. */
  revoke: procedure
    .input(Act)
    .output(Invitation)
    .errors({ INVITATION_OVER: { status: 409 } }),
  /** The acting therapist's standing code. */
  standingCode: procedure.input(Nothing).output(StandingCode),
  /** Replaces it: the one before is void. */
  rotateStandingCode: procedure.input(z.strictObject({ command: Command })).output(StandingCode),
  /**
   * Connects the person at this browser by an invite code, single-use or standing. By a standing one a pending record with
   * the same proved address becomes theirs, else a new record is made; a record that they had before is restored.
   */
  join: procedure
    .input(z.strictObject({ code: InviteCode }))
    .output(ConnectedTherapist)
    .errors({ INVALID_INVITE_CODE: { status: 409 } }),
  /** The therapists whom a client is connected to, then those whom it was. */
  therapists: procedure.input(Nothing).output(z.strictObject({ items: z.array(ConnectedTherapist) })),
}
