import type { LoginId } from '@attune/contract/common/ids'
import type { Login } from '../../../../platform/auth/login/login.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { notFound, noLogin } from '../../../../platform/policy/refusal.ts'
import type { CompletedSignIn } from '../login.complete.ts'
import {
  uncountWhenBusy,
  invalidCredentials,
  requireSignedIn,
  requirePasswordAccount,
  requireProvedFactor,
} from '../login.calls.ts'
import { deviceName } from '../../../../platform/auth/login/device-name.ts'
import { deleteLogin, sendPageKey, writeLogin } from '../login.held.ts'
import { loginViewOf } from '../login.view.ts'

/**
 * Verifies the password of the signed-in person again. Counts the attempt before the check, so that another person
 * who uses this browser cannot try many passwords. Refuses with INVALID_CREDENTIALS for a wrong password or after too
 * many attempts, and with NO_PASSWORD for an account without a password.
 */
export const verifyOwnPassword = (context: Context, password: string): Promise<Login> =>
  verifyPasswordOf(context, requirePasswordAccount(context), password)

/**
 * Verifies the password of an account that this browser holds. Counts the attempt before the check. Refuses with INVALID_CREDENTIALS for a wrong
 * password or after too many attempts.
 */
export async function verifyPasswordOf(context: Context, login: Login, password: string): Promise<Login> {
  if (!(await isPasswordOf(context, login, password))) throw invalidCredentials()
  return login
}

/** Like `verifyPasswordOf`, but returns false instead of refusing. */
export async function isPasswordOf(
  context: Context,
  { userId, email }: Pick<Login, 'userId' | 'email'>,
  password: string,
): Promise<boolean> {
  const { auth } = context.app
  const guess = await auth.guessLimits.countPassword(email, auth.knownDevices.hashFrom(context.reqHeaders))
  if (!guess.allowed) return false
  const hash = await auth.users.passwordHashOf(userId)
  const isRight = hash !== null && (await uncountWhenBusy(guess, auth.passwords.verify({ hash, password })))
  if (isRight) await guess.clear()
  return isRight
}

/**
 * Changes the password. Refuses with STEP_UP if the account has a second factor that was not proved in this login, as `verifyOwnPassword` does, and
 * with NO_LOGIN if another browser ends this login at the same time. Replaces the login by a new one, so that a stolen copy of the old login stops
 * working.
 */
export async function changePassword(
  context: Context,
  input: { current: string; password: string },
): Promise<CompletedSignIn> {
  requireProvedFactor(context)
  const login = await verifyOwnPassword(context, input.current)
  const { auth } = context.app
  const signed = await auth.accountLogins.changePassword(login, await auth.passwords.hash(input.password))
  const token = signed && auth.logins.tokenFromSigned(signed)
  const newLogin = token ? await auth.logins.byToken(token) : null
  // Another browser has changed the password at the same time, which has ended this login.
  if (!signed || !newLogin) throw noLogin()
  await auth.knownDevices.remember(login.userId, context)
  writeLogin(context, login.userId, signed)
  sendPageKey(context, newLogin.lock.pageKey)
  return { kind: 'signed-in', login: loginViewOf(newLogin) }
}

export async function listLogins(context: Context) {
  const login = requireSignedIn(context)
  const items = await context.app.auth.accountLogins.list(login)
  return {
    items: items.map(({ userAgent, at, lastSeenAt, ...item }) => ({
      ...item,
      device: deviceName(userAgent),
      at: at.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: item.id === login.id,
    })),
  }
}

export async function endLogin(context: Context, id: LoginId): Promise<void> {
  const login = requireSignedIn(context)
  if (!(await context.app.auth.accountLogins.end(login.userId, id))) throw notFound()
  if (id === login.id) deleteLogin(context, login.userId)
}

export const endOtherLogins = (context: Context) => context.app.auth.accountLogins.endOthers(requireSignedIn(context))
