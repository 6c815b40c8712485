import { z } from 'zod'
import { AccountId, Done, EmptyInput } from '../../../common/ids.ts'
import { Password } from '../../../common/password.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { OWN_PASSWORD_ERRORS, SignedIn } from './login.schemas.ts'

/** An account that is signed in to this browser. */
export const HeldAccount = z.strictObject({
  userId: AccountId,
  displayName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(['therapist', 'client', 'admin']),
  /** Whether the account is the active one, for which this browser sends its calls. */
  active: z.boolean(),
  /** Whether the account was unused for longer than the idle time of its role, so that switching to it requires its password. */
  locked: z.boolean(),
  /** False if the person has no password because they sign in with another service or a passkey. */
  hasPassword: z.boolean(),
  /** The counts of new items for the account; null while its second factor is missing. */
  counts: z
    .strictObject({
      notifications: z.int(),
      messages: z.int(),
      /** The open tasks of a client; 0 for other roles. */
      tasks: z.int(),
    })
    .nullable(),
})
export type HeldAccount = z.infer<typeof HeldAccount>

/** Procedures for the accounts of one person in one browser. */
export const severalAccountsProcedures = {
  /**
   * The accounts that are signed in to this browser: the active one first, the others by name. Only the active one if the practice does not allow
   * several accounts in one browser. Does not count as using an account.
   */
  accounts: read.input(EmptyInput).output(z.strictObject({ items: z.array(HeldAccount) })),
  /**
   * Prepares this browser for a sign-in with an additional account within ten minutes. Without this call, a sign-in replaces the browser's accounts.
   * Refuses with LIMIT_REACHED if the browser has the maximum number of accounts, and with NOT_FOUND if the practice does not allow several accounts
   * in one browser.
   */
  addAccount: write.input(EmptyInput).output(Done).errors(limitRefusal),
  /**
   * Makes another account of this browser the active one. Refuses with NOT_FOUND if the account is not signed in here, and with LOCKED if it was
   * unused for longer than its idle time and `password` is missing.
   */
  switchAccount: write
    .input(z.strictObject({ userId: AccountId, password: Password.optional() }))
    .output(SignedIn)
    .errors({ ...OWN_PASSWORD_ERRORS, LOCKED: { status: 409 } }),
  /** Ends the logins of all accounts of this browser. */
  signOutAll: write.input(EmptyInput).output(Done),
}
