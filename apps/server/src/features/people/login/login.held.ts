import type { AccountId } from '@attune/contract/common/ids'
import { maxBrowserAccounts } from '@attune/contract/common/constants'
import { randomUUID } from 'node:crypto'
import {
  challengeSeconds,
  cookieSeconds,
  readAccountCookies,
  readCookie,
  writeAccountCookie,
  writeCookie,
} from '../../../platform/auth/login/cookies.ts'
import type { HeldLogin, Login } from '../../../platform/auth/login/login.ts'
import { pageHeaderName } from '../../../platform/auth/login/screen-lock.ts'
import { heldLogins } from '../../../platform/policy/call/browser-logins.ts'
import type { Context } from '../../../platform/policy/context.ts'

/** Sends the page the key of its login. With this key, the page later proves that it was already open, and not newly loaded. */
export const sendPageKey = ({ resHeaders }: Context, key: string): void => resHeaders.set(pageHeaderName, key)

/** Sets the cookie of the active login, and also the account's own cookie if several accounts are signed in to this browser. */
export function writeLogin(context: Context, userId: AccountId, signed: string): void {
  writeCookie(context, 'login', signed, cookieSeconds)
  if (readAccountCookies(context.reqHeaders).has(userId)) writeAccountCookie(context, userId, signed)
}

/** Deletes the cookie of the active login and the account's own cookie. */
export function deleteLogin(context: Context, userId: AccountId): void {
  writeCookie(context, 'login', null, 0)
  if (readAccountCookies(context.reqHeaders).has(userId)) writeAccountCookie(context, userId, null)
}

/** Whether an account in this browser has a locked screen or was unused for longer than the idle time of its role. */
export function isIdle({ app }: Context, { login, lastSeenAt }: HeldLogin): boolean {
  if (login.isLocked) return true
  const minutes = app.site.settings().idleMinutes[login.role ?? 'client']
  return app.clock.now().getTime() - lastSeenAt.getTime() >= minutes * 60_000
}

/** Records in this browser that the next sign-in adds an account. The record is valid while the active login stays the same. */
export function noteAddedAccount(context: Context): void {
  writeCookie(context, 'adding', readCookie(context.reqHeaders, 'login'), challengeSeconds)
}

const isAddingAccount = ({ login, reqHeaders }: Context): boolean => {
  const noted = readCookie(reqHeaders, 'adding')
  return login !== null && noted !== null && noted === readCookie(reqHeaders, 'login')
}

/** Whether this browser holds the account, even if its login has ended in the meantime. */
function isHeld({ app, reqHeaders }: Context, userId: AccountId): boolean {
  const signed = readAccountCookies(reqHeaders).get(userId)
  return signed !== undefined && app.auth.logins.tokenFromSigned(signed) !== null
}

/**
 * Makes a new login the active one of this browser. The browser keeps its other accounts if the practice allows several and if the browser already
 * holds this account or the person asked to add one. Otherwise, the sign-in may be that of another person, and the logins of the other accounts end.
 */
export async function holdLogin(context: Context, login: Login, signed: string): Promise<void> {
  const { app, reqHeaders } = context
  sendPageKey(context, login.lock.pageKey)
  writeCookie(context, 'login', signed, cookieSeconds)
  if (readCookie(reqHeaders, 'adding')) writeCookie(context, 'adding', null, 0)
  const cookies = readAccountCookies(reqHeaders)
  const isAdding = isAddingAccount(context)
  if (cookies.size === 0 && !isAdding) return
  const others = (await heldLogins(context)).filter((one) => one.login.userId !== login.userId)
  const keeps = app.site.settings().severalAccounts && (isAdding || isHeld(context, login.userId))
  // If two parallel sign-ins add too many accounts, ends the login of the least recently active account.
  const kept = keeps ? await holdTogether(context, login, others.slice(0, maxBrowserAccounts - 1)) : []
  const known = new Set(kept.map((one) => one.login.userId))
  for (const one of others) if (!known.has(one.login.userId)) await app.auth.users.endLogin(one.login.id)
  for (const userId of cookies.keys()) if (!known.has(userId)) writeAccountCookie(context, userId, null)
  if (kept.length === 0) return
  for (const one of kept) writeAccountCookie(context, one.login.userId, one.signed)
  writeAccountCookie(context, login.userId, signed)
}

/**
 * Stores that this browser holds a new active login and the given others. Returns the others; none if an admin has switched off several accounts in
 * the meantime.
 */
async function holdTogether({ app, login: before }: Context, login: Login, others: HeldLogin[]): Promise<HeldLogin[]> {
  if (others.length === 0) return []
  if (before && others.some((one) => one.login.id === before.id)) await app.auth.logins.extend(before)
  const browser = others.find((one) => one.browser)?.browser ?? randomUUID()
  const ids = [login.id, ...others.map((one) => one.login.id)]
  return (await app.auth.accountLogins.hold(browser, ids, login.id)) ? others : []
}
