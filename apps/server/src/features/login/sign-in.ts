import { setTimeout as wait } from 'node:timers/promises'
import { readCookie, writeCookie } from '../../platform/auth/cookies.ts'
import { asShown } from '../../platform/auth/recovery-codes.ts'
import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { begin, beginHalf, type SignedIn, type SignInResult } from './begin.ts'
import { callerOf, countOpenCall, invalidCode, invalidCredentials, refuseEngine } from './calls.ts'

/** The usual duration of a wrong password, in milliseconds: a locked account responds after the same time. */
const usualDuration = { milliseconds: 100 }

/**
 * Checks the password first; an account with a second factor is then asked for it. A wrong address and a wrong
 * password get the same response.
 */
export async function signIn(context: Context, input: { email: string; password: string }): Promise<SignInResult> {
  await countOpenCall(context)
  const { auth } = context.house
  const startedAt = performance.now()
  const guess = await auth.guesses.password(input.email, auth.devices.of(context.reqHeaders))
  if (!guess.allowed) {
    await wait(usualDuration.milliseconds)
    throw invalidCredentials()
  }
  const answer = await auth.engine({ path: '/sign-in/email', body: input }, callerOf(context, 'nobody'))
  if (answer.status === 401) {
    usualDuration.milliseconds = 0.8 * usualDuration.milliseconds + 0.2 * (performance.now() - startedAt)
    throw invalidCredentials()
  }
  if (answer.code === 'EMAIL_NOT_VERIFIED') throw refuse('EMAIL_NOT_CONFIRMED', 403)
  if (answer.status === 503) await guess.takeBack()
  if (answer.status !== 200) refuseEngine(context, answer)
  await guess.clear()
  return answer.body.twoFactorRedirect === true ? beginHalf(context, answer) : begin(context, answer.cookies.login)
}

/** The second step of a sign-in: a code of the app or a recovery code. */
export async function secondFactor(
  context: Context,
  input: { code: string; kind: 'totp' | 'backup' },
): Promise<SignedIn> {
  await countOpenCall(context)
  const { auth } = context.house
  if (!readCookie(context.reqHeaders, 'half')) throw challengeExpired()
  const caller = callerOf(context, 'half')
  const answer = await auth.engine(
    input.kind === 'totp'
      ? { path: '/two-factor/verify-totp', body: { code: input.code.replace(/\s/g, '') } }
      : { path: '/two-factor/verify-backup-code', body: { code: asShown(input.code) } },
    caller,
  )
  if (answer.status === 200) {
    const signedIn = await begin(context, answer.cookies.login)
    await auth.guesses.clearFactor(signedIn.login.userId)
    return signedIn
  }
  // 409: a concurrent request used the same recovery code.
  if (answer.code === 'INVALID_CODE' || answer.code === 'INVALID_BACKUP_CODE' || answer.status === 409)
    throw invalidCode()
  if (answer.status === 429 || answer.status === 503) refuseEngine(context, answer)
  if (answer.status >= 500) refuseEngine(context, answer)
  writeCookie(context, 'half', null, 0)
  throw challengeExpired()
}

const challengeExpired = () => refuse('CHALLENGE_OVER', 401)

/** Ends the login of this browser and a pending sign-in. */
export async function signOut(context: Context): Promise<void> {
  if (context.login) await context.house.auth.people.endLogin(context.login.id)
  for (const kind of ['login', 'half'] as const) writeCookie(context, kind, null, 0)
}
