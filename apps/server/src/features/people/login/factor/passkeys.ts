import type { PasskeyId } from '@attune/contract/common/ids'
import { ceremonySeconds, readCookie, writeCookie } from '../../../../platform/auth/login/cookies.ts'
import type { EngineResponse, WebAuthnResponse } from '../../../../platform/auth/engine/client.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { notFound, createRefusal, noLogin } from '../../../../platform/policy/refusal.ts'
import { queueAuthMail } from '../../../messages/notification/notification.ts'
import { completeSignIn, type CompletedSignIn } from '../login.complete.ts'
import {
  engineCallerOf,
  limitOpenCalls,
  requireSignedIn,
  requireProvedFactor,
  refuseEngineResponse,
} from '../login.calls.ts'
import { verifyOwnPassword } from '../account/logins.ts'

const day = 24 * 60 * 60 * 1000
const invalidPasskey = () => createRefusal('INVALID_PASSKEY', 401)
const passkeyChallengeExpired = () => createRefusal('CHALLENGE_OVER', 401)

type OptionsRequest = { for: 'register' | 'sign-in' | 'second-factor' | 'unlock'; password?: string | undefined }

/**
 * Returns the options for a WebAuthn call of this browser. The challenge in the options is valid for five minutes and can be used once. Refuses with
 * TOO_MANY. For registering, also refuses as `assertMayRegister` does. Without a login or a pending sign-in, refuses a second factor with
 * CHALLENGE_OVER and unlocking with NO_LOGIN.
 */
export async function passkeyOptions(context: Context, { for: purpose, password }: OptionsRequest) {
  await limitOpenCalls(context)
  if (purpose === 'register') {
    await assertMayRegister(context, password)
    return requestOptions(context, '/passkey/generate-register-options')
  }
  if (purpose === 'sign-in') return requestOptions(context, '/passkey/generate-authenticate-options')
  // With a login, the options are for the passkeys of the signed-in person. Without a login, they are for the
  // passkeys of the account that has a pending sign-in in this browser.
  if (context.login) return requestOptions(context, '/passkey/generate-authenticate-options', 'login')
  const signed = readCookie(context.reqHeaders, 'half')
  const pending = signed && purpose === 'second-factor' ? await context.app.auth.passkeys.readSecondStep(signed) : null
  if (!pending) throw purpose === 'unlock' ? noLogin() : passkeyChallengeExpired()
  const { options } = await requestOptions(context, '/passkey/generate-authenticate-options')
  return { options: { ...options, allowCredentials: pending.passkeys } }
}

/**
 * Verifies the password if one is given. Otherwise refuses with PASSWORD_NEEDED if the sign-in was more than a day ago, because another person may be
 * using this browser. Refuses with STEP_UP if the account has a second factor that was not proved in this login.
 */
async function assertMayRegister(context: Context, password: string | undefined): Promise<void> {
  const login = requireProvedFactor(context)
  if (password !== undefined) await verifyOwnPassword(context, password)
  else if (context.app.clock.now().getTime() - login.authenticatedAt.getTime() > day)
    throw createRefusal('PASSWORD_NEEDED', 403)
}

async function requestOptions(
  context: Context,
  path: '/passkey/generate-register-options' | '/passkey/generate-authenticate-options',
  as: 'nobody' | 'login' = path === '/passkey/generate-register-options' ? 'login' : 'nobody',
) {
  const answer = await context.app.auth.engine({ path }, engineCallerOf(context, as))
  if (answer.status !== 200 || !answer.cookies.ceremony) refuseEngineResponse(context, answer)
  writeCookie(context, 'ceremony', answer.cookies.ceremony, ceremonySeconds)
  // The WebAuthn library sets 'preferred', which lets a person use a key without a PIN by touch alone. The server
  // requires verification and would refuse the result.
  return {
    options:
      path === '/passkey/generate-authenticate-options'
        ? { ...answer.body, userVerification: 'required' }
        : answer.body,
  }
}

/**
 * Registers a passkey. Replaces the login by one with assurance level 2, because registering required a fingerprint, a face or a PIN. Emails the
 * person. Refuses with STEP_UP, with CHALLENGE_OVER for an expired challenge, with INVALID_PASSKEY, and as `refuseEngineResponse` and
 * `completeSignIn` do.
 */
export async function registerPasskey(context: Context, input: { name: string; response: WebAuthnResponse }) {
  const login = requireProvedFactor(context)
  const { auth, db } = context.app
  const answer = await auth.engine(
    { path: '/passkey/verify-registration', body: input },
    engineCallerOf(context, 'login'),
  )
  writeCookie(context, 'ceremony', null, 0)
  assertAccepted(context, answer)
  await auth.passkeys.markRegistered(login.userId)
  await queueAuthMail(db, { kind: 'passkey-added', userId: login.userId, generation: 0 })
  const signed = await auth.accountLogins.start({
    userId: login.userId,
    assuranceLevel: 2,
    method: 'passkey',
    ip: context.ip,
    userAgent: context.reqHeaders.get('user-agent'),
  })
  return { id: String(answer.body.id), login: (await completeSignIn(context, signed)).login }
}

export async function signInWithPasskey(context: Context, response: WebAuthnResponse): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const signedIn = await completeSignIn(context, await signedTokenFrom(context, response))
  await context.app.auth.guessLimits.clearFactor(signedIn.login.userId)
  return signedIn
}

/**
 * Verifies with a passkey that the signed-in person is at this browser. The login stays unchanged. Refuses with INVALID_PASSKEY, also for a passkey
 * of another account, and with CHALLENGE_OVER for an expired challenge.
 */
export async function verifyOwnPasskey(context: Context, response: WebAuthnResponse): Promise<void> {
  const login = requireSignedIn(context)
  const { auth } = context.app
  const token = auth.logins.tokenFromSigned(await signedTokenFrom(context, response)) ?? ''
  const temporary = await auth.logins.byToken(token)
  if (temporary) await auth.users.endLogin(temporary.id)
  if (temporary?.userId !== login.userId) throw invalidPasskey()
}

/** Verifies a passkey and returns the signed token of the login that the engine creates. Refuses a passkey that the engine does not accept. */
async function signedTokenFrom(context: Context, response: WebAuthnResponse): Promise<string> {
  const { auth } = context.app
  const answer = await auth.engine(
    { path: '/passkey/verify-authentication', body: { response } },
    engineCallerOf(context, 'nobody'),
  )
  writeCookie(context, 'ceremony', null, 0)
  assertAccepted(context, answer)
  if (!answer.cookies.login) throw new Error('the engine made no login')
  await auth.passkeys.markUsed(response.id)
  return answer.cookies.login
}

/** Refuses every invalid response with INVALID_PASSKEY, except for an expired challenge (CHALLENGE_OVER) and a missing second factor (STEP_UP). */
function assertAccepted(context: Context, answer: EngineResponse): void {
  if (answer.status === 200) return
  if (answer.code === 'STEP_UP') refuseEngineResponse(context, answer)
  if (answer.code === 'CHALLENGE_NOT_FOUND') throw passkeyChallengeExpired()
  throw invalidPasskey()
}

export async function listPasskeys(context: Context) {
  const items = await context.app.auth.passkeys.list(requireSignedIn(context).userId)
  return {
    items: items.map(({ createdAt, lastUsedAt, ...item }) => ({
      ...item,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

/**
 * Deletes a passkey and emails the person. Refuses with NOT_FOUND, with STEP_UP if a second factor was not proved in this login, and with LAST_FACTOR
 * if the passkey is the last second factor and the role is not client.
 */
export async function deletePasskey(context: Context, id: PasskeyId): Promise<void> {
  const login = requireProvedFactor(context)
  const result = await context.app.auth.passkeys.delete(login.userId, id, login.role === 'client')
  if (result === 'unknown') throw notFound()
  if (result === 'only-one') throw createRefusal('LAST_FACTOR', 409)
  await queueAuthMail(context.app.db, { kind: 'passkey-removed', userId: login.userId, generation: 0 })
}
