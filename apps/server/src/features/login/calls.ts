import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import type { EngineAnswer } from '../../platform/auth/door.ts'
import { readCookie } from '../../platform/auth/cookies.ts'
import { guessLimit, type Guess } from '../../platform/auth/guess.ts'
import { Busy } from '../../platform/auth/hash-gate.ts'
import type { Login } from '../../platform/auth/login.ts'
import { networkOf } from '../../platform/auth/rate-limit.ts'
import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'

export const invalidLink = () => refuse('INVALID_LINK', 410)
export const invalidCredentials = () => refuse('INVALID_CREDENTIALS', 401)
export const invalidCode = () => refuse('INVALID_CODE', 401)
export const stepUpNeeded = (need: 'enrol' | 'code') => refuse('STEP_UP', 401, { need })

/** The caller’s login. Refuses NO_LOGIN; the policy already lets only signed-in callers pass. */
export function needLogin({ login }: Context): Login {
  if (!login) throw refuse('NO_LOGIN', 401)
  return login
}

/** The caller’s login, for calls that are proved by the password. Refuses NO_PASSWORD for an account without one. */
export function needPassword(context: Context): Login {
  const login = needLogin(context)
  if (!login.hasPassword) throw refuse('NO_PASSWORD', 409)
  return login
}

/**
 * P1: once an account has a second factor, a login that has not proved it cannot change factors, password or email
 * address.
 */
export function needStrong(context: Context): Login {
  const login = needLogin(context)
  if (login.hasSecondFactor && login.strength < 2) throw stepUpNeeded('code')
  return login
}

/** Does not count a guess that was not checked because too many hashes were queued. */
export async function busyTakesBack<T>(guess: Guess, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Busy) await guess.takeBack()
    throw error
  }
}

/** Refuses TOO_MANY with the seconds to wait, in the body and as the Retry-After header. */
export function tooMany(context: Context, retryAfterSeconds = guessLimit.seconds) {
  context.resHeaders.set('retry-after', String(retryAfterSeconds))
  return refuse('TOO_MANY', 429, { retryAfterSeconds })
}

/** The identity of an engine call: one cookie at a time, so that a pending sign-in never mixes with a login. */
export function callerOf(context: Context, as: 'nobody' | 'login' | 'half') {
  const { ip, reqHeaders, house } = context
  return {
    ip,
    userAgent: reqHeaders.get('user-agent'),
    login: as === 'login' ? house.auth.logins.signedOf(reqHeaders) : null,
    half: as === 'half' ? readCookie(reqHeaders, 'half') : null,
    ceremony: readCookie(reqHeaders, 'ceremony'),
    state: readCookie(reqHeaders, 'state'),
  }
}

/** Maps errors that every engine call can return to the refusals that every procedure has. */
export function refuseEngine(context: Context, answer: EngineAnswer): never {
  if (answer.status === 503) throw busy(context, new Busy())
  if (answer.status === 429) throw tooMany(context)
  if (answer.code === 'STEP_UP') throw stepUpNeeded('code')
  if (answer.status === 401) throw refuse('NO_LOGIN', 401)
  throw new Error(`the engine answered ${answer.status} ${answer.code ?? ''}`)
}

export function busy(context: Context, { retryAfterSeconds }: Busy) {
  context.resHeaders.set('retry-after', String(retryAfterSeconds))
  return new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds } })
}

/** Counts a call that is open to anyone, per network. Refuses TOO_MANY above the limit per minute. */
export async function countOpenCall(context: Context): Promise<void> {
  const { house, ip } = context
  const hit = await house.auth.rateLimit.hit('open', networkOf(ip), {
    count: house.auth.openCallsPerMinute,
    seconds: 60,
  })
  if (!hit.allowed) throw tooMany(context, hit.retryAfterSeconds)
}

/** At most five emails per hour to one address, with or without an account. Further ones are silently not sent. */
export async function mayMail({ house }: Context, email: string): Promise<boolean> {
  return (await house.auth.rateLimit.hit('mail', email, { count: 5, seconds: 60 * 60 })).allowed
}

/**
 * Responds after at least `milliseconds` plus a random delay, so that the response time does not reveal whether there
 * was work to do: enqueueing an email slows later responses by less than that delay.
 */
export async function atLeast<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, wait(milliseconds + randomInt(100))])
  return result
}
