import { z } from 'zod'
import { byId, ClientId, Command, ContactId, GuardianConversationId, GuardianId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { invitationLimit, invitationMailStates } from '../connection/connection.ts'
import { guardianBases, guardianRights, guardianStates } from './guardian.rules.ts'

/** A guardian of a client as the therapist sees it, from the invitation on. */
export const ClientGuardian = z.strictObject({
  id: GuardianId,
  contactId: ContactId,
  /** The name, the relationship and the address at the time of the last invitation. */
  name: z.string(),
  relationship: z.string(),
  email: z.string(),
  state: z.enum(guardianStates),
  /** The state of the last email of the invitation. */
  mail: z.enum(invitationMailStates),
  /** Whether the record still has the contact as a guardian with this address. If not, the link of the invitation does not work. */
  contact: z.enum(['same', 'other-email', 'removed']),
  /** The rights, each with the time from which the guardian can see its rows; null for all rows. */
  rights: z.array(z.strictObject({ right: z.enum(guardianRights), since: z.string().nullable() })),
  basis: z.enum(guardianBases),
  /** The last day of a guardianship for an adult; null if it ends with the client's majority. */
  validUntil: z.string().nullable(),
  /** Whether this guardian sees the names of the client's other guardians. */
  knowsOthers: z.boolean(),
  invitedAt: z.string(),
  expiresAt: z.string(),
  /** The earliest time at which the invitation can be sent again. */
  resendAt: z.string(),
  acceptedAt: z.string().nullable(),
  pausedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The conversation with this guardian; null if there is none. */
  conversationId: GuardianConversationId.nullable(),
  /** Whether the therapist can renew the rights on the word of the client: they pause by age, and the client has no account. */
  canRenewOnWord: z.boolean(),
  version: z.number(),
})
export type ClientGuardian = z.infer<typeof ClientGuardian>

/** The guardians of a client, and the data with which the therapist can invite another guardian. */
export const ClientGuardians = z.strictObject({
  items: z.array(ClientGuardian),
  /** The contacts that are marked as guardians, have an email address and are not invited yet. */
  contacts: z.array(z.strictObject({ id: ContactId, name: z.string(), relationship: z.string() })),
  firstName: z.string(),
  /** The age of the client in years; null without a date of birth. Such a client counts as of age. */
  age: z.number().nullable(),
  isOfAge: z.boolean(),
})
export type ClientGuardians = z.infer<typeof ClientGuardians>

const given = {
  rights: z.array(z.enum(guardianRights)).max(guardianRights.length),
  /** Required unless the basis is 'parent'; not before today. */
  validUntil: Day.nullable(),
  knowsOthers: z.boolean(),
  /** Whether the rights that the call adds also cover data from before today. */
  reachesBack: z.boolean(),
}

/** BASIS_REQUIRED: the client is of age, so that being a parent is no basis. UNTIL_REQUIRED: the basis needs a last day that is not in the past. */
const basisRefusals = { BASIS_REQUIRED: { status: 409 }, UNTIL_REQUIRED: { status: 409 } } as const
const addressRefusals = {
  NO_EMAIL: { status: 409 },
  SAME_ADDRESS: { status: 409, data: z.object({ firstName: z.string() }) },
} as const

/** Procedures with which a therapist invites guardians and gives them rights. An invited person accepts by `login.acceptInvitation`. */
export const guardianInvitations = {
  /** The guardians of a client record. Guardians whose access or invitation has ended are last. */
  ofClient: read.input(z.strictObject({ clientId: ClientId })).output(ClientGuardians),
  /**
   * Invites a contact of a record that is marked as a guardian, with exactly these rights. Repeating the call with the same id changes nothing.
   * Refuses with NO_EMAIL, with SAME_ADDRESS if the client's own account has the address, with ALREADY_INVITED, BASIS_REQUIRED, UNTIL_REQUIRED and
   * INVITATION_LIMIT.
   */
  invite: write
    .input(
      z.strictObject({
        id: GuardianId,
        clientId: ClientId,
        contactId: ContactId,
        basis: z.enum(guardianBases),
        ...given,
      }),
    )
    .output(ClientGuardian)
    .errors({ ...addressRefusals, ALREADY_INVITED: { status: 409 }, ...basisRefusals, ...invitationLimit }),
  /**
   * Sends an invitation again, to the address that the contact has now. The previous link stops working. Refuses as `invite` does, with
   * INVITATION_OVER if it was accepted or has ended, and with TOO_SOON within 5 minutes of the previous email.
   */
  resend: write
    .input(z.strictObject({ id: GuardianId, command: Command }))
    .output(ClientGuardian)
    .errors({
      ...addressRefusals,
      INVITATION_OVER: { status: 409 },
      TOO_SOON: { status: 409, data: z.object({ resendAt: z.string() }) },
      ...invitationLimit,
    }),
  /** The link of a valid invitation. Each access is audited. Refuses with INVITATION_OVER if it was accepted, has ended or has expired. */
  secrets: write
    .input(byId(GuardianId))
    .output(z.strictObject({ link: z.string(), expiresAt: z.string() }))
    .errors({ INVITATION_OVER: { status: 409 } }),
  /**
   * Changes the rights of a guardian, at once. Rights that the guardian keeps cover the same rows as before. Refuses with CHANGED if another
   * device has changed the guardian since `version`, with GUARDIAN_ENDED, and with UNTIL_REQUIRED.
   */
  save: write
    .input(z.strictObject({ id: GuardianId, version: z.number(), ...given }))
    .output(ClientGuardian)
    .errors({ CHANGED: { status: 409 }, GUARDIAN_ENDED: { status: 409 }, UNTIL_REQUIRED: { status: 409 } }),
  /**
   * Ends the access of a guardian, or the invitation of a guardian who has not accepted. The rights end at once and the link stops working. Repeating
   * the call changes nothing.
   */
  end: write.input(byId(GuardianId)).output(ClientGuardian),
}
