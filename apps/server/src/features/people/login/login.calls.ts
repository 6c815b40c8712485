import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import type { EngineResponse } from '../../../platform/auth/engine/client.ts'
import { readCookie } from '../../../platform/auth/login/cookies.ts'
import { guessLimit, type CountedGuess } from '../../../platform/auth/limit/guess-limits.ts'
import { BusyError } from '../../../platform/auth/limit/concurrency-limit.ts'
import type { Login } from '../../../platform/auth/login/login.ts'
import { networkOf } from '../../../platform/auth/limit/rate-limit.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal, tooManyCalls, noLogin } from '../../../platform/policy/refusal.ts'

export const invalidLink = () => createRefusal('INVALID_LINK', 410)
export const invalidCredentials = () => createRefusal('INVALID_CREDENTIALS', 401)
export const invalidCode = () => createRefusal('INVALID_CODE', 401)
export const stepUpRequired = (need: 'enrol' | 'code') => createRefusal('STEP_UP', 401, { need })

/**
 * Returns the caller’s login. Refuses with NO_LOGIN if there is none. The policy of these procedures already requires
 * a login, so this check is only a safeguard.
 */
export function requireSignedIn({ login }: Context): Login {
  if (!login) throw noLogin()
  return login
}

/**
 * Returns the caller’s login, for calls that verify the password. Refuses with NO_PASSWORD for an account without a password, and as
 * `requireSignedIn` does.
 */
export function requirePasswordAccount(context: Context): Login {
  const login = requireSignedIn(context)
  if (!login.hasPassword) throw createRefusal('NO_PASSWORD', 409)
  return login
}

/**
 * Returns the caller’s login, for calls that change factors, password, email address or providers. Refuses with STEP_UP if the account has a second
 * factor that was not proved in this login, and as `requireSignedIn` does.
 */
export function requireProvedFactor(context: Context): Login {
  const login = requireSignedIn(context)
  if (login.hasSecondFactor && login.assuranceLevel < 2) throw stepUpRequired('code')
  return login
}

/**
 * Waits for a password check. If the check fails because too many passwords are being hashed, the guess does not
 * count.
 */
export async function uncountWhenBusy<T>(guess: CountedGuess, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BusyError) await guess.takeBack()
    throw error
  }
}

/** Returns the refusal TOO_MANY. The body and the Retry-After header contain the number of seconds to wait. */
export function tooManyAttempts(context: Context, retryAfterSeconds = guessLimit.seconds) {
  context.resHeaders.set('retry-after', String(retryAfterSeconds))
  return tooManyCalls(retryAfterSeconds)
}

/**
 * Returns the caller for a call of the authentication engine (`auth.engine`). For `login`, the caller contains the
 * login. For `half`, it contains the pending sign-in. For `nobody`, it contains neither.
 */
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

/**
 * Throws the refusal for those errors of the authentication engine that every call can return: UNAVAILABLE, TOO_MANY, STEP_UP and NO_LOGIN. Throws an
 * Error for any other response.
 */
export function refuseEngineResponse(context: Context, answer: EngineResponse): never {
  if (answer.status === 503) throw serverBusy(context, new BusyError())
  if (answer.status === 429) throw tooManyAttempts(context)
  if (answer.code === 'STEP_UP') throw stepUpRequired('code')
  if (answer.status === 401) throw noLogin()
  throw new Error(`the engine answered ${answer.status} ${answer.code ?? ''}`)
}

export function serverBusy(context: Context, { retryAfterSeconds }: BusyError) {
  context.resHeaders.set('retry-after', String(retryAfterSeconds))
  return new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds } })
}

/**
 * Counts a call that needs no login against the limit of the caller's network. Refuses with TOO_MANY above the limit
 * per minute.
 */
export async function limitOpenCalls(context: Context): Promise<void> {
  const { app, ip } = context
  const hit = await app.requestLimits.hit('signIn', 'open', networkOf(ip))
  if (!hit.allowed) throw tooManyAttempts(context, hit.retryAfterSeconds)
}

const mailLimits = { perBrowserOrNetwork: 5, perAddress: 20 } as const

/**
 * Counts an email for this purpose to this address and returns whether it may be sent. The address may have no account. A device on which the owner
 * has signed in before can cause five emails an hour. All other callers can cause five emails an hour per network and twenty emails an hour in total.
 */
export async function isMailAllowed(
  { app: { auth }, ip, reqHeaders }: Context,
  purpose: 'confirm' | 'reset' | 'email-change',
  email: string,
): Promise<boolean> {
  const allows = async (what: string, whom: string, count: number) =>
    (await auth.rateLimit.hit(`mail-${purpose}-${what}`, whom, { count, seconds: 60 * 60 })).allowed
  const device = auth.knownDevices.hashFrom(reqHeaders)
  const { perBrowserOrNetwork, perAddress } = mailLimits
  if (await auth.knownDevices.isOwnedBy(device, email))
    return allows('device', `${email} ${device?.toString('hex')}`, perBrowserOrNetwork)
  return (
    (await allows('network', `${email} ${networkOf(ip)}`, perBrowserOrNetwork)) && allows('address', email, perAddress)
  )
}

/**
 * Returns the result of `work` at a multiple of `milliseconds`, plus a random delay: usually at the first multiple, and at a later one if the work
 * takes longer. The response time therefore does not reveal what the work did, for example whether an account exists.
 */
export async function atFixedIntervals<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const outcome = await work.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error
    },
  )
  await waitForInterval(startedAt, milliseconds)
  return outcome()
}

/**
 * Waits until the next multiple of `milliseconds` since `startedAt`, plus a random delay of up to a third of
 * `milliseconds`.
 */
export async function waitForInterval(startedAt: number, milliseconds: number): Promise<void> {
  const elapsed = performance.now() - startedAt
  const intervals = Math.max(1, Math.ceil(elapsed / milliseconds))
  await wait(intervals * milliseconds - elapsed + randomInt(Math.ceil(milliseconds / 3)))
}
