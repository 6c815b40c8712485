import { z } from 'zod'
import { InviteCode } from '../../../common/invite-code.schemas.ts'
import {
  byId,
  byIdWithCommand,
  ClientId,
  Command,
  Done,
  EmptyInput,
  InvitationId,
  SessionId,
  TherapistId,
} from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { joiningInput, joiningRefusals } from '../../practice/legal-text/legal-text.joining.ts'

export const invitationStates = ['sent', 'opened', 'accepted', 'expired', 'revoked'] as const
export const invitationMailStates = ['waiting', 'sent', 'failed', 'not-configured'] as const

/**
 * An invitation of a client, without its link and code. The link and the code are secret; `invitationSecrets` returns
 * them.
 */
export const Invitation = z.strictObject({
  id: InvitationId,
  state: z.enum(invitationStates),
  mail: z.enum(invitationMailStates),
  sentAt: z.string(),
  expiresAt: z.string(),
  /** The earliest time at which the invitation can be sent again. */
  resendAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/** The data of a therapist that clients can see. */
export const TherapistCard = z.strictObject({
  therapistId: TherapistId,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  /** The IANA time zone. */
  zone: z.string(),
  specialization: z.string(),
  credentials: z.string(),
  bio: z.string(),
  aboutMe: z.string(),
})
export type TherapistCard = z.infer<typeof TherapistCard>

/** A therapist with whom the client is or was connected. */
export const ConnectedTherapist = z.strictObject({
  ...TherapistCard.shape,
  /** The id of the client record at this therapist. */
  clientId: ClientId,
  /** The time at which the client was connected. */
  since: z.string(),
  status: z.enum(['connected', 'disconnected']),
  /** The time at which the connection ended; null while the client is connected. */
  disconnectedAt: z.string().nullable(),
  /** Whether the therapist cannot be reached here, because an admin has disabled the therapist's account. */
  isUnreachable: z.boolean(),
  /** The next session; null if none is scheduled. */
  nextSession: z.strictObject({ id: SessionId, startsAt: z.string() }).nullable(),
})
export type ConnectedTherapist = z.infer<typeof ConnectedTherapist>

/** A therapist's reusable invite code, valid until it is replaced. */
export const InviteCodeView = z.strictObject({ code: z.string(), link: z.string(), since: z.string() })
export type InviteCodeView = z.infer<typeof InviteCodeView>

/** The tables of this feature that a browser can subscribe to. */
export const connectionTables = {
  invitations: { table: 'invitation', filters: ['id', 'client_id', 'state'] },
} as const satisfies RealtimeTables

/**
 * The refusal of an invitation from a therapist who has invited too many new addresses within the hour or the day. Contains the time to
 * wait.
 */
export const invitationLimit = {
  INVITATION_LIMIT: { status: 429, data: z.object({ retryAfterSeconds: z.number() }) },
} as const

export const connection = {
  /**
   * Sends an invitation for a client record. If an earlier invitation exists, its link becomes invalid. Refuses with NO_EMAIL if the record has no
   * email address, with ALREADY_CONNECTED if it has an account, with TOO_SOON within 5 minutes of the previous email, and with INVITATION_LIMIT.
   */
  invite: write
    .input(byIdWithCommand(ClientId))
    .output(Invitation)
    .errors({
      NO_EMAIL: { status: 409 },
      ALREADY_CONNECTED: { status: 409 },
      TOO_SOON: { status: 409, data: z.object({ resendAt: z.string() }) },
      ...invitationLimit,
    }),
  /**
   * Invites several clients. `refused` lists the records that cannot be invited, with the reason; all other clients are
   * invited. The call counts as one new address for INVITATION_LIMIT. The server sends a large number of emails over
   * several hours. Refuses the whole call if a record does not belong to the therapist.
   */
  inviteMany: write
    .input(z.strictObject({ ids: z.array(ClientId).min(1).max(100), command: Command }))
    .output(
      z.strictObject({
        sent: z.array(ClientId),
        refused: z.array(z.strictObject({ id: ClientId, code: z.enum(['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON']) })),
      }),
    )
    .errors(invitationLimit),
  /** The invitation email in a language, with a link and a code that do not work. */
  invitationPreview: read
    .input(z.strictObject({ language: Language }))
    .output(z.strictObject({ subject: z.string(), html: z.string(), text: z.string() })),
  /**
   * The link and the code of a valid invitation. Each access is audited. Refuses with INVITATION_OVER if the invitation was accepted or revoked, or
   * has expired.
   */
  invitationSecrets: write
    .input(byId(InvitationId))
    .output(z.strictObject({ link: z.string(), code: z.string(), expiresAt: z.string() }))
    .errors({ INVITATION_OVER: { status: 409 } }),
  /**
   * Revokes the invitation of a client record. The link and the code no longer work; a new invitation can be sent. Refuses with INVITATION_OVER if
   * the invitation was accepted.
   */
  revoke: write
    .input(byIdWithCommand(ClientId))
    .output(Invitation)
    .errors({ INVITATION_OVER: { status: 409 } }),
  /** The acting therapist's reusable invite code. */
  inviteCode: write.input(EmptyInput).output(InviteCodeView),
  /** Replaces the reusable invite code. The previous code becomes invalid. */
  renewInviteCode: write.input(z.strictObject({ command: Command })).output(InviteCodeView),
  /**
   * Connects the signed-in client with the therapist of an invite code, which is single-use or reusable. A reusable code connects the client to the
   * pending record with the client's verified address. If there is no such record, it creates a new record. If the client was connected before,
   * restores the previous record. Refuses with INVALID_INVITE_CODE, and with TOO_MANY after five wrong codes in 15 minutes.
   */
  join: write
    .input(z.strictObject({ code: InviteCode, ...joiningInput }))
    .output(ConnectedTherapist)
    .errors({ INVALID_INVITE_CODE: { status: 409 }, ...joiningRefusals }),
  /** The therapists of a client: the connected therapists first, then the former therapists. */
  therapists: read.input(EmptyInput).output(z.strictObject({ items: z.array(ConnectedTherapist) })),
  /**
   * The future sessions that disconnecting would cancel: their number and the first ten of them. Refuses with NOT_CONNECTED for a record without an
   * account.
   */
  disconnectPreview: read
    .input(z.strictObject({ clientId: ClientId }))
    .output(
      z.strictObject({
        name: z.string(),
        futureSessions: z.number(),
        sessions: z.array(z.strictObject({ id: SessionId, startsAt: z.string() })),
      }),
    )
    .errors({ NOT_CONNECTED: { status: 409 } }),
  /**
   * Disconnects client and therapist, by the id of the client record. The client or the therapist can do this. Cancels future sessions without a fee.
   * The record becomes inactive and remains with the therapist; client and therapist can still read past sessions. Changes nothing if they are
   * already disconnected. Refuses with NOT_CONNECTED for a record without an account.
   */
  disconnect: write
    .input(z.strictObject({ clientId: ClientId, command: Command }))
    .output(Done)
    .errors({ NOT_CONNECTED: { status: 409 } }),
  /**
   * Undoes a join, by the id of the client record. A record that the join created is deleted; a record that the therapist had created becomes pending
   * again. A record that already has content is disconnected instead. Refuses with NOT_CONNECTED, and with TOO_LATE after 7 days.
   */
  undoJoin: write
    .input(byIdWithCommand(ClientId))
    .output(Done)
    .errors({ NOT_CONNECTED: { status: 409 }, TOO_LATE: { status: 409 } }),
}
