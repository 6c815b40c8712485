import { isOtherAccount } from '../../auth/login/cookies.ts'
import type { Login } from '../../auth/login/login.ts'
import type { Recalled } from '../../auth/login/recent-logins.ts'
import { missingPageKey, reportedUse } from '../../auth/login/screen-lock.ts'
import type { LoginConfirmation } from '../../database/actor.ts'
import type { RequestContext } from '../context.ts'
import { assertMayCall } from './may-call.ts'
import type { ProcedurePolicy } from '../policy.ts'

/**
 * Returns the recalled login if the policy lets it make this call and the call needs no further work: no separate limit to count, no line in the
 * audit log, no page whose use must be stored. Otherwise null, also for a procedure that anyone can call, for a locked screen, and for a page that
 * shows another account.
 */
export function recallLogin(
  { app: { auth, clock }, reqHeaders }: RequestContext,
  entry: ProcedurePolicy,
): Recalled<Login> | null {
  if (entry.limit || entry.audited || entry.readsLoginFirst) return null
  if (entry.who.includes('anyone') || entry.who.includes('half')) return null
  const recalled = auth.logins.recall(reqHeaders)
  if (!recalled) return null
  const { login } = recalled
  const hasPageToNote =
    missingPageKey(login, reqHeaders) !== null || reportedUse(login, reqHeaders, clock.now()) !== null
  if (login.isLocked || hasPageToNote || isOtherAccount(reqHeaders, login)) return null
  try {
    assertMayCall(entry, login, clock.now())
    return recalled
  } catch {
    return null
  }
}

/** Reads the login of the request from the database. Returns whether it is still in the state that the confirmation contains. */
export async function isUnchanged({ app: { auth }, reqHeaders }: RequestContext, { state }: LoginConfirmation) {
  await auth.readLogin(reqHeaders)
  return auth.logins.recall(reqHeaders)?.confirmation.state === state
}
