import type { LoginView } from '@attune/contract/features/login.shapes'
import { challengeSeconds, cookieSeconds, readCookie, writeCookie } from '../../platform/auth/cookies.ts'
import type { EngineAnswer } from '../../platform/auth/door.ts'
import type { Login } from '../../platform/auth/login.ts'
import type { Context } from '../../platform/policy/context.ts'
import { ensureProfile } from '../profile/profile.ts'
import { callerOf, invalidCredentials, refuseEngine } from './calls.ts'
import { connectAccepted } from './connect-accepted.ts'
import { copyEmail } from './login.queries.ts'
import { viewOf } from './login.view.ts'

export type SignedIn = { kind: 'signed-in'; login: LoginView }
export type Half = { kind: 'second-factor'; ways: ('totp' | 'backup' | 'passkey')[] }
export type SignInResult = SignedIn | Half

/**
 * Completes every sign-in: sets the cookie, remembers the device, ends the login that this browser had before,
 * creates the profile of a new account, and connects invitations whose connection was interrupted.
 */
export async function begin(context: Context, signed: string | null | undefined): Promise<SignedIn> {
  const { house, reqHeaders } = context
  const token = signed ? house.auth.logins.open(signed) : null
  if (!signed || !token) throw new Error('the engine made no login')
  let login = await readNew(context, token)

  const before = house.auth.logins.tokenOf(reqHeaders)
  if (before && before !== token) await house.auth.people.endLoginByToken(before, login.userId)
  await house.auth.devices.remember(login.userId, context)
  if (login.role === null) {
    await ensureProfile(house, login)
    login = await readNew(context, token)
  } else await copyEmail(house.db, login.userId, login.email)
  if (login.role === 'client') await connectAccepted(house, login.userId)

  writeCookie(context, 'login', signed, cookieSeconds)
  if (readCookie(reqHeaders, 'half')) writeCookie(context, 'half', null, 0)
  return { kind: 'signed-in', login: viewOf(login) }
}

async function readNew({ house }: Context, token: string): Promise<Login> {
  const login = await house.auth.logins.byToken(token)
  if (!login) throw new Error('a new login cannot be read')
  return login
}

/** Signs in with a password that was verified or set just now. */
export async function signInWith(context: Context, email: string, password: string): Promise<SignInResult> {
  const answer = await context.house.auth.engine(
    { path: '/sign-in/email', body: { email, password } },
    callerOf(context, 'nobody'),
  )
  if (answer.status === 401) throw invalidCredentials()
  if (answer.status !== 200) refuseEngine(context, answer)
  return answer.body.twoFactorRedirect === true ? beginHalf(context, answer) : begin(context, answer.cookies.login)
}

/**
 * The password was right and the second factor is pending. Until then there is no login, no known device and no
 * profile.
 */
export async function beginHalf(context: Context, answer: EngineAnswer): Promise<Half> {
  const signed = answer.cookies.half ?? null
  const pending = signed && (await context.house.auth.passkeys.half(signed))
  if (!pending) throw new Error('the engine made no half of a sign-in')
  writeCookie(context, 'half', signed, challengeSeconds)
  return { kind: 'second-factor', ways: pending.ways }
}
