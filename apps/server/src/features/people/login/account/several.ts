import type { AccountId } from '@attune/contract/common/ids'
import { maxBrowserAccounts } from '@attune/contract/common/constants'
import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import {
  cookieSeconds,
  readAccountCookies,
  readCookie,
  writeAccountCookie,
  writeCookie,
} from '../../../../platform/auth/login/cookies.ts'
import { type HeldLogin, type Login, missingAssurance } from '../../../../platform/auth/login/login.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal, limitReached, notFound } from '../../../../platform/policy/refusal.ts'
import { readOwnProfile } from '../../account/account.ts'
import { readUnreadCounts } from '../../../messages/message/message.ts'
import { countUnread } from '../../../messages/notification/notification.ts'
import { countTasks } from '../../../care/task/task.ts'
import { verifyPasswordOf } from './logins.ts'
import { requireSignedIn } from '../login.calls.ts'
import { auditSignIn, type CompletedSignIn } from '../login.complete.ts'
import { heldLogins } from '../../../../platform/policy/call/browser-logins.ts'
import { isIdle, noteAddedAccount, sendPageKey } from '../login.held.ts'
import { loginViewOf } from '../login.view.ts'

/**
 * Returns the accounts that are signed in to this browser, each read with its own rights, or only the active one if the practice does not allow
 * several. Deletes the cookies of logins that have ended.
 */
export async function listAccounts(context: Context): Promise<{ items: HeldAccount[] }> {
  const held = await heldLogins(context)
  const known = new Set(held.map((one) => one.login.userId))
  for (const userId of readAccountCookies(context.reqHeaders).keys())
    if (!known.has(userId)) writeAccountCookie(context, userId, null)
  await noteActive(context, held)
  const shown = context.app.site.settings().severalAccounts ? held : held.filter((one) => isActive(context, one))
  const items = await Promise.all(shown.map((one) => accountOf(context, one)))
  return {
    items: items
      .filter((item) => item !== null)
      .toSorted((a, b) => Number(b.active) - Number(a.active) || a.displayName.localeCompare(b.displayName)),
  }
}

/**
 * The time in milliseconds after which the response to a switch of the account counts as lost. A page does not wait for the response any longer than
 * this.
 */
const answerMilliseconds = 20_000

/**
 * Stores which account is active in this browser if another account is the last choice in the database. This happens if the response to a switch was
 * lost, or the responses to two switches arrived in reverse order. Without this, switching off several accounts would end the login that the person
 * is using.
 */
async function noteActive({ app, login: active }: Context, held: HeldLogin[]): Promise<void> {
  const chosen = held[0]
  if (!active || !chosen || chosen.login.id === active.id || !held.some(({ login }) => login.id === active.id)) return
  // The account was switched just now, and the browser may have sent this call before it received the response to the switch.
  if (app.clock.now().getTime() - chosen.lastSeenAt.getTime() <= answerMilliseconds) return
  await app.auth.accountLogins.choose(active.id)
}

const isActive = ({ login: active }: Context, { login }: HeldLogin) => login.id === active?.id

async function accountOf(context: Context, held: HeldLogin): Promise<HeldAccount | null> {
  const { app } = context
  const { role, userId, email, hasPassword } = held.login
  if (!role) return null
  return app.db.asActor({ role, id: userId }, async (tx) => {
    const [{ displayName, avatarUrl }, counts] = await Promise.all([
      readOwnProfile(tx),
      missingAssurance(held.login) ? null : readCounts(tx, app.clock.now()),
    ])
    const active = isActive(context, held)
    return {
      userId,
      displayName,
      email,
      avatarUrl,
      role,
      active,
      locked: !active && isIdle(context, held),
      hasPassword,
      counts,
    }
  })
}

/** Returns the numbers of unread notifications, unread messages and open tasks that the account's pages show. */
async function readCounts(tx: Tx, now: Date): Promise<NonNullable<HeldAccount['counts']>> {
  const { role } = tx.actor
  const [notifications, messages, tasks] = await Promise.all([
    countUnread(tx),
    role === 'admin' ? [] : readUnreadCounts(tx),
    role === 'client' ? countTasks(tx, now) : { open: 0 },
  ])
  return { notifications, messages: messages.reduce((sum, { unread }) => sum + unread, 0), tasks: tasks.open }
}

/** Refuses with NOT_FOUND if the practice does not allow several accounts in one browser. */
function requireSeveral({ app }: Context): void {
  if (!app.site.settings().severalAccounts) throw notFound()
}

/**
 * Prepares a sign-in with an additional account. Refuses with LIMIT_REACHED if the browser holds the maximum number of accounts, and with NOT_FOUND
 * if the practice does not allow several accounts or the login is not in a cookie.
 */
export async function prepareFurtherAccount(context: Context): Promise<void> {
  requireSignedIn(context)
  requireSeveral(context)
  if (!readCookie(context.reqHeaders, 'login')) throw notFound()
  const held = await heldLogins(context)
  if (held.length >= maxBrowserAccounts) throw limitReached(maxBrowserAccounts)
  noteAddedAccount(context)
}

/**
 * Switches to an account that is signed in to this browser. Does nothing if it is already the active one. An idle account needs the password:
 * refuses with LOCKED if the password is missing, with NO_PASSWORD for an account without one, and with INVALID_CREDENTIALS. Refuses with NOT_FOUND
 * for any other account, and if the practice does not allow several.
 */
export async function activateAccount(
  context: Context,
  { userId, password }: { userId: AccountId; password?: string | undefined },
): Promise<CompletedSignIn> {
  requireSeveral(context)
  const wanted = (await heldLogins(context)).find((one) => one.login.userId === userId)
  if (!wanted?.login.role) throw notFound()
  if (isActive(context, wanted)) return { kind: 'signed-in', login: loginViewOf(wanted.login) }
  if (isIdle(context, wanted)) {
    if (password === undefined) throw createRefusal('LOCKED', 409)
    if (!wanted.login.hasPassword) throw createRefusal('NO_PASSWORD', 409)
    await verifyPasswordOf(context, wanted.login, password)
  }
  const login = await makeActive(context, wanted)
  if (!login) throw notFound()
  // The idle time of the previously active account begins now.
  if (context.login) await context.app.auth.logins.extend(context.login)
  return { kind: 'signed-in', login: loginViewOf(login) }
}

/**
 * Makes one of the logins in this browser the active one, unlocks its screen and records the change in the audit log. Returns null and changes
 * nothing if the login has ended in the meantime.
 */
async function makeActive(context: Context, { login: held, signed }: HeldLogin): Promise<Login | null> {
  const { auth } = context.app
  if (!(await auth.accountLogins.choose(held.id))) return null
  await auditSignIn(context, held, 'account-switched')
  const key = await auth.screenLocks.unlock(held.id)
  if (key !== null) sendPageKey(context, key)
  const login = { ...(await auth.logins.extend(held)), isLocked: false }
  writeCookie(context, 'login', signed, cookieSeconds)
  return login
}

/**
 * After the active account was signed out, activates the account that was active before it. Skips accounts whose screen is locked or whose idle time
 * has passed, and does nothing if no other account is left.
 */
export async function chooseNextAccount(context: Context): Promise<void> {
  for (const held of await heldLogins(context))
    if (held.login.role && !isActive(context, held) && !isIdle(context, held) && (await makeActive(context, held)))
      return
}

/** Ends the logins of all accounts of this browser, and discards a pending sign-in. */
export async function signOutAll(context: Context): Promise<void> {
  for (const { login } of await heldLogins(context)) await context.app.auth.users.endLogin(login.id)
  for (const userId of readAccountCookies(context.reqHeaders).keys()) writeAccountCookie(context, userId, null)
  for (const kind of ['login', 'half', 'adding'] as const) writeCookie(context, kind, null, 0)
}
