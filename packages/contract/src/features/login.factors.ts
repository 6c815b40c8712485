import { z } from 'zod'
import { ById, Done, Id, Nothing } from '../common/ids.ts'
import { Password } from '../common/password.ts'
import { procedure } from '../common/procedure.ts'
import {
  CODE,
  OWN_PASSWORD,
  Code,
  LINK,
  LoginView,
  PASSKEY,
  Passkey,
  PasskeyResponse,
  SignedIn,
  Token,
} from './login.shapes.ts'

/** Authenticator app, recovery codes, passkeys: what stands beside the password, or in its place. */
export const factors = {
  /** Begins the set-up of a second factor; the codes are shown once. */
  enrol: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) }))
    .errors(OWN_PASSWORD),
  /** Ends it with the first code; the login becomes strong. */
  confirmEnrolment: procedure
    .input(z.strictObject({ code: Code }))
    .output(SignedIn)
    .errors(CODE),
  newRecoveryCodes: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ recoveryCodes: z.array(z.string()) }))
    .errors(OWN_PASSWORD),
  /** Switches the authenticator app off; its recovery codes end with it. The only second factor of a therapist or an admin stays. */
  removeApp: procedure
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ login: LoginView }))
    .errors({ ...OWN_PASSWORD, LAST_FACTOR: { status: 409 } }),
  /** Makes the login of this browser strong by a code of the app. */
  stepUp: procedure
    .input(z.strictObject({ code: Code }))
    .output(SignedIn)
    .errors(CODE),

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
    .errors({ ...OWN_PASSWORD, CHALLENGE_OVER: { status: 401 }, PASSWORD_NEEDED: { status: 403 } }),
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
  /** Stops the reset of a second factor that an admin has begun, by the link in the mail. */
  stopFactorReset: procedure
    .input(z.strictObject({ token: Token }))
    .output(Done)
    .errors(LINK),
}
