import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import {
  AccountId,
  byId,
  byIdWithCommand,
  Command,
  Done,
  EmptyInput,
  FeedbackId,
  MailId,
  RoleRequestId,
} from '../../../common/ids.ts'
import { paging, pageOf } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { text, requiredText } from '../../../common/text/text.schemas.ts'
import { Role } from '../../people/account/account.ts'
import { accountProcedures, auditLogProcedures } from './administration.accounts.ts'
import { backupProcedures } from './administration.backups.ts'
import { dashboardProcedures } from './administration.dashboard.ts'
import { settingsProcedures } from './administration.settings.ts'

export type { ProductSettings, SupportHoursSetting } from './administration.settings.ts'

/** A request for the therapist role, as admins see it. */
export const RoleRequest = z.strictObject({
  id: RoleRequestId,
  accountId: AccountId,
  name: z.string(),
  email: z.string(),
  askedAt: z.string(),
  specialization: z.string(),
  credentials: z.string(),
  status: z.enum(['waiting', 'approved', 'declined']),
  /** The time at which an admin decided on the request; null until then. */
  decidedAt: z.string().nullable(),
  /** The reason for declining; null if the request was not declined. */
  reason: z.string().nullable(),
})
export type RoleRequest = z.infer<typeof RoleRequest>

/** An email about an account. */
export const OutboxMail = z.strictObject({
  id: MailId,
  /** The time at which the email was queued. */
  at: z.string(),
  kind: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'not-configured', 'dropped']),
  /** The address of the account; null if the account no longer exists. */
  recipient: z.string().nullable(),
  /** Whether an admin may read the link in the email, to pass it on. */
  mayOpen: z.boolean(),
})

/** An account in the list of an admin. */
export const AccountListItem = z.strictObject({
  id: AccountId,
  name: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  /** Whether the account has an authenticator app or a passkey. */
  secondFactor: z.boolean(),
  /** The time at which the pending reset of the second factor takes effect; null if no reset is pending. */
  resetAt: z.string().nullable(),
  /** Whether the person has completed the first steps after signing up. */
  onboarded: z.boolean(),
  /** The time at which the account was created. */
  since: z.string(),
  /** The time at which an admin disabled the account; null if it is enabled. */
  disabledAt: z.string().nullable(),
  /** The time at which the account was last used; null if no one has ever signed in. */
  lastSeenAt: z.string().nullable(),
  /** The signed-in browsers, for example 'Firefox on Windows', most recently used first. */
  devices: z.array(z.string()),
})
export type AccountListItem = z.infer<typeof AccountListItem>

/** Feedback about the product. */
export const Feedback = z.strictObject({
  id: FeedbackId,
  at: z.string(),
  /** The name of an admin or a therapist; null for clients. */
  name: z.string().nullable(),
  /** The email address of an admin or a therapist; null for clients. */
  email: z.string().nullable(),
  role: Role,
  /** The path of the page from which it was sent. */
  page: z.string(),
  text: z.string(),
  /** The time at which an admin marked it as done; null if it is open. */
  doneAt: z.string().nullable(),
})
export type Feedback = z.infer<typeof Feedback>

/** The public key and the state of the previous keys. */
export const PublicKey = z.strictObject({
  key: z.string(),
  /** The time at which the key was created. */
  since: z.string(),
  /** The time at which the previous key expires; null if it has expired or there is none. */
  previousUntil: z.string().nullable(),
  /** The time at which the last rotation ended a key early; null if it ended none. */
  oldestEndedAt: z.string().nullable(),
})
export type PublicKey = z.infer<typeof PublicKey>

const DECIDED = {
  ALREADY_DECIDED: { status: 409, data: z.object({ status: z.enum(['approved', 'declined']) }) },
} as const

export const administration = {
  ...accountProcedures,
  ...auditLogProcedures,
  ...backupProcedures,
  ...dashboardProcedures,
  ...settingsProcedures,
  overview: read.input(EmptyInput).output(
    z.strictObject({
      therapists: z.number(),
      clients: z.number(),
      waiting: z.number(),
      openFeedback: z.number(),
      failedJobs: z.number(),
      mailConfigured: z.boolean(),
      /** Whether an admin has confirmed or changed the default support hours. */
      supportHoursConfirmed: z.boolean(),
    }),
  ),
  roleRequests: read
    .input(z.strictObject({ which: z.enum(['waiting', 'decided']) }))
    .output(z.strictObject({ items: z.array(RoleRequest) })),
  approveRole: write.input(byIdWithCommand(RoleRequestId)).output(RoleRequest).errors(DECIDED),
  declineRole: write
    .input(z.strictObject({ id: RoleRequestId, command: Command, reason: requiredText(textLengths.reason) }))
    .output(RoleRequest)
    .errors(DECIDED),
  /**
   * Starts the reset of a lost second factor. Notifies the owner of the account, who can stop the reset. The reset takes effect after 24 hours.
   * Refuses with NO_FACTOR if the account has no second factor.
   */
  startFactorReset: write
    .input(z.strictObject({ accountId: AccountId, command: Command }))
    .output(z.strictObject({ takesEffectAt: z.string() }))
    .errors({ NO_FACTOR: { status: 409 } }),
  /** All accounts, sorted by name. `search` matches names and email addresses. */
  accounts: read
    .input(z.strictObject({ search: text(textLengths.search).default(''), role: Role.optional(), ...paging }))
    .output(pageOf(AccountListItem)),
  /** Feedback about the product that is open or done, latest first. */
  feedback: read
    .input(z.strictObject({ which: z.enum(['open', 'done']).default('open'), ...paging }))
    .output(pageOf(Feedback)),
  /** The emails about accounts, newest first. Omits emails about clients' matters. */
  outbox: read.input(z.strictObject({ ...paging })).output(pageOf(OutboxMail)),
  /**
   * The recipient and the link of an email that confirms an account or, if the server cannot send email, of an email that invites a person to an
   * account. The link is null if it was used or has expired. Each access is audited.
   */
  openMail: write.input(byId(MailId)).output(z.strictObject({ recipient: z.string(), link: z.string().nullable() })),
  publicKey: read.input(EmptyInput).output(PublicKey),
  /** Replaces the public key. The old key stays valid for 24 hours; the key before it, if it is still valid, ends at once. */
  rotatePublicKey: write.input(z.strictObject({ command: Command })).output(PublicKey),
  /**
   * The function `send-admin-notification` of row 7.07: notifies all admins of the caller's own registration, once. The
   * text is built from the caller's account, not from the input. The list of email addresses must be empty.
   */
  sendAdminNotification: write
    .input(
      z.strictObject({
        notification_type: z.literal('new_user_registration'),
        subject: requiredText(200),
        message: requiredText(1000),
        user_data: z.strictObject({
          user_id: AccountId,
          email: z.string().max(254),
          first_name: z.string().max(100),
          last_name: z.string().max(100),
          registration_date: z.string().max(40),
          provider: z.string().max(40),
        }),
        email_addresses: z.array(z.string()).max(0),
      }),
    )
    .output(Done),
}
