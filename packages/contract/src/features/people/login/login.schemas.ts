import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { AccountId, LoginId, PasskeyId } from '../../../common/ids.ts'
import { minVerificationCodeLength } from './login.rules.ts'
import { isChallenge } from '../native-app/native-app.rules.ts'

/** The login as the browser sees it. Contains no token. */
export const LoginView = z.strictObject({
  loginId: LoginId,
  userId: AccountId,
  /** The email address of the account; masked while the screen is locked, so that only its owner recognizes it. */
  email: z.string(),
  role: z.enum(['therapist', 'client', 'admin']),
  /** The assurance level: 2 if the person has proved a second factor with this login, otherwise 1. */
  strength: z.union([z.literal(1), z.literal(2)]),
  /** Whether the person has an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** Whether the person has an authenticator app. */
  hasApp: z.boolean(),
  hasPasskey: z.boolean(),
  /** False if the person has no password because they sign in with another service or a passkey. */
  hasPassword: z.boolean(),
  /** Set if the account acts for others as a guardian: `also` with a record of its own, `only` without one. */
  guardian: z.enum(['also', 'only']).optional(),
  /**
   * The step that the person must take before using the features of their role: set up a second factor ('enrol') or enter its code
   * ('code'). Null if nothing is missing.
   */
  need: z.enum(['enrol', 'code']).nullable(),
  /** Whether the screen of this login is locked, so that almost every call is refused with SCREEN_LOCKED. */
  locked: z.boolean(),
  /** Set while a guardian signs a form on this device: then only a password or a passkey unlocks. */
  lockedFor: z.literal('signing').optional(),
  /** The time at which the login ends: at the idle limit or at the total limit, whichever comes first. */
  expiresAt: z.string(),
})
export type LoginView = z.infer<typeof LoginView>

export const SignedIn = z.strictObject({ kind: z.literal('signed-in'), login: LoginView })

/** The start of setting up an authenticator app: its key and the recovery codes of the account. */
export const Enrolment = z.strictObject({
  uri: z.string(),
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
  /** The other account for which the app is set up at the same time, with its own recovery codes; null for one account. */
  other: z.strictObject({ userId: AccountId, email: z.string(), recoveryCodes: z.array(z.string()) }).nullable(),
})
export type Enrolment = z.infer<typeof Enrolment>

/** The result of a correct password if the account has a second factor. Any of the `ways` completes the sign-in. */
const SecondFactorAsked = z.strictObject({
  kind: z.literal('second-factor'),
  /** The methods of the person: the authenticator app, a recovery code, a passkey. */
  ways: z.array(z.enum(['totp', 'backup', 'passkey'])),
})
export const SignInResult = z.discriminatedUnion('kind', [SignedIn, SecondFactorAsked])

/** A login in the person's list of signed-in browsers. */
export const OwnLogin = z.strictObject({
  id: LoginId,
  /** The name of browser and system, for example 'Firefox · Windows'. Empty if the browser does not send them. */
  device: z.string(),
  /** The IP address of the sign-in; null if it is unknown. */
  ip: z.string().nullable(),
  /** The time of the sign-in. */
  at: z.string(),
  /** The time at which the login was last used. */
  lastSeenAt: z.string(),
  /** Whether this request was sent with this login. */
  current: z.boolean(),
  /** The assurance level: 2 if the person has proved a second factor with this login, otherwise 1. */
  strength: z.union([z.literal(1), z.literal(2)]),
})
export type OwnLogin = z.infer<typeof OwnLogin>

/** A secret with which a device unlocks the screen of its login: 32 random bytes in base64url. */
export const UnlockSecret = z.string().regex(/^[\w-]{43}$/)
export const LinkToken = z.string().min(1).max(200)
/** A challenge or a verifier of a sign-in of the native app. */
export const Challenge = z.string().refine(isChallenge)
const base64url = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/)
/** The credential from `navigator.credentials`, as `toJSON()` writes it (WebAuthn level 3, 5.1). */
export const PasskeyResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url }),
})
export const DeletionObstacle = z.enum(['future-sessions', 'last-admin', 'credit'])

/** A kind of data that deleting an account erases. */
export const ErasedData = z.enum([
  'account',
  'profile',
  'picture',
  'journal',
  'safety-plan',
  'uploads',
  'unsent-answers',
  'notifications',
  'settings',
  'access-log',
  'agreements',
  'feedback',
  'availability',
  'calendars',
  'services',
  'templates',
  'tags',
  'estimate-drafts',
  'assistant-chats',
  'unassigned-texts',
  'waiting-export',
])
export type ErasedData = z.infer<typeof ErasedData>

/** A kind of data that outlives an account, in the records of clients or of the practice. */
export const KeptData = z.enum([
  'contact-details',
  'sessions',
  'notes',
  'conversations',
  'tasks',
  'signed-forms',
  'documents',
  'journal-comments',
  'consents',
  'billing',
  'record-history',
  'name',
  'profile-details',
  'uploads',
  'feedback',
  'audit',
  'email-log',
  'erasure-list',
  'expiring-codes',
])
export type KeptData = z.infer<typeof KeptData>

export const ProviderId = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/**
 * A path within the product. Refuses a path that begins with `//`, because it names another host. Refuses backslashes,
 * because browsers read them as slashes.
 */
export const ReturnTo = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[\w\-./?=&%~]*$/)
export const PROVIDER_UNAVAILABLE = { PROVIDER_UNAVAILABLE: { status: 503 } } as const
/** A passkey in the list of its owner. */
export const Passkey = z.strictObject({
  id: PasskeyId,
  name: z.string(),
  createdAt: z.string(),
  /** The time at which the passkey was last used; null if it never was. */
  lastUsedAt: z.string().nullable(),
})
export const VerificationCode = z.string().trim().min(minVerificationCodeLength).max(textLengths.verificationCode)

/**
 * The refusal of a link that is wrong, used, expired or replaced by a newer link. Links for all purposes share this
 * refusal, so that it does not reveal the cause.
 */
export const INVALID_LINK = { INVALID_LINK: { status: 410 } } as const
/** The refusal of a sign-in with correct credentials, because an admin has disabled the account. */
export const ACCOUNT_DISABLED = { ACCOUNT_DISABLED: { status: 403 } } as const
export const CREDENTIAL_ERRORS = { INVALID_CREDENTIALS: { status: 401 }, EMAIL_NOT_CONFIRMED: { status: 403 } } as const
/** Refusals of procedures that check the caller's password. NO_PASSWORD: the account has no password. */
export const OWN_PASSWORD_ERRORS = { ...CREDENTIAL_ERRORS, NO_PASSWORD: { status: 409 } } as const
/**
 * The refusals of procedures that check a passkey. INVALID_PASSKEY: the passkey is unknown, did not verify the person, or answered another
 * challenge. CHALLENGE_OVER: this browser has no valid challenge.
 */
export const PASSKEY_ERRORS = {
  ...ACCOUNT_DISABLED,
  INVALID_PASSKEY: { status: 401 },
  CHALLENGE_OVER: { status: 401 },
} as const
export const INVALID_CODE = { INVALID_CODE: { status: 401 } } as const
