import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { byId, Done, EmptyInput, PasskeyId } from '../../../common/ids.ts'
import { Password } from '../../../common/password.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import {
  INVALID_CODE,
  OWN_PASSWORD_ERRORS,
  Enrolment,
  VerificationCode,
  INVALID_LINK,
  LoginView,
  PASSKEY_ERRORS,
  Passkey,
  PasskeyResponse,
  SignedIn,
  LinkToken,
} from './login.schemas.ts'

/**
 * Procedures for second factors: authenticator apps, recovery codes and passkeys. If the account has a second factor,
 * the sign-in requires it after the password. A passkey can also replace the password.
 */
export const factorProcedures = {
  /**
   * Starts setting up an authenticator app. No later call returns these recovery codes again; `newRecoveryCodes` replaces them. If `setUp` created
   * two accounts that this browser holds, both without a second factor and with this password, the app is set up for both.
   */
  setUpTwoStep: write
    .input(z.strictObject({ password: Password }))
    .output(Enrolment)
    .errors(OWN_PASSWORD_ERRORS),
  /**
   * Completes setting up an authenticator app with its first code. Raises the login to assurance level 2. `both`: the app is also set up for the
   * other account, whose login is raised too. False if that account has become idle or is no longer signed in to this browser; it then needs its own
   * app.
   */
  confirmTwoStep: write
    .input(z.strictObject({ code: VerificationCode }))
    .output(z.strictObject({ ...SignedIn.shape, both: z.boolean() }))
    .errors(INVALID_CODE),
  newRecoveryCodes: write
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ recoveryCodes: z.array(z.string()) }))
    .errors(OWN_PASSWORD_ERRORS),
  /** Removes the authenticator app and its recovery codes. Refuses with LAST_FACTOR for a therapist or admin without another second factor. */
  removeApp: write
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ login: LoginView }))
    .errors({ ...OWN_PASSWORD_ERRORS, LAST_FACTOR: { status: 409 } }),
  /** Raises the login of this browser to assurance level 2 with a code of the authenticator app. */
  stepUp: write
    .input(z.strictObject({ code: VerificationCode }))
    .output(SignedIn)
    .errors(INVALID_CODE),

  /**
   * Returns the options for `navigator.credentials`, valid for five minutes in this browser. For 'register', a person who signed in more than a day
   * ago must also send the password; otherwise refuses with PASSWORD_NEEDED. For 'second-factor', refuses with CHALLENGE_OVER if this browser has no
   * sign-in that awaits a second factor.
   */
  passkeyOptions: write
    .input(
      z.strictObject({
        for: z.enum(['register', 'sign-in', 'second-factor', 'unlock']),
        password: Password.optional(),
      }),
    )
    .output(z.strictObject({ options: z.record(z.string(), z.unknown()) }))
    .errors({ ...OWN_PASSWORD_ERRORS, CHALLENGE_OVER: { status: 401 }, PASSWORD_NEEDED: { status: 403 } }),
  /** Adds a passkey. Raises the login to assurance level 2, because the device has just verified the person by fingerprint, face or PIN. */
  registerPasskey: write
    .input(z.strictObject({ name: z.string().trim().max(textLengths.passkeyName), response: PasskeyResponse }))
    .output(z.strictObject({ id: PasskeyId, login: LoginView }))
    .errors(PASSKEY_ERRORS),
  /**
   * Signs in with only a passkey, completes a sign-in after the password, or raises this login to assurance level 2. A passkey counts as password and
   * second factor.
   */
  signInWithPasskey: write
    .input(z.strictObject({ response: PasskeyResponse }))
    .output(SignedIn)
    .errors(PASSKEY_ERRORS),
  passkeys: read.input(EmptyInput).output(z.strictObject({ items: z.array(Passkey) })),
  /** Deletes a passkey. Refuses with LAST_FACTOR for a therapist or admin without another second factor. */
  deletePasskey: write
    .input(byId(PasskeyId))
    .output(Done)
    .errors({ LAST_FACTOR: { status: 409 } }),
  /** Stops a reset of the second factor that an admin started. `token` comes from the link in the email about the reset. */
  stopFactorReset: write
    .input(z.strictObject({ token: LinkToken }))
    .output(Done)
    .errors(INVALID_LINK),
}
