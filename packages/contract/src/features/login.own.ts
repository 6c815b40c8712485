import { z } from 'zod'
import { ById, Done, Nothing } from '../common/ids.ts'
import { NewPassword, Password } from '../common/password.ts'
import { procedure } from '../common/procedure.ts'
import { Email } from '../common/text.ts'
import { OWN_PASSWORD, LINK, Obstacle, OwnLogin, PASSKEY, PasskeyResponse, SignedIn, Token } from './login.shapes.ts'

/** One's own account, in the hands of who is signed in to it: password, logins, address, its end. */
export const own = {
  /** Sets another password. This browser stays signed in as strongly as it was, every other one does not. */
  changePassword: procedure
    .input(z.strictObject({ current: Password, password: NewPassword }))
    .output(SignedIn)
    .errors(OWN_PASSWORD),
  /** Every browser in which one is signed in, the one used last first. */
  logins: procedure.input(Nothing).output(z.strictObject({ items: z.array(OwnLogin) })),
  endLogin: procedure.input(ById).output(Done),
  endOtherLogins: procedure.input(Nothing).output(Done),
  /** Opens a page that locked itself; changes nothing on the server. A wrong password counts as a guess. */
  unlock: procedure
    .input(z.union([z.strictObject({ password: Password }), z.strictObject({ response: PasskeyResponse })]))
    .output(Done)
    .errors({ ...OWN_PASSWORD, ...PASSKEY }),

  /** Asks for another address: a link to the new one, and one to the old one by which its owner agrees or stops it. */
  changeEmail: procedure
    .input(z.strictObject({ email: Email, password: Password }))
    .output(Done)
    .errors(OWN_PASSWORD),
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
    .errors({ ...OWN_PASSWORD, BLOCKED: { status: 409, data: z.object({ blockedBy: z.array(Obstacle) }) } }),
}
