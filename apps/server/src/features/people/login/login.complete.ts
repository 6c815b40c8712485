import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { challengeSeconds, readAccountCookies, readCookie, writeCookie } from '../../../platform/auth/login/cookies.ts'
import type { EngineResponse } from '../../../platform/auth/engine/client.ts'
import type { Login } from '../../../platform/auth/login/login.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { ensureProfile } from '../profile/profile.ts'
import { engineCallerOf, invalidCredentials, refuseEngineResponse } from './login.calls.ts'
import { connectAcceptedInvitations } from './sign-in/connect-accepted.ts'
import { holdLogin } from './login.held.ts'
import { copyEmail } from './login.queries.ts'
import { loginViewOf } from './login.view.ts'

export type CompletedSignIn = { kind: 'signed-in'; login: LoginView }
export type PendingSignIn = { kind: 'second-factor'; ways: ('totp' | 'backup' | 'passkey')[] }
export type SignInOutcome = CompletedSignIn | PendingSignIn

/**
 * Refuses with ACCOUNT_DISABLED as `refuseDisabled` does. Otherwise completes a sign-in of any method:
 * - ends the previous login of this browser and remembers the device
 * - creates the profile of a new account, or updates the email address in the profile
 * - writes the sign-in to the audit log
 * - connects a client with the therapists of accepted invitations, unless they are already connected
 * - sets the cookie of the login, in addition to or instead of those of the browser's other accounts
 */
export async function completeSignIn(context: Context, signed: string | null | undefined): Promise<CompletedSignIn> {
  const { app, reqHeaders } = context
  const token = signed ? app.auth.logins.tokenFromSigned(signed) : null
  if (!signed || !token) throw new Error('the engine made no login')
  await refuseDisabled(context, token)
  let login = await readNew(context, token)

  await replaceLogins(context, login, token)
  await app.auth.knownDevices.remember(login.userId, context)
  if (login.role === null) {
    await ensureProfile(app, login)
    login = await readNew(context, token)
  } else await copyEmail(app.db, login.userId, login.email)
  await auditSignIn(context, login, 'signed-in')
  if (login.role === 'client') await connectAcceptedInvitations(app, login.userId)

  await holdLogin(context, login, signed)
  if (readCookie(reqHeaders, 'half')) writeCookie(context, 'half', null, 0)
  return { kind: 'signed-in', login: loginViewOf(login) }
}

/** Ends the login that this browser had for the same account, whether or not the account was the active one. */
async function replaceLogins({ app, reqHeaders }: Context, { userId }: Login, now: string): Promise<void> {
  const held = readAccountCookies(reqHeaders).get(userId)
  const tokens = [app.auth.logins.tokenOf(reqHeaders), held ? app.auth.logins.tokenFromSigned(held) : null]
  for (const before of new Set(tokens))
    if (before && before !== now) await app.auth.users.replaceLogin(userId, { before, now })
}

/** Inserts the audit row of a sign-in. If the insert fails, the sign-in fails and the browser gets no cookie. */
export async function auditSignIn(
  { app, requestId, ip }: Context,
  { role, userId, id }: Login,
  action: 'signed-in' | 'account-switched',
): Promise<void> {
  if (!role) throw new Error('a person who has signed in has no profile')
  const row = { action, resource: 'login', resourceId: id, requestId, ip: role === 'admin' ? ip : null }
  await app.db.asActor({ role, id: userId }, (tx) => insertAudit(tx, row))
}

/**
 * Refuses with ACCOUNT_DISABLED if an admin has disabled the account, and deletes the new login. Every sign-in calls this function only after the
 * person has proved their identity, so the refusal reveals nothing to others.
 */
export async function refuseDisabled({ app }: Context, token: string): Promise<void> {
  const loginId = await app.auth.logins.disabledByToken(token)
  if (loginId === null) return
  await app.auth.users.endLogin(loginId)
  throw createRefusal('ACCOUNT_DISABLED', 403)
}

async function readNew({ app }: Context, token: string): Promise<Login> {
  const login = await app.auth.logins.byToken(token)
  if (!login) throw new Error('a new login cannot be read')
  return login
}

/**
 * Signs in with a password that has just been verified or set, or starts the second step if the account has a second factor. Refuses with
 * INVALID_CREDENTIALS if the password was changed since, and as `refuseEngineResponse` and `completeSignIn` do.
 */
export async function signInAfterPasswordSet(
  context: Context,
  email: string,
  password: string,
): Promise<SignInOutcome> {
  const answer = await context.app.auth.engine(
    { path: '/sign-in/email', body: { email, password } },
    engineCallerOf(context, 'nobody'),
  )
  if (answer.status === 401) throw invalidCredentials()
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  return answer.body.twoFactorRedirect === true
    ? startSecondFactor(context, answer)
    : completeSignIn(context, answer.cookies.login)
}

/**
 * Starts the second step of a sign-in after the password was right. Until the second factor is proved, there is no
 * login, the device is not remembered and no profile is created.
 */
export async function startSecondFactor(context: Context, answer: EngineResponse): Promise<PendingSignIn> {
  const signed = answer.cookies.half ?? null
  const pending = signed && (await context.app.auth.passkeys.readSecondStep(signed))
  if (!pending) throw new Error('the engine made no half of a sign-in')
  writeCookie(context, 'half', signed, challengeSeconds)
  return { kind: 'second-factor', ways: pending.ways }
}
