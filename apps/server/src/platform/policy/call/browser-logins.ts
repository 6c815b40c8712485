import { readAccountCookies, readCookie } from '../../auth/login/cookies.ts'
import type { HeldLogin } from '../../auth/login/login.ts'
import type { Context } from '../context.ts'
import { noLogin } from '../refusal.ts'

/**
 * Returns the valid logins of this browser, most recently chosen first, including the active one. A login in a bearer header does not belong to a
 * browser.
 */
export function heldLogins({ app, reqHeaders, login }: Context): Promise<HeldLogin[]> {
  const tokens = readAccountCookies(reqHeaders)
  const active = readCookie(reqHeaders, 'login')
  if (login && active) tokens.set(login.userId, active)
  return app.auth.logins.held(tokens)
}

/**
 * Locks the caller's login and all other logins of its browser, so that a guardian can sign a form on this device, and closes their sockets. Only a
 * password or a passkey unlocks them. Refuses with NO_LOGIN if the caller's login has ended.
 */
export async function holdBrowserForSigning(context: Context): Promise<void> {
  const { app, login, reqHeaders } = context
  const accounts = new Map((await heldLogins(context)).map((held) => [held.login.id, held.login.userId]))
  if (login) accounts.set(login.id, login.userId)
  const held = await app.auth.screenLocks.holdForSigning([...accounts.keys()])
  if (!login || !held.includes(login.id)) throw noLogin()
  app.auth.logins.forget(reqHeaders)
  for (const accountId of new Set(accounts.values())) await app.sockets.check(accountId)
}
