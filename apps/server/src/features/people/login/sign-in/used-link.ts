import type { AccountId } from '@attune/contract/common/ids'
import type { TokenPurpose } from '../../../../platform/auth/one-time-tokens.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { isPasswordOf } from '../account/logins.ts'
import { writeAuditEntry } from '../login.queries.ts'

/**
 * Returns the account that has already used a link, if this is its password. The call then repeats an earlier one whose answer the browser did not
 * receive, and gets the same answer. Returns null if the link is unknown, unused or expired, or if the password is wrong. Counts the password as a
 * guess, as a sign-in does.
 */
export async function readAccountOfUsedLink(
  context: Context,
  purpose: TokenPurpose,
  { token, password }: { token: string; password: string },
): Promise<{ userId: AccountId; email: string } | null> {
  const { auth, db } = context.app
  const userId = await auth.oneTimeTokens.usedBy(purpose, token)
  const user = userId && (await auth.users.byId(userId))
  if (!user) return null
  const account = { userId, email: user.email }
  if (await isPasswordOf(context, account, password)) return account
  await writeAuditEntry(db, userId, 'sign-in-refused', context.requestId)
  return null
}
