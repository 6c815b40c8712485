import { z } from 'zod'
import { ById, Done, EmptyInput } from '../common/ids.ts'
import { NewPassword, Password } from '../common/password.schemas.ts'
import { procedure } from '../common/procedure.ts'
import { Email } from '../common/text.schemas.ts'
import {
  OWN_PASSWORD_ERRORS,
  INVALID_LINK,
  DeletionObstacle,
  OwnLogin,
  PASSKEY_ERRORS,
  PasskeyResponse,
  SignedIn,
  LinkToken,
} from './login.schemas.ts'

/** Procedures for the caller's account: password, logins, email address, deletion. */
export const ownLoginProcedures = {
  /** Changes the password. This browser keeps its login and assurance level; all others are signed out. */
  changePassword: procedure
    .input(z.strictObject({ current: Password, password: NewPassword }))
    .output(SignedIn)
    .errors(OWN_PASSWORD_ERRORS),
  /** All logins of the caller, the last used first. */
  logins: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(OwnLogin) })),
  endLogin: procedure.input(ById).output(Done),
  endOtherLogins: procedure.input(EmptyInput).output(Done),
  /** Unlocks a page that locked itself. Changes nothing on the server, but a wrong password counts as a failed attempt. */
  unlock: procedure
    .input(z.union([z.strictObject({ password: Password }), z.strictObject({ response: PasskeyResponse })]))
    .output(Done)
    .errors({ ...OWN_PASSWORD_ERRORS, ...PASSKEY_ERRORS }),

  /** Requests another email address. The new address gets a link to confirm the change, the old one gets links to confirm or stop it. */
  changeEmail: procedure
    .input(z.strictObject({ email: Email, password: Password }))
    .output(Done)
    .errors(OWN_PASSWORD_ERRORS),
  /** Confirms the change from one of the two mailboxes. The second confirmation changes the address. */
  confirmEmailChange: procedure
    .input(z.strictObject({ token: LinkToken, side: z.enum(['new', 'old']) }))
    .output(Done)
    .errors(INVALID_LINK),
  /** Stops the change, by the link sent to the old address. */
  stopEmailChange: procedure
    .input(z.strictObject({ token: LinkToken }))
    .output(Done)
    .errors(INVALID_LINK),
  /** What deleting the account would erase, what stays, and what blocks it. */
  deletionPreview: procedure.input(EmptyInput).output(
    z.strictObject({
      erased: z.array(z.enum(['account', 'profile', 'picture', 'notifications', 'settings', 'logins'])),
      kept: z.array(z.enum(['therapist-records', 'name', 'client-records', 'past-sessions', 'audit'])),
      blockedBy: z.array(DeletionObstacle),
    }),
  ),
  deleteAccount: procedure
    .input(z.strictObject({ password: Password }))
    .output(Done)
    .errors({
      ...OWN_PASSWORD_ERRORS,
      BLOCKED: { status: 409, data: z.object({ blockedBy: z.array(DeletionObstacle) }) },
    }),
}
