import { z } from 'zod'
import { InviteCode } from '../common/invite-code.schemas.ts'
import { IdWithCommand, ById, Command, Done, Id, EmptyInput } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Language } from '../common/text.schemas.ts'

export const invitationStates = ['sent', 'opened', 'accepted', 'expired', 'revoked'] as const
export const invitationMailStates = ['waiting', 'sent', 'failed', 'not-configured'] as const

/** An invitation without its link and code, which `invitationSecrets` returns. */
export const Invitation = z.strictObject({
  id: Id,
  state: z.enum(invitationStates),
  mail: z.enum(invitationMailStates),
  sentAt: z.string(),
  expiresAt: z.string(),
  /** When it can be sent again. */
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

/** A therapist's reusable invite code, valid until it is replaced. */
export const InviteCodeView = z.strictObject({ code: z.string(), link: z.string(), since: z.string() })
export type InviteCodeView = z.infer<typeof InviteCodeView>

export const connection = {
  /** Sends the invitation of a client record, or sends it again, which makes the previous link void. */
  invite: procedure
    .input(IdWithCommand)
    .output(Invitation)
    .errors({
      NO_EMAIL: { status: 409 },
      ALREADY_CONNECTED: { status: 409 },
      TOO_SOON: { status: 409, data: z.object({ resendAt: z.string() }) },
    }),
  /** Invites several records independently, and lists those that cannot be invited with the reason. Refuses all if one is not the therapist's record. */
  inviteMany: procedure.input(z.strictObject({ ids: z.array(Id).min(1).max(100), command: Command })).output(
    z.strictObject({
      sent: z.array(Id),
      refused: z.array(z.strictObject({ id: Id, code: z.enum(['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON']) })),
    }),
  ),
  /** The invitation email in a language, with a link and a code that do not work. */
  invitationPreview: procedure
    .input(z.strictObject({ language: Language }))
    .output(z.strictObject({ subject: z.string(), html: z.string(), text: z.string() })),
  /** The link and the code of a valid invitation. Each access is audited. */
  invitationSecrets: procedure
    .input(ById)
    .output(z.strictObject({ link: z.string(), code: z.string(), expiresAt: z.string() }))
    .errors({ INVITATION_OVER: { status: 409 } }),
  /** Revokes the invitation of a client record: its link and code are void until it is sent again. */
  revoke: procedure
    .input(IdWithCommand)
    .output(Invitation)
    .errors({ INVITATION_OVER: { status: 409 } }),
  /** The acting therapist's reusable invite code. */
  standingCode: procedure.input(EmptyInput).output(InviteCodeView),
  /** Replaces the code. The previous one is void. */
  rotateStandingCode: procedure.input(z.strictObject({ command: Command })).output(InviteCodeView),
  /**
   * Connects the signed-in client by a single-use or reusable invite code. With a reusable code the client gets the pending record
   * with the same verified address, or a new record. A previous record of the client is restored.
   */
  join: procedure
    .input(z.strictObject({ code: InviteCode }))
    .output(ConnectedTherapist)
    .errors({ INVALID_INVITE_CODE: { status: 409 } }),
  /** The therapists of a client: the connected ones first, then the former ones. */
  therapists: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(ConnectedTherapist) })),
  /** What disconnecting would cancel: the number of future sessions, and the next ten of them. */
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
   * Disconnects client and therapist, from either side, by the id of the client record. Cancels future sessions without a fee. The
   * therapist keeps the record as inactive, and both can still read past sessions. Does nothing if already disconnected.
   */
  disconnect: procedure
    .input(z.strictObject({ clientId: Id, command: Command }))
    .output(Done)
    .errors({ NOT_CONNECTED: { status: 409 } }),
  /**
   * Undoes a join within 7 days, by the id of the client record. Deletes a record that the join created, sets one that the
   * therapist created back to pending, and disconnects a record with content instead.
   */
  undoJoin: procedure
    .input(IdWithCommand)
    .output(Done)
    .errors({ NOT_CONNECTED: { status: 409 }, TOO_LATE: { status: 409 } }),
}
