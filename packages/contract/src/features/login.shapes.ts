import { z } from 'zod'
import { Id } from '../common/ids.ts'

/** Who is signed in, as the browser may know it. No token is ever in it. */
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
  /** False for somebody who came by another service or a passkey alone and has set none. */
  hasPassword: z.boolean(),
  /** What this person must do before the rooms of their role open; null when nothing is missing. */
  need: z.enum(['enrol', 'code']).nullable(),
  expiresAt: z.string(),
})
export type LoginView = z.infer<typeof LoginView>

export const SignedIn = z.strictObject({ kind: z.literal('signed-in'), login: LoginView })
/** The password was right; the other half may be proved in any of these ways. */
const SecondFactorAsked = z.strictObject({
  kind: z.literal('second-factor'),
  ways: z.array(z.enum(['totp', 'backup', 'passkey'])),
})
export const SignInResult = z.discriminatedUnion('kind', [SignedIn, SecondFactorAsked])

/** A browser in which one is signed in. */
export const OwnLogin = z.strictObject({
  id: Id,
  /** As a person would call it: 'Firefox · Windows'. Empty where the browser does not say. */
  device: z.string(),
  ip: z.string().nullable(),
  at: z.string(),
  lastSeenAt: z.string(),
  /** The login that asks. */
  current: z.boolean(),
  strength: z.union([z.literal(1), z.literal(2)]),
})
export type OwnLogin = z.infer<typeof OwnLogin>

export const Token = z.string().min(1).max(200)
const base64url = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/)
/** What `navigator.credentials` answers, by its own `toJSON()` (WebAuthn, level 3, 5.1). */
export const PasskeyResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url }),
})
export const Obstacle = z.enum(['future-sessions', 'last-admin'])
export const ProviderId = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** An address of the product itself: never `//elsewhere`, never with a backslash, which browsers read as a slash. */
export const ReturnTo = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[\w\-./?=&%~]*$/)
export const PROVIDER = { PROVIDER_UNAVAILABLE: { status: 503 } } as const
export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export const Code = z.string().trim().min(6).max(20)

/** 'Invalid or expired invitation link.': one refusal for wrong, used, expired and superseded, whatever the link was for. */
export const LINK = { INVALID_LINK: { status: 410 } } as const
export const CREDENTIALS = { INVALID_CREDENTIALS: { status: 401 }, EMAIL_NOT_CONFIRMED: { status: 403 } } as const
/** The same of one's own password, which an account may lack. */
export const OWN_PASSWORD = { ...CREDENTIALS, NO_PASSWORD: { status: 409 } } as const
/** A passkey that is not known here, did not ask for fingerprint, face or PIN, or answered another question. */
export const PASSKEY = { INVALID_PASSKEY: { status: 401 }, CHALLENGE_OVER: { status: 401 } } as const
export const CODE = { INVALID_CODE: { status: 401 } } as const
