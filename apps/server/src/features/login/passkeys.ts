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
const challengeOver = () => refuse('CHALLENGE_OVER', 401)

type Asked = { for: 'register' | 'sign-in' | 'second-factor' | 'unlock'; password?: string | undefined }

/** The question that a passkey of this browser is to answer, for five minutes and once. */
export async function passkeyOptions(context: Context, { for: purpose, password }: Asked) {
  await countOpenCall(context)
  if (purpose === 'register') {
    await mayRegister(context, password)
    return ask(context, '/passkey/generate-register-options')
  }
  if (purpose === 'sign-in') return ask(context, '/passkey/generate-authenticate-options')
  // Step-up and unlocking are asked of the passkeys of whoever is signed in; the half of a sign-in, of its owner's.
  if (context.login) return ask(context, '/passkey/generate-authenticate-options', 'login')
  const signed = readCookie(context.reqHeaders, 'half')
  const half = signed && purpose === 'second-factor' ? await context.house.auth.passkeys.half(signed) : null
  if (!half) throw purpose === 'unlock' ? refuse('NO_LOGIN', 401) : challengeOver()
  const { options } = await ask(context, '/passkey/generate-authenticate-options')
  return { options: { ...options, allowCredentials: half.passkeys } }
}

/** A browser that was left open must not be able to give itself a key of its own. */
async function mayRegister(context: Context, password: string | undefined): Promise<void> {
  const login = needStrong(context)
  if (password !== undefined) await provePassword(context, password)
  else if (context.house.clock.now().getTime() - login.at.getTime() > day) throw refuse('PASSWORD_NEEDED', 403)
}

async function ask(
  context: Context,
  path: '/passkey/generate-register-options' | '/passkey/generate-authenticate-options',
  as: 'nobody' | 'login' = path === '/passkey/generate-register-options' ? 'login' : 'nobody',
) {
  const answer = await context.house.auth.engine({ path }, callerOf(context, as))
  if (answer.status !== 200 || !answer.cookies.ceremony) refuseEngine(context, answer)
  writeCookie(context, 'ceremony', answer.cookies.ceremony, ceremonySeconds)
  // P4: the library says 'preferred' to the browser, with which a key without PIN is merely touched and then refused.
  return {
    options:
      path === '/passkey/generate-authenticate-options'
        ? { ...answer.body, userVerification: 'required' }
        : answer.body,
  }
}

/** Adds a passkey and replaces the login by a strong one: to register it, fingerprint, face or PIN was asked. */
export async function registerPasskey(context: Context, input: { name: string; response: PasskeyResponse }) {
  const login = needStrong(context)
  const { auth, db } = context.house
  const answer = await auth.engine({ path: '/passkey/verify-registration', body: input }, callerOf(context, 'login'))
  writeCookie(context, 'ceremony', null, 0)
  needAccepted(context, answer)
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
  const signedIn = await begin(context, await proved(context, response))
  await context.house.auth.guesses.clearFactor(signedIn.login.userId)
  return signedIn
}

/** Proves once more who sits at this browser, by a passkey; the login stays as it is. */
export async function provePasskey(context: Context, response: PasskeyResponse): Promise<void> {
  const login = needLogin(context)
  const { auth } = context.house
  const token = auth.logins.open(await proved(context, response)) ?? ''
  const made = await auth.logins.byToken(token)
  if (made) await auth.people.endLogin(made.id)
  if (made?.userId !== login.userId) throw invalidPasskey()
}

/** The signed value of the login that a passkey has opened. */
async function proved(context: Context, response: PasskeyResponse): Promise<string> {
  const { auth } = context.house
  const answer = await auth.engine(
    { path: '/passkey/verify-authentication', body: { response } },
    callerOf(context, 'nobody'),
  )
  writeCookie(context, 'ceremony', null, 0)
  needAccepted(context, answer)
  if (!answer.cookies.login) throw new Error('the engine made no login')
  await auth.passkeys.used(response.id)
  return answer.cookies.login
}

/** Whatever the library finds wrong with an answer is told alike; that the question is over, by itself. */
function needAccepted(context: Context, answer: EngineAnswer): void {
  if (answer.status === 200) return
  if (answer.code === 'STEP_UP') refuseEngine(context, answer)
  if (answer.code === 'CHALLENGE_NOT_FOUND') throw challengeOver()
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

/** Whose role asks for a second factor keeps the last one. */
export async function deletePasskey(context: Context, id: string): Promise<void> {
  const login = needStrong(context)
  const result = await context.house.auth.passkeys.delete(login.userId, id, login.role === 'client')
  if (result === 'unknown') throw notFound()
  if (result === 'only-one') throw refuse('LAST_FACTOR', 409)
  await postAuthMail(context.house.db, { kind: 'passkey-removed', userId: login.userId, generation: 0 })
}
