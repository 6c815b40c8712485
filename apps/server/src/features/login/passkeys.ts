import { ceremonySeconds, readCookie, writeCookie } from '../../platform/auth/cookies.ts'
import type { EngineAnswer, PasskeyResponse } from '../../platform/auth/door.ts'
import { postAuthMail } from '../../platform/mail/outbox.ts'
import type { Context } from '../../platform/policy/context.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { begin, type SignedIn } from './begin.ts'
import { callerOf, countOpenCall, needLogin, needStrong, refuseEngine } from './calls.ts'
import { provePassword } from './own-logins.ts'

const day = 24 * 60 * 60 * 1000
const invalidPasskey = () => refuse('INVALID_PASSKEY', 401)
const challengeExpired = () => refuse('CHALLENGE_OVER', 401)

type OptionsRequest = { for: 'register' | 'sign-in' | 'second-factor' | 'unlock'; password?: string | undefined }

/** The WebAuthn challenge for this browser, valid for five minutes and once. */
export async function passkeyOptions(context: Context, { for: purpose, password }: OptionsRequest) {
  await countOpenCall(context)
  if (purpose === 'register') {
    await assertMayRegister(context, password)
    return requestOptions(context, '/passkey/generate-register-options')
  }
  if (purpose === 'sign-in') return requestOptions(context, '/passkey/generate-authenticate-options')
  // Step-up and unlock ask for the passkeys of the signed-in person; a pending sign-in asks for those of its owner.
  if (context.login) return requestOptions(context, '/passkey/generate-authenticate-options', 'login')
  const signed = readCookie(context.reqHeaders, 'half')
  const pending = signed && purpose === 'second-factor' ? await context.house.auth.passkeys.half(signed) : null
  if (!pending) throw purpose === 'unlock' ? refuse('NO_LOGIN', 401) : challengeExpired()
  const { options } = await requestOptions(context, '/passkey/generate-authenticate-options')
  return { options: { ...options, allowCredentials: pending.passkeys } }
}

/** Someone at an unattended browser must not be able to register their own passkey. */
async function assertMayRegister(context: Context, password: string | undefined): Promise<void> {
  const login = needStrong(context)
  if (password !== undefined) await provePassword(context, password)
  else if (context.house.clock.now().getTime() - login.at.getTime() > day) throw refuse('PASSWORD_NEEDED', 403)
}

async function requestOptions(
  context: Context,
  path: '/passkey/generate-register-options' | '/passkey/generate-authenticate-options',
  as: 'nobody' | 'login' = path === '/passkey/generate-register-options' ? 'login' : 'nobody',
) {
  const answer = await context.house.auth.engine({ path }, callerOf(context, as))
  if (answer.status !== 200 || !answer.cookies.ceremony) refuseEngine(context, answer)
  writeCookie(context, 'ceremony', answer.cookies.ceremony, ceremonySeconds)
  // P4: the library tells the browser 'preferred'; a key without PIN would then only be touched, and refused
  // afterwards.
  return {
    options:
      path === '/passkey/generate-authenticate-options'
        ? { ...answer.body, userVerification: 'required' }
        : answer.body,
  }
}

/**
 * Registers a passkey and replaces the login by one with assurance level 2, because registering required fingerprint,
 * face or PIN.
 */
export async function registerPasskey(context: Context, input: { name: string; response: PasskeyResponse }) {
  const login = needStrong(context)
  const { auth, db } = context.house
  const answer = await auth.engine({ path: '/passkey/verify-registration', body: input }, callerOf(context, 'login'))
  writeCookie(context, 'ceremony', null, 0)
  assertAccepted(context, answer)
  await auth.passkeys.registered(login.userId)
  await postAuthMail(db, { kind: 'passkey-added', userId: login.userId, generation: 0 })
  const signed = await auth.ownLogins.start({
    userId: login.userId,
    strength: 2,
    method: 'passkey',
    ip: context.ip,
    userAgent: context.reqHeaders.get('user-agent'),
  })
  return { id: String(answer.body.id), login: (await begin(context, signed)).login }
}

export async function signInWithPasskey(context: Context, response: PasskeyResponse): Promise<SignedIn> {
  await countOpenCall(context)
  const signedIn = await begin(context, await signedTokenFrom(context, response))
  await context.house.auth.guesses.clearFactor(signedIn.login.userId)
  return signedIn
}

/** Verifies the person at this browser by a passkey; the login stays unchanged. */
export async function provePasskey(context: Context, response: PasskeyResponse): Promise<void> {
  const login = needLogin(context)
  const { auth } = context.house
  const token = auth.logins.open(await signedTokenFrom(context, response)) ?? ''
  const temporary = await auth.logins.byToken(token)
  if (temporary) await auth.people.endLogin(temporary.id)
  if (temporary?.userId !== login.userId) throw invalidPasskey()
}

/** The signed token of the login that a passkey has created. */
async function signedTokenFrom(context: Context, response: PasskeyResponse): Promise<string> {
  const { auth } = context.house
  const answer = await auth.engine(
    { path: '/passkey/verify-authentication', body: { response } },
    callerOf(context, 'nobody'),
  )
  writeCookie(context, 'ceremony', null, 0)
  assertAccepted(context, answer)
  if (!answer.cookies.login) throw new Error('the engine made no login')
  await auth.passkeys.used(response.id)
  return answer.cookies.login
}

/** Refuses every invalid response the same way, except an expired challenge. */
function assertAccepted(context: Context, answer: EngineAnswer): void {
  if (answer.status === 200) return
  if (answer.code === 'STEP_UP') refuseEngine(context, answer)
  if (answer.code === 'CHALLENGE_NOT_FOUND') throw challengeExpired()
  throw invalidPasskey()
}

export async function passkeys(context: Context) {
  const items = await context.house.auth.passkeys.list(needLogin(context).userId)
  return {
    items: items.map(({ createdAt, lastUsedAt, ...item }) => ({
      ...item,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

/** Deletes a passkey. A role that requires a second factor cannot delete its last one. */
export async function deletePasskey(context: Context, id: string): Promise<void> {
  const login = needStrong(context)
  const result = await context.house.auth.passkeys.delete(login.userId, id, login.role === 'client')
  if (result === 'unknown') throw notFound()
  if (result === 'only-one') throw refuse('LAST_FACTOR', 409)
  await postAuthMail(context.house.db, { kind: 'passkey-removed', userId: login.userId, generation: 0 })
}
