import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { AccountId, byId, EmptyInput, RoleRequestId } from '../../../common/ids.ts'
import { InviteCode } from '../../../common/invite-code.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { enterKeys } from '../../../common/text/text.ts'
import { Language, Theme, text, Name } from '../../../common/text/text.schemas.ts'
import { Zone } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { roles } from './account.rules.ts'
import { TherapistCard } from '../connection/connection.ts'
import { joiningInput, joiningRefusals } from '../../practice/legal-text/legal-text.joining.ts'
import { NotificationSettings, SavedNotificationSettings } from '../../messages/notification/notification.settings.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** A request for the therapist role, as the person who made it sees it. */
export const RoleRequestView = z.strictObject({
  id: RoleRequestId,
  status: z.enum(['waiting', 'approved', 'declined']),
  askedAt: z.string(),
  /** The time at which an admin decided on the request; null until then. */
  decidedAt: z.string().nullable(),
  /** The reason for declining; null if the request was not declined. */
  reason: z.string().nullable(),
})

/** The signed-in person: profile, settings and onboarding state. */
export const Me = z.strictObject({
  id: AccountId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  language: Language,
  theme: Theme,
  /** The effect of the Enter key in the field for a message. On a phone, Enter always inserts a line break. */
  enterKey: z.enum(enterKeys),
  /** The IANA time zone. */
  zone: z.string(),
  /** Whether the person has completed the first steps after signing up. */
  onboarded: z.boolean(),
  /** The latest request for the therapist role; null if there is none. */
  roleRequest: RoleRequestView.nullable(),
})
export type Me = z.infer<typeof Me>

/** The profile of a therapist, which clients can see. */
export const TherapistProfile = z.strictObject({
  specialization: text(textLengths.profileLine),
  credentials: text(textLengths.profileLine),
  bio: text(textLengths.profileText),
  aboutMe: text(textLengths.profileText),
})
export type TherapistProfile = z.infer<typeof TherapistProfile>

/** A person as other people see them. */
export const PersonView = z.strictObject({
  id: AccountId,
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
})
export type PersonView = z.infer<typeof PersonView>

/** The tables of this feature that a browser can subscribe to. */
export const accountTables = {
  /** Changes of the account, its authenticator app and its passkeys. */
  profiles: { table: 'profile', filters: ['id', 'role'], withoutSecondFactor: true },
  /** The logins of accounts. A change reports that a login has ended. */
  logins: { table: 'login', filters: ['id'], withoutSecondFactor: true },
  role_requests: { table: 'role_request', filters: ['id', 'account_id', 'status'], withoutSecondFactor: true },
} as const satisfies RealtimeTables

export const account = {
  me: read.input(EmptyInput).output(Me),
  /**
   * Completes onboarding. Choosing 'therapist' creates a role request, or grants the role if sign-up is open; refuses with SIGNUP_BY_INVITATION if
   * only an admin can add therapists. With `inviteCode`, also connects the client like `connection.join`, and refuses with INVALID_INVITE_CODE.
   */
  onboard: write
    .input(
      z.strictObject({
        role: z.enum(['client', 'therapist']),
        firstName: Name,
        lastName: Name,
        zone: Zone,
        language: Language,
        inviteCode: InviteCode.optional(),
        ...joiningInput,
      }),
    )
    .output(Me)
    .errors({ INVALID_INVITE_CODE: { status: 409 }, SIGNUP_BY_INVITATION: { status: 409 }, ...joiningRefusals }),
  saveNames: write.input(z.strictObject({ firstName: Name, lastName: Name })).output(Me),
  saveSettings: write
    .input(
      z.strictObject({
        language: Language.optional(),
        theme: Theme.optional(),
        zone: Zone.optional(),
        enterKey: z.enum(enterKeys).optional(),
      }),
    )
    .output(Me)
    /**
     * The refusal of a new zone for a therapist with planned sessions or events. `calendar.changeZone` changes the
     * zone; it keeps either the instants or the wall-clock times of these sessions and events.
     */
    .errors({ ZONE_WITH_PLANS: { status: 409 } }),
  therapistProfile: read.input(EmptyInput).output(TherapistProfile),
  /** The caller's pictures in the bucket `avatars`, sorted by file name, ascending (row 9.13). */
  avatars: read
    .input(
      z.strictObject({ limit: z.int().min(1).max(100).default(100), offset: z.int().min(0).max(10_000).default(0) }),
    )
    .output(
      z.strictObject({ items: z.array(z.strictObject({ name: z.string(), path: z.string(), url: z.string() })) }),
    ),
  /** Selects one of the caller's pictures as the avatar. `path: null` removes the avatar. */
  setAvatar: write.input(z.strictObject({ path: z.string().max(100).nullable() })).output(Me),
  /** The profile of the caller or of a person connected to the caller. An admin can read every profile (row 7.01). */
  profileOf: read.input(byId(AccountId)).output(PersonView),
  /** The card of the calling therapist as clients see it. */
  therapistPreview: read.input(EmptyInput).output(TherapistCard),
  /** The caller's notification settings. Contains only the kinds that the caller's role receives. */
  notificationSettings: read.input(EmptyInput).output(SavedNotificationSettings),
  /**
   * Saves the notification settings. An omitted kind of email or push keeps its setting; so does `discreet` if it is omitted.
   */
  saveNotificationSettings: write.input(NotificationSettings).output(SavedNotificationSettings),
  /** Begins a pause of one day for emails, push notifications and notices by text, or ends it. */
  pauseNotifications: write.input(z.strictObject({ isPaused: z.boolean() })).output(SavedNotificationSettings),
  /** The key with which this account's browsers encrypt drafts: 256 bits in base64, created on first use. */
  draftKey: write.input(EmptyInput).output(z.strictObject({ key: z.base64().length(44) })),
  saveTherapistProfile: write.input(TherapistProfile).output(TherapistProfile),
}
