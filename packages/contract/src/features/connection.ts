import { z } from 'zod'
import { InviteCode } from '../common/code.ts'
import { Act, ById, Command, Done, Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Language } from '../common/text.ts'

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

/** What clients see of a therapist. */
export const TherapistCard = z.strictObject({
  therapistId: Id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  zone: z.string(),
  specialization: z.string(),
  credentials: z.string(),
  bio: z.string(),
  aboutMe: z.string(),
})
export type TherapistCard = z.infer<typeof TherapistCard>

export const ConnectedTherapist = z.strictObject({
  ...TherapistCard.shape,
  clientId: Id,
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
  /** The same for chosen records, each by itself: who cannot be invited now is named with the reason. One that is not one's own refuses all. */
  inviteMany: procedure.input(z.strictObject({ ids: z.array(Id).min(1).max(100), command: Command })).output(
    z.strictObject({
      sent: z.array(Id),
      refused: z.array(z.strictObject({ id: Id, code: z.enum(['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON']) })),
    }),
  ),
  /** What the mail of an invitation looks like in a language; its link leads nowhere and its code opens nothing. */
  invitationPreview: procedure
    .input(z.strictObject({ language: Language }))
    .output(z.strictObject({ subject: z.string(), html: z.string(), text: z.string() })),
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
  /** What ending the connection of a record would do: the appointments that would be cancelled, the next ten of them by name. */
  disconnectPreview: procedure
    .input(z.strictObject({ clientId: Id }))
    .output(
      z.strictObject({
        name: z.string(),
        futureSessions: z.number(),
        sessions: z.array(z.strictObject({ id: Id, startsAt: z.string() })),
      }),
    )
    .errors({ NOT_CONNECTED: { status: 409 } }),
  /**
   * Ends the connection, from either side, by the id of the client record: future sessions are cancelled without a fee, the
   * record stays with the therapist, inactive; what is past can still be read. Ended already, it stays so.
   */
  disconnect: procedure
    .input(z.strictObject({ clientId: Id, command: Command }))
    .output(Done)
    .errors({ NOT_CONNECTED: { status: 409 } }),
  /**
   * Undoes a join within 7 days, by the id of the client record: one that the join made is deleted, one that the therapist
   * made waits again; with content it is disconnected instead.
   */
  undoJoin: procedure
    .input(Act)
    .output(Done)
    .errors({ NOT_CONNECTED: { status: 409 }, TOO_LATE: { status: 409 } }),
}
