import { z } from 'zod'
import { ClientId, ContactId, SentFormId } from '../../../common/ids.ts'
import { write } from '../../../common/procedure.ts'
import { LinkToken } from '../../people/login/login.schemas.ts'

/** A guardian without an account signs a form on the therapist's device. */
export const signHere = {
  /**
   * Hands the therapist's device over to a contact who signs a form as a guardian. Returns the token that opens this form for 30 minutes. Locks the
   * caller's login, and all other accounts of the browser, until a password or a passkey unlocks them; they stay locked when the token expires.
   * Refuses with:
   * - ILLEGAL_TRANSITION if the form is not open, and NOT_FOR_GUARDIANS if it is for the client alone or kept from guardians
   * - NO_CONTACT if the contact is not a guardian who signs this form
   */
  startSigningHere: write
    .input(z.strictObject({ clientId: ClientId, id: SentFormId, contactId: ContactId }))
    .output(z.strictObject({ token: LinkToken, expiresAt: z.string() }))
    .errors({
      ILLEGAL_TRANSITION: { status: 409, data: z.object({ state: z.string() }) },
      NOT_FOR_GUARDIANS: { status: 409 },
      NO_CONTACT: { status: 409 },
    }),
}
