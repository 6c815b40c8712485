import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { Id } from '../common/ids.ts'

/** The login as the browser sees it, without any token. */
export const LoginView = z.strictObject({
  loginId: Id,
  userId: Id,
  email: z.string(),
  role: z.enum(['therapist', 'client', 'admin']),
  strength: z.union([z.literal(1), z.literal(2)]),
  /** An authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
  hasApp: z.boolean(),
  hasPasskey: z.boolean(),
  /** False for a person who signs in by another service or a passkey and has set no password. */
  hasPassword: z.boolean(),
  /** What this person must do before using the features of their role; null if nothing is missing. */
  need: z.enum(['enrol', 'code']).nullable(),
  expiresAt: z.string(),
})
export type LoginView = z.infer<typeof LoginView>

export const SignedIn = z.strictObject({ kind: z.literal('signed-in'), login: LoginView })
/** The password was correct. Any of these ways completes the sign-in. */
const SecondFactorAsked = z.strictObject({
  kind: z.literal('second-factor'),
  ways: z.array(z.enum(['totp', 'backup', 'passkey'])),
})
export const SignInResult = z.discriminatedUnion('kind', [SignedIn, SecondFactorAsked])

/** One of a person's logins. */
export const OwnLogin = z.strictObject({
  id: Id,
  /** A readable name, e.g. 'Firefox · Windows'. Empty if the browser does not say. */
  device: z.string(),
  ip: z.string().nullable(),
  at: z.string(),
  lastSeenAt: z.string(),
  /** Whether this is the login of the request. */
  current: z.boolean(),
  strength: z.union([z.literal(1), z.literal(2)]),
})
export type OwnLogin = z.infer<typeof OwnLogin>

export const LinkToken = z.string().min(1).max(200)
const base64url = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/)
/** The result of `navigator.credentials` as its `toJSON()` writes it (WebAuthn level 3, 5.1). */
export const PasskeyResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url }),
})
export const DeletionObstacle = z.enum(['future-sessions', 'last-admin'])
export const ProviderId = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** A path of the product itself: never `//host`, never with a backslash, which browsers read as a slash. */
export const ReturnTo = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[\w\-./?=&%~]*$/)
export const PROVIDER_UNAVAILABLE = { PROVIDER_UNAVAILABLE: { status: 503 } } as const
export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export const VerificationCode = z.string().trim().min(6).max(textLengths.verificationCode)

/** 'Invalid or expired invitation link.': one refusal for wrong, used, expired and superseded links of every purpose. */
export const INVALID_LINK = { INVALID_LINK: { status: 410 } } as const
export const CREDENTIAL_ERRORS = { INVALID_CREDENTIALS: { status: 401 }, EMAIL_NOT_CONFIRMED: { status: 403 } } as const
/** Refusals when the caller's password is checked. An account may have no password. */
export const OWN_PASSWORD_ERRORS = { ...CREDENTIAL_ERRORS, NO_PASSWORD: { status: 409 } } as const
/** A passkey that is unknown, did not verify the user, or answered another challenge. */
export const PASSKEY_ERRORS = { INVALID_PASSKEY: { status: 401 }, CHALLENGE_OVER: { status: 401 } } as const
export const INVALID_CODE = { INVALID_CODE: { status: 401 } } as const
