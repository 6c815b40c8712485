import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { Done, EmptyInput } from '../common/ids.ts'
import { NewPassword, Password } from '../common/password.schemas.ts'
import { procedure, withMeta } from '../common/procedure.ts'
import { Email, Language, Name, requiredText, HttpAddress } from '../common/text.schemas.ts'
import { Zone } from '../common/time.schemas.ts'
import { factorProcedures } from './login.factors.ts'
import { loginMeta } from './login.meta.ts'
import { ownLoginProcedures } from './login.own.ts'
import {
  INVALID_CODE,
  CREDENTIAL_ERRORS,
  VerificationCode,
  INVALID_LINK,
  LoginView,
  PROVIDER_UNAVAILABLE,
  ProviderId,
  ReturnTo,
  SignInResult,
  SignedIn,
  LinkToken,
} from './login.schemas.ts'

/** Signing in and out, links by email, invitations and the caller’s own account. */
export const login = withMeta(
  {
    ...factorProcedures,
    ...ownLoginProcedures,

    /** The login of this browser, read from the server each time; null when there is none. */
    session: procedure.input(EmptyInput).output(z.strictObject({ login: LoginView.nullable() })),
    /** Extends the login within its limits. */
    refresh: procedure.input(EmptyInput).output(z.strictObject({ login: LoginView.nullable() })),
    signUp: procedure
      .input(
        z.strictObject({ firstName: Name, lastName: Name, email: Email, password: NewPassword, language: Language }),
      )
      .output(Done)
      /** Returned only if the admin allows revealing existing accounts. Otherwise the owner of the address gets an email. */
      .errors({ ACCOUNT_EXISTS: { status: 409 } }),
    resendConfirmation: procedure.input(z.strictObject({ email: Email })).output(Done),
    /** Confirms the address. If the password differs from the one given at sign-up, the new one is kept. */
    confirm: procedure
      .input(z.strictObject({ token: LinkToken, password: NewPassword }))
      .output(SignInResult)
      .errors(INVALID_LINK),
    /** The address that a link was sent to; changes nothing. */
    lookAtLink: procedure
      .input(z.strictObject({ token: LinkToken, purpose: z.enum(['confirm', 'reset', 'setup']) }))
      .output(z.strictObject({ email: z.string().nullable() }))
      .errors(INVALID_LINK),
    signIn: procedure
      .input(z.strictObject({ email: Email, password: Password }))
      .output(SignInResult)
      .errors(CREDENTIAL_ERRORS),
    secondFactor: procedure
      .input(z.strictObject({ code: VerificationCode, kind: z.enum(['totp', 'backup']) }))
      .output(SignedIn)
      .errors({ ...INVALID_CODE, CHALLENGE_OVER: { status: 401 } }),
    signOut: procedure.input(EmptyInput).output(Done),
    requestReset: procedure.input(z.strictObject({ email: Email })).output(Done),
    reset: procedure
      .input(z.strictObject({ token: LinkToken, password: NewPassword }))
      .output(Done)
      .errors(INVALID_LINK),

    /** The services that people can sign in with, and which of them are linked to the caller's account. */
    providers: procedure
      .input(EmptyInput)
      .output(
        z.strictObject({ items: z.array(z.strictObject({ id: z.string(), name: z.string(), linked: z.boolean() })) }),
      ),
    /**
     * The URL of the provider. The browser returns to `/?signin=done|second-factor|failed`, with `returnTo` unless it was `/`, with `ways`
     * for second-factor, and with `provider` and `reason` for failed: denied, unproved-address, account-exists-link-first, failed.
     */
    signInWith: procedure
      .input(z.strictObject({ provider: ProviderId, returnTo: ReturnTo }))
      .output(z.strictObject({ url: z.string() }))
      .errors(PROVIDER_UNAVAILABLE),
    /** Links a provider to the account. The browser returns with `signin=linked` or `failed` (one more reason: linked-elsewhere). */
    linkProvider: procedure
      .input(z.strictObject({ provider: ProviderId, returnTo: ReturnTo.optional() }))
      .output(z.strictObject({ url: z.string() }))
      .errors(PROVIDER_UNAVAILABLE),
    /** Refuses to remove the only way to sign in. */
    unlinkProvider: procedure
      .input(z.strictObject({ provider: ProviderId }))
      .output(Done)
      .errors({ ONLY_WAY_IN: { status: 409 } }),
    /** A code that signs in another browser of the same person, once within a minute. `auth.setSession` of the web app redeems it. */
    newHandover: procedure.input(EmptyInput).output(z.strictObject({ code: z.string() })),
    redeemHandover: procedure
      .input(z.strictObject({ code: LinkToken }))
      .output(SignedIn)
      .errors(INVALID_CODE),

    /** Creates the first admin and, on request, a therapist account of the same person. Signs the admin in. */
    setUp: procedure
      .input(
        z.strictObject({
          token: LinkToken,
          firstName: Name,
          lastName: Name,
          email: Email,
          password: NewPassword,
          language: Language,
          zone: Zone,
          practiceName: requiredText(textLengths.practiceName),
          /** The public URL of this installation; null keeps the value of the environment. */
          publicUrl: HttpAddress.nullable(),
          therapist: z.strictObject({ email: Email, password: NewPassword }).nullable(),
        }),
      )
      .output(SignedIn)
      .errors({ ...INVALID_LINK, SAME_EMAIL: { status: 409 } }),

    /** What an invitation shows before it is accepted. Looking at it does not use it up. */
    lookAtInvitation: procedure
      .input(z.strictObject({ token: LinkToken }))
      .output(
        z.strictObject({
          therapistName: z.string(),
          firstName: z.string(),
          email: z.string(),
          next: z.enum(['set-password', 'sign-in']),
        }),
      )
      .errors(INVALID_LINK),
    /** Sets the password of an invited person and signs them in; once. */
    acceptInvitation: procedure
      .input(z.strictObject({ token: LinkToken, password: NewPassword, language: Language, zone: Zone }))
      .output(SignedIn)
      .errors({ ...INVALID_LINK, SIGN_IN_TO_ACCEPT: { status: 409 } }),
    /** Accepts an invitation for the person who is signed in. */
    acceptInvitationSignedIn: procedure
      .input(z.strictObject({ token: LinkToken }))
      .output(Done)
      .errors({ ...INVALID_LINK, ONLY_CLIENTS: { status: 409 } }),
    /** Emails a new link to the address of an old one. Answers the same for every link. */
    sendFreshInvitation: procedure.input(z.strictObject({ token: LinkToken })).output(Done),
  },
  loginMeta,
)
