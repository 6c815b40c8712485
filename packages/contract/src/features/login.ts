import { z } from 'zod'
import { ById, Done, Id, Nothing } from '../common/ids.ts'
import { NewPassword, Password } from '../common/password.ts'
import { procedure } from '../common/procedure.ts'
import { Email, Language, Name, requiredText } from '../common/text.ts'
import { Zone } from '../common/time.ts'

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
  /** What this person must do before the rooms of their role open; null when nothing is missing. */
  need: z.enum(['enrol', 'code']).nullable(),
  expiresAt: z.string(),
})
export type LoginView = z.infer<typeof LoginView>

const SignedIn = z.strictObject({ kind: z.literal('signed-in'), login: LoginView })
/** The password was right; the other half may be proved in any of these ways. */
const SecondFactorAsked = z.strictObject({
  kind: z.literal('second-factor'),
  ways: z.array(z.enum(['totp', 'backup', 'passkey'])),
})
const SignInResult = z.discriminatedUnion('kind', [SignedIn, SecondFactorAsked])

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

const Token = z.string().min(1).max(200)
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
const Obstacle = z.enum(['future-sessions', 'last-admin'])
const ProviderId = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** An address of the product itself: never `//elsewhere`, never with a backslash, which browsers read as a slash. */
const ReturnTo = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[\w\-./?=&%~]*$/)
const PROVIDER = { PROVIDER_UNAVAILABLE: { status: 503 } } as const
export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
const Code = z.string().trim().min(6).max(20)

/** 'Invalid or expired invitation link.': one refusal for wrong, used, expired and superseded, whatever the link was for. */
const LINK = { INVALID_LINK: { status: 410 } } as const
const CREDENTIALS = { INVALID_CREDENTIALS: { status: 401 }, EMAIL_NOT_CONFIRMED: { status: 403 } } as const
/** A passkey that is not known here, did not ask for fingerprint, face or PIN, or answered another question. */
const PASSKEY = { INVALID_PASSKEY: { status: 401 }, CHALLENGE_OVER: { status: 401 } } as const
const CODE = { INVALID_CODE: { status: 401 } } as const

export const login = {
  /** The login of this browser, read from the server each time; null when there is none. */
  session: procedure.input(Nothing).output(z.strictObject({ login: LoginView.nullable() })),
  /** Extends the login within its limits. */
  refresh: procedure.input(Nothing).output(z.strictObject({ login: LoginView.nullable() })),
  signUp: procedure
    .input(z.strictObject({ firstName: Name, lastName: Name, email: Email, password: NewPassword, language: Language }))
    .output(Done)
    /** Only where the admin allows it; else the owner of the address is told by mail. */
    .errors({ ACCOUNT_EXISTS: { status: 409 } }),
  resendConfirmation: procedure.input(z.strictObject({ email: Email })).output(Done),
  /** Proves the address. The password is asked too; where it differs from the one of sign-up, it replaces it. */
  confirm: procedure
    .input(z.strictObject({ token: Token, password: NewPassword }))
    .output(SignInResult)
    .errors(LINK),
  /** For whom a link is; changes nothing. */
  lookAtLink: procedure
    .input(z.strictObject({ token: Token, purpose: z.enum(['confirm', 'reset', 'setup']) }))
    .output(z.strictObject({ email: z.string().nullable() }))
    .errors(LINK),
  signIn: procedure
    .input(z.strictObject({ email: Email, password: Password }))
    .output(SignInResult)
    .errors(CREDENTIALS),
  secondFactor: procedure
    .input(z.strictObject({ code: Code, kind: z.enum(['totp', 'backup']) }))
    .output(SignedIn)
    .errors({ ...CODE, CHALLENGE_OVER: { status: 401 } }),
  signOut: procedure.input(Nothing).output(Done),
  requestReset: procedure.input(z.strictObject({ email: Email })).output(Done),
  reset: procedure
    .input(z.strictObject({ token: Token, password: NewPassword }))
    .output(Done)
    .errors(LINK),

  /** Begins the set-up of a second factor; the codes are shown once. */
  enrol: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) }))
    .errors(CREDENTIALS),
  /** Ends it with the first code; the login becomes strong. */
  confirmEnrolment: procedure
    .input(z.strictObject({ code: Code }))
    .output(SignedIn)
    .errors(CODE),
  newRecoveryCodes: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ recoveryCodes: z.array(z.string()) }))
    .errors(CREDENTIALS),
  /** Makes the login of this browser strong by a code of the app. */
  stepUp: procedure
    .input(z.strictObject({ code: Code }))
    .output(SignedIn)
    .errors(CODE),

  /** The services by which one may sign in, and to which of them the account of this browser is linked. */
  providers: procedure
    .input(Nothing)
    .output(
      z.strictObject({ items: z.array(z.strictObject({ id: z.string(), name: z.string(), linked: z.boolean() })) }),
    ),
  /**
   * The address to which the browser goes. It comes back to `/?signin=done|second-factor|failed`, with `returnTo` where it was not
   * `/`, with `ways` beside second-factor and with `reason` beside failed: denied, unproved-address, account-exists-link-first, failed.
   */
  signInWith: procedure
    .input(z.strictObject({ provider: ProviderId, returnTo: ReturnTo }))
    .output(z.strictObject({ url: z.string() }))
    .errors(PROVIDER),
  /** The same for an account that is signed in; the browser comes back with `signin=linked` or `failed` (reason also: linked-elsewhere). */
  linkProvider: procedure
    .input(z.strictObject({ provider: ProviderId, returnTo: ReturnTo.optional() }))
    .output(z.strictObject({ url: z.string() }))
    .errors(PROVIDER),
  /** Refused where it is the only way in. */
  unlinkProvider: procedure
    .input(z.strictObject({ provider: ProviderId }))
    .output(Done)
    .errors({ ONLY_WAY_IN: { status: 409 } }),
  /**
   * The options for `navigator.credentials`, good for five minutes in this browser. To register, somebody who signed in more than
   * a day ago gives the password too.
   */
  passkeyOptions: procedure
    .input(
      z.strictObject({
        for: z.enum(['register', 'sign-in', 'second-factor', 'unlock']),
        password: Password.optional(),
      }),
    )
    .output(z.strictObject({ options: z.record(z.string(), z.unknown()) }))
    .errors({ ...CREDENTIALS, CHALLENGE_OVER: { status: 401 }, PASSWORD_NEEDED: { status: 403 } }),
  /** Adds a passkey; the login becomes strong, as the passkey has just asked for fingerprint, face or PIN. */
  registerPasskey: procedure
    .input(z.strictObject({ name: z.string().trim().max(100), response: PasskeyResponse }))
    .output(z.strictObject({ id: Id, login: LoginView }))
    .errors(PASSKEY),
  /** Signs in, ends a sign-in that was half done, or makes the login of this browser strong: a passkey is both factors at once. */
  signInWithPasskey: procedure
    .input(z.strictObject({ response: PasskeyResponse }))
    .output(SignedIn)
    .errors(PASSKEY),
  passkeys: procedure.input(Nothing).output(z.strictObject({ items: z.array(Passkey) })),
  /** The only second factor of a therapist or an admin stays. */
  deletePasskey: procedure
    .input(ById)
    .output(Done)
    .errors({ LAST_FACTOR: { status: 409 } }),
  /** Sets another password. This browser stays signed in as strongly as it was, every other one does not. */
  changePassword: procedure
    .input(z.strictObject({ current: Password, password: NewPassword }))
    .output(SignedIn)
    .errors(CREDENTIALS),
  /** Every browser in which one is signed in, the one used last first. */
  logins: procedure.input(Nothing).output(z.strictObject({ items: z.array(OwnLogin) })),
  endLogin: procedure.input(ById).output(Done),
  endOtherLogins: procedure.input(Nothing).output(Done),
  /** Opens a page that locked itself; changes nothing on the server. A wrong password counts as a guess. */
  unlock: procedure
    .input(z.union([z.strictObject({ password: Password }), z.strictObject({ response: PasskeyResponse })]))
    .output(Done)
    .errors({ ...CREDENTIALS, ...PASSKEY }),

  /** Asks for another address: a link to the new one, and one to the old one by which its owner agrees or stops it. */
  changeEmail: procedure
    .input(z.strictObject({ email: Email, password: Password }))
    .output(Done)
    .errors(CREDENTIALS),
  /** One of the two mailboxes says yes; with the second the address changes. */
  confirmEmailChange: procedure
    .input(z.strictObject({ token: Token, side: z.enum(['new', 'old']) }))
    .output(Done)
    .errors(LINK),
  /** Takes the change back, by the link to the old address. */
  stopEmailChange: procedure
    .input(z.strictObject({ token: Token }))
    .output(Done)
    .errors(LINK),
  /** Stops the reset of a second factor that an admin has begun, by the link in the mail. */
  stopFactorReset: procedure
    .input(z.strictObject({ token: Token }))
    .output(Done)
    .errors(LINK),

  /** What ending the account would erase, what stays, and what stands in the way. */
  deletionPreview: procedure.input(Nothing).output(
    z.strictObject({
      erased: z.array(z.enum(['account', 'profile', 'picture', 'notifications', 'settings', 'logins'])),
      kept: z.array(z.enum(['therapist-records', 'name', 'client-records', 'past-sessions', 'audit'])),
      blockedBy: z.array(Obstacle),
    }),
  ),
  deleteAccount: procedure
    .input(z.strictObject({ password: Password }))
    .output(Done)
    .errors({ ...CREDENTIALS, BLOCKED: { status: 409, data: z.object({ blockedBy: z.array(Obstacle) }) } }),

  /** A code that signs in another browser of the same person, once and within a minute (setSession). */
  newHandover: procedure.input(Nothing).output(z.strictObject({ code: z.string() })),
  redeemHandover: procedure
    .input(z.strictObject({ code: Token }))
    .output(SignedIn)
    .errors(CODE),

  /** Makes the first admin and, if asked, a therapist of the same person. Signs the admin in. */
  setUp: procedure
    .input(
      z.strictObject({
        token: Token,
        firstName: Name,
        lastName: Name,
        email: Email,
        password: NewPassword,
        language: Language,
        zone: Zone,
        practiceName: requiredText(120),
        /** The address under which people reach this; null keeps what the environment says. */
        publicUrl: z
          .url({ protocol: /^https?$/ })
          .max(200)
          .nullable(),
        therapist: z.strictObject({ email: Email, password: NewPassword }).nullable(),
      }),
    )
    .output(SignedIn)
    .errors({ ...LINK, SAME_EMAIL: { status: 409 } }),

  /** What an invitation says before it is accepted; looking at it never uses it up. */
  lookAtInvitation: procedure
    .input(z.strictObject({ token: Token }))
    .output(
      z.strictObject({
        therapistName: z.string(),
        firstName: z.string(),
        email: z.string(),
        next: z.enum(['set-password', 'sign-in']),
      }),
    )
    .errors(LINK),
  /** Sets the password of an invited person and signs them in; once. */
  acceptInvitation: procedure
    .input(z.strictObject({ token: Token, password: NewPassword, language: Language, zone: Zone }))
    .output(SignedIn)
    .errors({ ...LINK, SIGN_IN_TO_ACCEPT: { status: 409 } }),
  /** Accepts an invitation with the login of this browser. */
  acceptInvitationSignedIn: procedure
    .input(z.strictObject({ token: Token }))
    .output(Done)
    .errors({ ...LINK, ONLY_CLIENTS: { status: 409 } }),
  /** Mails a fresh link to the address that an old one was meant for; answers alike whatever the link is. */
  sendFreshInvitation: procedure.input(z.strictObject({ token: Token })).output(Done),
}
