import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { ById, Done, Id, EmptyInput } from '../common/ids.ts'
import { Password } from '../common/password.schemas.ts'
import { procedure } from '../common/procedure.ts'
import {
  INVALID_CODE,
  OWN_PASSWORD_ERRORS,
  VerificationCode,
  INVALID_LINK,
  LoginView,
  PASSKEY_ERRORS,
  Passkey,
  PasskeyResponse,
  SignedIn,
  LinkToken,
} from './login.schemas.ts'

/** Procedures for authenticator app, recovery codes and passkeys, which add to the password or replace it. */
export const factorProcedures = {
  /** Starts the set-up of a second factor. The recovery codes are shown once. */
  enrol: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) }))
    .errors(OWN_PASSWORD_ERRORS),
  /** Completes the set-up with the first code. The login gets the higher assurance level. */
  confirmEnrolment: procedure
    .input(z.strictObject({ code: VerificationCode }))
    .output(SignedIn)
    .errors(INVALID_CODE),
  newRecoveryCodes: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ recoveryCodes: z.array(z.string()) }))
    .errors(OWN_PASSWORD_ERRORS),
  /** Removes the authenticator app and its recovery codes. A therapist or admin cannot remove the last second factor. */
  removeApp: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ login: LoginView }))
    .errors({ ...OWN_PASSWORD_ERRORS, LAST_FACTOR: { status: 409 } }),
  /** Raises the assurance level of this browser's login by a code of the app. */
  stepUp: procedure
    .input(z.strictObject({ code: VerificationCode }))
    .output(SignedIn)
    .errors(INVALID_CODE),

  /**
   * The options for `navigator.credentials`, valid for five minutes in this browser. Registering also needs the password if the
   * person signed in more than a day ago.
   */
  passkeyOptions: procedure
    .input(
      z.strictObject({
        for: z.enum(['register', 'sign-in', 'second-factor', 'unlock']),
        password: Password.optional(),
      }),
    )
    .output(z.strictObject({ options: z.record(z.string(), z.unknown()) }))
    .errors({ ...OWN_PASSWORD_ERRORS, CHALLENGE_OVER: { status: 401 }, PASSWORD_NEEDED: { status: 403 } }),
  /** Adds a passkey. The login gets the higher assurance level, because the passkey has just asked for fingerprint, face or PIN. */
  registerPasskey: procedure
    .input(z.strictObject({ name: z.string().trim().max(textLengths.passkeyName), response: PasskeyResponse }))
    .output(z.strictObject({ id: Id, login: LoginView }))
    .errors(PASSKEY_ERRORS),
  /** Signs in, completes a sign-in after the password, or raises the assurance level of this login: a passkey counts as both factors. */
  signInWithPasskey: procedure
    .input(z.strictObject({ response: PasskeyResponse }))
    .output(SignedIn)
    .errors(PASSKEY_ERRORS),
  passkeys: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(Passkey) })),
  /** A therapist or admin cannot remove the last second factor. */
  deletePasskey: procedure
    .input(ById)
    .output(Done)
    .errors({ LAST_FACTOR: { status: 409 } }),
  /** Stops a reset of the second factor that an admin started, by the link in the email. */
  stopFactorReset: procedure
    .input(z.strictObject({ token: LinkToken }))
    .output(Done)
    .errors(INVALID_LINK),
}
