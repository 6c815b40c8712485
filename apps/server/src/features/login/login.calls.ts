import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import type { EngineResponse } from '../../platform/auth/engine-client.ts'
import { readCookie } from '../../platform/auth/cookies.ts'
import { guessLimit, type CountedGuess } from '../../platform/auth/guess-limits.ts'
import { BusyError } from '../../platform/auth/hash-concurrency-limit.ts'
import type { Login } from '../../platform/auth/login.ts'
import { networkOf } from '../../platform/auth/rate-limit.ts'
import type { Context } from '../../platform/policy/context.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'

export const invalidLink = () => createRefusal('INVALID_LINK', 410)
export const invalidCredentials = () => createRefusal('INVALID_CREDENTIALS', 401)
export const invalidCode = () => createRefusal('INVALID_CODE', 401)
export const stepUpRequired = (need: 'enrol' | 'code') => createRefusal('STEP_UP', 401, { need })

/** The caller’s login. Refuses NO_LOGIN; the policy already lets only signed-in callers pass. */
export function requireSignedIn({ login }: Context): Login {
  if (!login) throw createRefusal('NO_LOGIN', 401)
  return login
}

/** The caller’s login, for calls that verify the password. Refuses NO_PASSWORD for an account without a password. */
export function requirePasswordAccount(context: Context): Login {
  const login = requireSignedIn(context)
  if (!login.hasPassword) throw createRefusal('NO_PASSWORD', 409)
  return login
}

/**
 * The caller’s login, for calls that change factors, password or email address. Refuses STEP_UP if the account has a
 * second factor that this login has not proved.
 */
export function requireProvedFactor(context: Context): Login {
  const login = requireSignedIn(context)
  if (login.hasSecondFactor && login.assuranceLevel < 2) throw stepUpRequired('code')
  return login
}

/** Waits for a password check. If it was not done because too many hashes are queued, the guess does not count. */
export async function uncountWhenBusy<T>(guess: CountedGuess, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BusyError) await guess.takeBack()
    throw error
  }
}

/** Refuses TOO_MANY with the seconds to wait, in the body and as the Retry-After header. */
export function tooManyAttempts(context: Context, retryAfterSeconds = guessLimit.seconds) {
  context.resHeaders.set('retry-after', String(retryAfterSeconds))
  return createRefusal('TOO_MANY', 429, { retryAfterSeconds })
}

/** The caller of an engine call: passes either the login or the pending sign-in, so that the two never mix. */
export function engineCallerOf(context: Context, as: 'nobody' | 'login' | 'half') {
  const { ip, reqHeaders, app } = context
  return {
    ip,
    userAgent: reqHeaders.get('user-agent'),
    login: as === 'login' ? app.auth.logins.signedTokenOf(reqHeaders) : null,
    half: as === 'half' ? readCookie(reqHeaders, 'half') : null,
    ceremony: readCookie(reqHeaders, 'ceremony'),
    state: readCookie(reqHeaders, 'state'),
  }
}

/** Maps errors that every engine call can return to the refusals that every procedure has. */
export function refuseEngineResponse(context: Context, answer: EngineResponse): never {
  if (answer.status === 503) throw serverBusy(context, new BusyError())
  if (answer.status === 429) throw tooManyAttempts(context)
  if (answer.code === 'STEP_UP') throw stepUpRequired('code')
  if (answer.status === 401) throw createRefusal('NO_LOGIN', 401)
  throw new Error(`the engine answered ${answer.status} ${answer.code ?? ''}`)
}

export function serverBusy(context: Context, { retryAfterSeconds }: BusyError) {
  context.resHeaders.set('retry-after', String(retryAfterSeconds))
  return new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds } })
}

/** Counts a call that is open to anyone, per network. Refuses TOO_MANY above the limit per minute. */
export async function limitOpenCalls(context: Context): Promise<void> {
  const { app, ip } = context
  const hit = await app.auth.rateLimit.hit('open', networkOf(ip), {
    count: app.auth.openCallsPerMinute,
    seconds: 60,
  })
  if (!hit.allowed) throw tooManyAttempts(context, hit.retryAfterSeconds)
}

/** At most five emails per hour to one address, with or without an account. Further ones are silently not sent. */
export async function isMailAllowed({ app }: Context, email: string): Promise<boolean> {
  return (await app.auth.rateLimit.hit('mail', email, { count: 5, seconds: 60 * 60 })).allowed
}

/**
 * Responds after at least `milliseconds` plus a random delay, so that the response time does not reveal whether there
 * was work to do: enqueueing an email slows later responses by less than that delay.
 */
export async function withMinimumDuration<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, wait(milliseconds + randomInt(100))])
  return result
}
