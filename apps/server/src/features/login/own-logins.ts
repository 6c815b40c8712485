import { cookieSeconds, writeCookie } from '../../platform/auth/cookies.ts'
import type { Login } from '../../platform/auth/login.ts'
import type { Context } from '../../platform/policy/context.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import type { SignedIn } from './begin.ts'
import { busyTakesBack, invalidCredentials, needLogin, needPassword, needStrong } from './calls.ts'
import { deviceName } from './device-name.ts'
import { viewOf } from './login.view.ts'

/**
 * Verifies the owner’s password again. Counts the attempt before checking it, like every guess, so that someone at an
 * open browser cannot try passwords here. Refuses INVALID_CREDENTIALS, NO_PASSWORD.
 */
export async function provePassword(context: Context, password: string): Promise<Login> {
  const login = needPassword(context)
  const { auth } = context.house
  const guess = await auth.guesses.password(login.email, auth.devices.of(context.reqHeaders))
  if (!guess.allowed) throw invalidCredentials()
  const hash = await auth.people.passwordOf(login.userId)
  const right = hash !== null && (await busyTakesBack(guess, auth.passwords.verify({ hash, password })))
  if (!right) throw invalidCredentials()
  await guess.clear()
  return login
}

/**
 * Changes the password. An account with a second factor must have proved it in this login. The login is replaced, so
 * that a stolen one stops working.
 */
export async function changePassword(
  context: Context,
  input: { current: string; password: string },
): Promise<SignedIn> {
  needStrong(context)
  const login = await provePassword(context, input.current)
  const { auth } = context.house
  const signed = await auth.ownLogins.changePassword(login, await auth.passwords.hash(input.password))
  const token = signed && auth.logins.open(signed)
  const newLogin = token ? await auth.logins.byToken(token) : null
  // Another browser changed the password at the same moment and ended this login.
  if (!signed || !newLogin) throw refuse('NO_LOGIN', 401)
  await auth.devices.remember(login.userId, context)
  writeCookie(context, 'login', signed, cookieSeconds)
  return { kind: 'signed-in', login: viewOf(newLogin) }
}

export async function logins(context: Context) {
  const login = needLogin(context)
  const items = await context.house.auth.ownLogins.list(login)
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

export async function endLogin(context: Context, id: string): Promise<void> {
  const login = needLogin(context)
  if (!(await context.house.auth.ownLogins.end(login.userId, id))) throw notFound()
  if (id === login.id) writeCookie(context, 'login', null, 0)
}

export const endOtherLogins = (context: Context) => context.house.auth.ownLogins.endOthers(needLogin(context))
