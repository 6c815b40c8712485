import { setTimeout as wait } from 'node:timers/promises'
import { readCookie, writeCookie } from '../../../../platform/auth/login/cookies.ts'
import { normalizeRecoveryCode } from '../../../../platform/auth/factor/recovery-codes.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { completeSignIn, startSecondFactor, type CompletedSignIn, type SignInOutcome } from '../login.complete.ts'
import { deleteLogin } from '../login.held.ts'
import { chooseNextAccount } from '../account/several.ts'
import { writeAuditEntry } from '../login.queries.ts'
import {
  engineCallerOf,
  limitOpenCalls,
  invalidCode,
  invalidCredentials,
  refuseEngineResponse,
  waitForInterval,
} from '../login.calls.ts'

/**
 * The usual duration of the check of a wrong password, in milliseconds. The response for a locked account takes the
 * same time.
 */
const usualDuration = { milliseconds: 100 }

/**
 * Checks the password. If the account has a second factor, starts the second step instead of completing the sign-in. An unknown address and a wrong
 * password get the same response, INVALID_CREDENTIALS, and so do too many attempts. Refuses with EMAIL_NOT_CONFIRMED if the password is right but the
 * address is not confirmed, and as `limitOpenCalls`, `refuseEngineResponse` and `completeSignIn` do.
 */
export async function signInWithPassword(
  context: Context,
  input: { email: string; password: string },
): Promise<SignInOutcome> {
  await limitOpenCalls(context)
  const { auth, responseIntervals } = context.app
  const startedAt = performance.now()
  const guess = await auth.guessLimits.countPassword(input.email, auth.knownDevices.hashFrom(context.reqHeaders))
  if (!guess.allowed) {
    await wait(usualDuration.milliseconds)
    await waitForInterval(startedAt, responseIntervals.wrongPassword)
    throw invalidCredentials()
  }
  const answer = await auth.engine({ path: '/sign-in/email', body: input }, engineCallerOf(context, 'nobody'))
  if (answer.status === 401) {
    usualDuration.milliseconds = 0.8 * usualDuration.milliseconds + 0.2 * (performance.now() - startedAt)
    void auditWrongPassword(context, input.email)
    await waitForInterval(startedAt, responseIntervals.wrongPassword)
    throw invalidCredentials()
  }
  if (answer.code === 'EMAIL_NOT_VERIFIED') throw createRefusal('EMAIL_NOT_CONFIRMED', 403)
  if (answer.status === 503) await guess.takeBack()
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  await guess.clear()
  return answer.body.twoFactorRedirect === true
    ? startSecondFactor(context, answer)
    : completeSignIn(context, answer.cookies.login)
}

/**
 * Completes the second step of a sign-in with a code of the authenticator app or a recovery code. Refuses with INVALID_CODE, with CHALLENGE_OVER if
 * no sign-in is pending, and as `limitOpenCalls`, `refuseEngineResponse` and `completeSignIn` do.
 */
export async function submitSecondFactor(
  context: Context,
  input: { code: string; kind: 'totp' | 'backup' },
): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const { auth } = context.app
  if (!readCookie(context.reqHeaders, 'half')) throw challengeExpired()
  const caller = engineCallerOf(context, 'half')
  const answer = await auth.engine(
    input.kind === 'totp'
      ? { path: '/two-factor/verify-totp', body: { code: input.code.replace(/\s/g, '') } }
      : { path: '/two-factor/verify-backup-code', body: { code: normalizeRecoveryCode(input.code) } },
    caller,
  )
  if (answer.status === 200) {
    const signedIn = await completeSignIn(context, answer.cookies.login)
    await auth.guessLimits.clearFactor(signedIn.login.userId)
    return signedIn
  }
  const pending = await auth.passkeys.readSecondStep(readCookie(context.reqHeaders, 'half') ?? '')
  if (pending) await writeAuditEntry(context.app.db, pending.userId, 'second-factor-refused', context.requestId)
  // The status is 409 if a concurrent request has used the same recovery code.
  if (answer.code === 'INVALID_CODE' || answer.code === 'INVALID_BACKUP_CODE' || answer.status === 409)
    throw invalidCode()
  if (answer.status === 429 || answer.status === 503) refuseEngineResponse(context, answer)
  if (answer.status >= 500) refuseEngineResponse(context, answer)
  writeCookie(context, 'half', null, 0)
  throw challengeExpired()
}

/**
 * Records a sign-in with a wrong password in the audit log if the address has an account. The response does not wait
 * for the insert, because a longer response time would reveal that the account exists. Attempts on a locked address
 * are not recorded.
 */
async function auditWrongPassword({ app, requestId }: Context, email: string): Promise<void> {
  try {
    const known = await app.auth.users.byEmail(email)
    if (known) await writeAuditEntry(app.db, known.id, 'sign-in-refused', requestId)
  } catch (error) {
    app.log.warn('a refused sign-in is missing in the audit log', { requestId, error })
  }
}

const challengeExpired = () => createRefusal('CHALLENGE_OVER', 401)

/**
 * Ends the login of the active account, and discards a pending sign-in. If the browser holds other accounts, the one that was active last
 * becomes the active one, unless its idle time has passed.
 */
export async function signOut(context: Context): Promise<void> {
  const { login, app } = context
  if (login) await app.auth.users.endLogin(login.id)
  for (const kind of ['half', 'adding'] as const) writeCookie(context, kind, null, 0)
  if (login) deleteLogin(context, login.userId)
  else writeCookie(context, 'login', null, 0)
  await chooseNextAccount(context)
}
