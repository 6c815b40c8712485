import { z } from 'zod'
import { Done, GuardianId } from '../../../common/ids.ts'
import { write } from '../../../common/procedure.ts'
import { guardianRights } from './guardian.rules.ts'

const renewal = z.strictObject({
  id: GuardianId,
  /** The rights that remain in force. A right that the guardian did not have is not added. */
  rights: z.array(z.enum(guardianRights)).min(1).max(guardianRights.length),
})

/** Procedures that keep the rights of a guardian in force after the client has come of age, or after the last day of a guardianship. */
export const guardianAge = {
  /** Renews rights on the client's own decision. Repeating it changes nothing. Refuses with NOT_PAUSED if the rights do not pause by age. */
  renew: write
    .input(renewal)
    .output(Done)
    .errors({ NOT_PAUSED: { status: 409 } }),
  /**
   * Renews rights because a client without an account has told the therapist to. Refuses as `renew` does, and with HAS_ACCOUNT if the client has an
   * account.
   */
  renewOnWord: write
    .input(renewal)
    .output(Done)
    .errors({ NOT_PAUSED: { status: 409 }, HAS_ACCOUNT: { status: 409 } }),
}
