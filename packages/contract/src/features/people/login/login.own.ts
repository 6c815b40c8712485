import { z } from 'zod'
import { byId, Done, EmptyInput, LoginId } from '../../../common/ids.ts'
import { NewPassword, Password } from '../../../common/password.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { Email, Language } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import {
  OWN_PASSWORD_ERRORS,
  INVALID_LINK,
  DeletionObstacle,
  ErasedData,
  KeptData,
  OwnLogin,
  PASSKEY_ERRORS,
  PasskeyResponse,
  SignedIn,
  LinkToken,
  UnlockSecret,
} from './login.schemas.ts'

/** The report of an erasure, as texts in one language. `facts` is the line below the title. */
export const ErasureReport = z.strictObject({
  title: z.string(),
  facts: z.string(),
  sections: z.array(
    z.strictObject({
      heading: z.string(),
      /** The paragraphs before the items. */
      text: z.array(z.string()),
      items: z.array(z.string()),
    }),
  ),
})
export type ErasureReport = z.infer<typeof ErasureReport>

/** Procedures for the caller's account: password, logins, email address, deletion. */
export const ownLoginProcedures = {
  /** Changes the password. The login of this browser keeps its assurance level; all other logins of the caller end. */
  changePassword: write
    .input(z.strictObject({ current: Password, password: NewPassword }))
    .output(SignedIn)
    .errors(OWN_PASSWORD_ERRORS),
  /** All logins of the caller, the most recently used first. */
  logins: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnLogin) })),
  endLogin: write.input(byId(LoginId)).output(Done),
  endOtherLogins: write.input(EmptyInput).output(Done),
  /** Locks the screen of this login. Until it is unlocked, almost every call is refused with SCREEN_LOCKED. */
  lock: write.input(EmptyInput).output(Done),
  /**
   * Unlocks the screen with the password, a passkey, or the device secret that the app releases after checking a fingerprint or face. A wrong
   * password or secret counts as a failed attempt. INVALID_SECRET: the secret is wrong, replaced or expired, or a guardian signs a form on this
   * device; only the password or a passkey can unlock now.
   */
  unlock: write
    .input(
      z.union([
        z.strictObject({ password: Password }),
        z.strictObject({ response: PasskeyResponse }),
        z.strictObject({ secret: UnlockSecret }),
      ]),
    )
    .output(Done)
    .errors({ ...OWN_PASSWORD_ERRORS, ...PASSKEY_ERRORS, INVALID_SECRET: { status: 401 } }),
  /**
   * Returns a new device secret and voids the previous one. The app releases the secret after each check of a fingerprint or face, to unlock the
   * screen. The secret expires after seven days.
   */
  newUnlockSecret: write.input(EmptyInput).output(z.strictObject({ secret: UnlockSecret })),

  /**
   * Starts a change of the email address. The new address gets a link to confirm the change. The old address gets two
   * links: to confirm the change and to stop it.
   */
  changeEmail: write
    .input(z.strictObject({ email: Email, password: Password }))
    .output(Done)
    .errors(OWN_PASSWORD_ERRORS),
  /**
   * Confirms the change with the link sent to one of the two addresses. The address changes when both addresses have
   * confirmed it; `changed` is then true.
   */
  confirmEmailChange: write
    .input(z.strictObject({ token: LinkToken, side: z.enum(['new', 'old']) }))
    .output(z.strictObject({ changed: z.boolean() }))
    .errors(INVALID_LINK),
  /** Stops the change of the email address, with a link sent to the old address. */
  stopEmailChange: write
    .input(z.strictObject({ token: LinkToken }))
    .output(Done)
    .errors(INVALID_LINK),
  /**
   * Lists the data that deleting the account would erase, the data that would be kept, and the obstacles to the deletion. `invoices`: the number of
   * issued documents that are kept, and the last day on which any of them is kept; null if there are none. `credits`: the amounts that
   * payers of a therapist have overpaid, by currency, which must be paid back or moved first.
   */
  deletionPreview: read.input(EmptyInput).output(
    z.strictObject({
      erased: z.array(ErasedData),
      kept: z.array(KeptData),
      invoices: z.strictObject({ count: z.int().positive(), until: Day }).nullable(),
      credits: z.array(z.strictObject({ currency: z.string(), amountMinor: z.string() })).optional(),
      blockedBy: z.array(DeletionObstacle),
    }),
  ),
  /** Deletes the caller's account. `report` opens the report of the erasure for `erasureReportDays` days. */
  deleteAccount: write
    .input(z.strictObject({ password: Password }))
    .output(z.strictObject({ report: z.string() }))
    .errors({
      ...OWN_PASSWORD_ERRORS,
      BLOCKED: { status: 409, data: z.object({ blockedBy: z.array(DeletionObstacle) }) },
    }),
  /**
   * Returns the report of an erasure: the erased data, the kept data with the reason and the end of its retention, and the backups that still contain
   * erased data. The call needs no login, and the report contains none of the erased data. Refuses with INVALID_LINK, and with TOO_MANY above 60
   * readings an hour.
   */
  erasureReport: read
    .input(z.strictObject({ report: z.string().max(500), language: Language }))
    .output(ErasureReport)
    .errors(INVALID_LINK),
}
