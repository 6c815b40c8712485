import { z } from 'zod'
import { Act, ById, Command, Done, Id, Nothing } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { Email, requiredText, text } from '../common/text.ts'
import { Role } from './account.ts'

export const therapistSignups = ['approval', 'open', 'invite-only'] as const

export const ProductSettings = z.strictObject({
  practiceName: requiredText(120),
  therapistSignup: z.enum(therapistSignups),
  /** Whether sign-up says at once that an address has an account already. */
  tellExistingAccounts: z.boolean(),
  /** The address under which people reach this; null while it is unknown. PUBLIC_URL of the environment wins. */
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .nullable(),
  /** What people read under 'Support'. */
  supportText: text(2000),
  supportEmail: Email.nullable(),
})
export type ProductSettings = z.infer<typeof ProductSettings>

export const RoleRequest = z.strictObject({
  id: Id,
  accountId: Id,
  name: z.string(),
  email: z.string(),
  askedAt: z.string(),
  specialization: z.string(),
  credentials: z.string(),
  status: z.enum(['waiting', 'approved', 'declined']),
  decidedAt: z.string().nullable(),
  reason: z.string().nullable(),
})
export type RoleRequest = z.infer<typeof RoleRequest>

export const OutboxMail = z.strictObject({
  id: Id,
  at: z.string(),
  kind: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'not-configured', 'dropped']),
  /** Shown only for mails to oneself and confirmations of accounts. */
  recipient: z.string().nullable(),
  mayOpen: z.boolean(),
})

export const AccountEntry = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  /** Whether an authenticator app or a passkey stands behind the password. */
  secondFactor: z.boolean(),
  /** When a reset of it that was begun takes effect; null where none runs. */
  resetAt: z.string().nullable(),
  onboarded: z.boolean(),
  since: z.string(),
})
export type AccountEntry = z.infer<typeof AccountEntry>

export const Feedback = z.strictObject({
  id: Id,
  at: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  page: z.string(),
  text: z.string(),
})
export type Feedback = z.infer<typeof Feedback>

const DECIDED = {
  ALREADY_DECIDED: { status: 409, data: z.object({ status: z.enum(['approved', 'declined']) }) },
} as const

export const administration = {
  overview: procedure.input(Nothing).output(
    z.strictObject({
      therapists: z.number(),
      clients: z.number(),
      waiting: z.number(),
      mailsFailed: z.number(),
      mailConfigured: z.boolean(),
    }),
  ),
  roleRequests: procedure
    .input(z.strictObject({ which: z.enum(['waiting', 'decided']) }))
    .output(z.strictObject({ items: z.array(RoleRequest) })),
  approveRole: procedure.input(Act).output(RoleRequest).errors(DECIDED),
  declineRole: procedure
    .input(z.strictObject({ id: Id, command: Command, reason: requiredText(500) }))
    .output(RoleRequest)
    .errors(DECIDED),
  /** Begins the reset of a lost second factor. Its owner is told at once and may stop it; it takes effect after 24 hours. */
  startFactorReset: procedure
    .input(z.strictObject({ accountId: Id, command: Command }))
    .output(z.strictObject({ takesEffectAt: z.string() }))
    .errors({ NO_FACTOR: { status: 409 } }),
  settings: procedure
    .input(Nothing)
    .output(z.strictObject({ settings: ProductSettings, publicUrlFromEnvironment: z.boolean() })),
  /** What people read under 'Support' stays as it is where it is left out. */
  saveSettings: procedure
    .input(ProductSettings.partial({ supportText: true, supportEmail: true }))
    .output(ProductSettings),
  /** Who has an account, by name; a search looks in names and addresses. */
  accounts: procedure
    .input(z.strictObject({ search: text(100).default(''), role: Role.optional(), ...paging }))
    .output(pageOf(AccountEntry)),
  /** What people have written about the product, the latest first. */
  feedback: procedure.input(z.strictObject({ ...paging })).output(pageOf(Feedback)),
  outbox: procedure.input(z.strictObject({ ...paging })).output(pageOf(OutboxMail)),
  /** The link of a confirmation mail, for an admin who runs the product without mail. Each look is audited. */
  openMail: procedure.input(ById).output(z.strictObject({ recipient: z.string(), link: z.string().nullable() })),
  publicKey: procedure.input(Nothing).output(z.strictObject({ key: z.string(), since: z.string() })),
  rotatePublicKey: procedure
    .input(z.strictObject({ command: Command }))
    .output(z.strictObject({ key: z.string(), since: z.string() })),
  /**
   * The function `send-admin-notification` of row 7.07: tells the admins of the caller's own registration, once.
   * What it says is taken from the caller's account; an empty list of addresses means the configured ones or every admin.
   */
  sendAdminNotification: procedure
    .input(
      z.strictObject({
        notification_type: z.literal('new_user_registration'),
        subject: requiredText(200),
        message: requiredText(1000),
        user_data: z.strictObject({
          user_id: Id,
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
