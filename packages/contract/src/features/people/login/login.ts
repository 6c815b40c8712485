import { z } from 'zod'
import { findHealthWord } from '../../../common/text/health-words.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { Done, EmptyInput } from '../../../common/ids.ts'
import { NewPassword, Password } from '../../../common/password.schemas.ts'
import { read, write, withMeta } from '../../../common/procedure.ts'
import { Email, Language, Name, requiredName, PublicAddress } from '../../../common/text/text.schemas.ts'
import { Zone } from '../../../common/time/time.schemas.ts'
import { nativePlatforms } from '../native-app/native-app.rules.ts'
import { guardianRights } from '../guardian/guardian.rules.ts'
import { joiningInput, joiningRefusals } from '../../practice/legal-text/legal-text.joining.ts'
import { factorProcedures } from './login.factors.ts'
import { loginMeta } from './login.meta.ts'
import { ownLoginProcedures } from './login.own.ts'
import { severalAccountsProcedures } from './login.several.ts'
import {
  ACCOUNT_DISABLED,
  INVALID_CODE,
  CREDENTIAL_ERRORS,
  Challenge,
  Enrolment,
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

/** Procedures for signing in and out, links by email, invitations and the caller’s own account. */
export const login = withMeta(
  {
    ...factorProcedures,
    ...ownLoginProcedures,
    ...severalAccountsProcedures,

    /** The login of this browser, checked by the server at each call; null without a login. */
    session: read.input(EmptyInput).output(z.strictObject({ login: LoginView.nullable() })),
    /** Extends the login of this browser, up to the limits of the role. */
    refresh: write.input(EmptyInput).output(z.strictObject({ login: LoginView.nullable() })),
    signUp: write
      .input(
        z.strictObject({ firstName: Name, lastName: Name, email: Email, password: NewPassword, language: Language }),
      )
      .output(Done)
      /**
       * ACCOUNT_EXISTS is returned only if the admin allows sign-up to reveal existing accounts. Otherwise the caller gets no error, and
       * the owner of the address gets an email.
       */
      .errors({ ACCOUNT_EXISTS: { status: 409 } }),
    resendConfirmation: write.input(z.strictObject({ email: Email })).output(Done),
    /**
     * Confirms the email address of a new account. If `password` differs from the password given at sign-up, `password` replaces it. The call can be
     * repeated with the same password.
     */
    confirm: write
      .input(z.strictObject({ token: LinkToken, password: NewPassword }))
      .output(SignInResult)
      .errors({ ...INVALID_LINK, ...ACCOUNT_DISABLED }),
    /** Returns the address to which a link was sent; null for the setup link. Does not use up the link. */
    readLink: read
      .input(z.strictObject({ token: LinkToken, purpose: z.enum(['confirm', 'reset', 'setup']) }))
      .output(z.strictObject({ email: z.string().nullable() }))
      .errors(INVALID_LINK),
    signIn: write
      .input(z.strictObject({ email: Email, password: Password }))
      .output(SignInResult)
      .errors({ ...CREDENTIAL_ERRORS, ...ACCOUNT_DISABLED }),
    secondFactor: write
      .input(z.strictObject({ code: VerificationCode, kind: z.enum(['totp', 'backup']) }))
      .output(SignedIn)
      .errors({ ...INVALID_CODE, ...ACCOUNT_DISABLED, CHALLENGE_OVER: { status: 401 } }),
    /**
     * Ends the login of the active account. If other accounts are signed in to this browser, the most recently active one becomes active, unless
     * its idle time has passed.
     */
    signOut: write.input(EmptyInput).output(Done),
    requestReset: write.input(z.strictObject({ email: Email })).output(Done),
    /** Sets a new password. The call can be repeated with the same password. */
    reset: write
      .input(z.strictObject({ token: LinkToken, password: NewPassword }))
      .output(Done)
      .errors(INVALID_LINK),

    /** The services with which people can sign in. `linked`: whether a service is linked to the caller's account. */
    providers: read
      .input(EmptyInput)
      .output(
        z.strictObject({ items: z.array(z.strictObject({ id: z.string(), name: z.string(), linked: z.boolean() })) }),
      ),
    /**
     * Returns the URL of the provider. After the sign-in, the provider sends the browser to
     * `/?signin=done|second-factor|failed`. The query also contains `returnTo`, unless that is `/`. With
     * `second-factor`, the query contains `ways`. With `failed`, it contains `provider` and `reason`: denied,
     * unproved-address, account-exists-link-first or failed.
     */
    signInWith: write
      .input(z.strictObject({ provider: ProviderId, returnTo: ReturnTo }))
      .output(z.strictObject({ url: z.string() }))
      .errors(PROVIDER_UNAVAILABLE),
    /**
     * Returns the URL of a provider to link to the account. The provider then sends the browser back with `signin=linked` or
     * `signin=failed`. In addition to the reasons of `signInWith`, the reason can be linked-elsewhere.
     */
    linkProvider: write
      .input(z.strictObject({ provider: ProviderId, returnTo: ReturnTo.optional() }))
      .output(z.strictObject({ url: z.string() }))
      .errors(PROVIDER_UNAVAILABLE),
    /** Removes the link to a provider. Refuses with ONLY_WAY_IN if the person could no longer sign in. */
    unlinkProvider: write
      .input(z.strictObject({ provider: ProviderId }))
      .output(Done)
      .errors({ ONLY_WAY_IN: { status: 409 } }),
    /**
     * Returns a code that signs in another browser of the caller. The code works once, within one minute. `auth.setSession` of the web app redeems
     * the code.
     */
    newHandover: write.input(EmptyInput).output(z.strictObject({ code: z.string() })),
    redeemHandover: write
      .input(z.strictObject({ code: LinkToken }))
      .output(SignedIn)
      .errors(INVALID_CODE),

    /**
     * Returns a code that signs in the native app as the caller. `challenge` is the SHA-256 of the app's verifier (RFC 7636, S256). The code works
     * once, within one minute.
     */
    newAppCode: write.input(z.strictObject({ challenge: Challenge })).output(z.strictObject({ code: z.string() })),
    /**
     * Signs in the native app: returns a token that the app sends as `Authorization: Bearer`. The new login is separate from the browser's login but
     * has the same assurance level. A wrong verifier uses up the code.
     */
    redeemAppCode: write
      .input(z.strictObject({ code: LinkToken, verifier: Challenge, platform: z.enum(nativePlatforms) }))
      .output(z.strictObject({ ...SignedIn.shape, token: z.string() }))
      .errors({ ...INVALID_CODE, ...ACCOUNT_DISABLED }),

    /**
     * Creates the first admin and, if `therapist` is set, a therapist account of the same person, with the same password unless it has its own. Signs
     * in the admin or, if there are two accounts, both: the therapist account is then the active one, and `enrolment` starts the authenticator app of
     * both. The call can be repeated with the same addresses and passwords until an account has a second factor. Refuses with SAME_EMAIL if both
     * accounts would have the same address.
     */
    setUp: write
      .input(
        z.strictObject({
          token: LinkToken,
          firstName: Name,
          lastName: Name,
          email: Email,
          password: NewPassword,
          language: Language,
          zone: Zone,
          practiceName: requiredName(textLengths.practiceName),
          /**
           * The name that emails show as their sender, without words of health care. Without a name, emails show the name of the practice
           * without these words.
           */
          emailName: requiredName(textLengths.emailName)
            .refine((name) => findHealthWord(name) === null, 'HEALTH_WORD')
            .optional(),
          /** The public URL of this installation; null stores none. Ignored if the environment sets PUBLIC_URL. */
          publicUrl: PublicAddress.nullable(),
          therapist: z.strictObject({ email: Email, password: NewPassword.optional() }).nullable(),
        }),
      )
      .output(z.strictObject({ ...SignedIn.shape, enrolment: Enrolment.nullable() }))
      .errors({ ...INVALID_LINK, SAME_EMAIL: { status: 409 } }),

    /** Returns the data for the page of an invitation. The invitation can still be accepted afterwards. */
    readInvitation: read
      .input(z.strictObject({ token: LinkToken }))
      .output(
        z.strictObject({
          therapistName: z.string(),
          /** The first name of an invited client; the name of an invited guardian. */
          firstName: z.string(),
          email: z.string(),
          next: z.enum(['set-password', 'sign-in']),
          /** The client whose guardian the person is invited to be, and the rights; null for the invitation of a client. */
          guardianOf: z.strictObject({ firstName: z.string(), rights: z.array(z.enum(guardianRights)) }).nullable(),
        }),
      )
      .errors(INVALID_LINK),
    /**
     * Accepts an invitation: sets the password of the invited person and signs them in. Works once per invitation, and can be repeated with the same
     * password. Refuses with SIGN_IN_TO_ACCEPT if the address already has an account.
     */
    acceptInvitation: write
      .input(
        z.strictObject({
          token: LinkToken,
          password: NewPassword,
          language: Language,
          zone: Zone,
          /** Whether emails name neither the practice nor the topic, from the first email on. */
          discreet: z.boolean().optional(),
          ...joiningInput,
        }),
      )
      .output(SignedIn)
      .errors({ ...INVALID_LINK, SIGN_IN_TO_ACCEPT: { status: 409 }, ...joiningRefusals }),
    /**
     * Accepts an invitation for the signed-in client. Refuses with ONLY_CLIENTS for any other role, and with OWN_RECORD if a guardian's invitation is
     * accepted with the account of the client in question. The link then stays valid.
     */
    acceptInvitationSignedIn: write
      .input(z.strictObject({ token: LinkToken, ...joiningInput }))
      .output(Done)
      .errors({ ...INVALID_LINK, ONLY_CLIENTS: { status: 409 }, OWN_RECORD: { status: 409 }, ...joiningRefusals }),
    /**
     * Emails a new link to the address of an expired or replaced link. The response is the same for every link, so that
     * the caller cannot learn whether the link exists.
     */
    sendFreshInvitation: write.input(z.strictObject({ token: LinkToken })).output(Done),
  },
  loginMeta,
)
