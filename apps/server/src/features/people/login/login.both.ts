import type { AccountId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import {
  cookieSeconds,
  readAccountCookies,
  writeAccountCookie,
  writeCookie,
} from '../../../platform/auth/login/cookies.ts'
import type { Login } from '../../../platform/auth/login/login.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { auditSignIn, type CompletedSignIn } from './login.complete.ts'
import { heldLogins } from '../../../platform/policy/call/browser-logins.ts'
import { sendPageKey } from './login.held.ts'
import { loginViewOf } from './login.view.ts'

/** A new login of an account, as its signed token. */
type NewLoginOf = { userId: AccountId; signed: string }

/**
 * Signs in to the two accounts of one person that were just created. This browser then holds both accounts, and the first one is active. Ends all
 * earlier logins in this browser, because they may be those of another person.
 */
export async function signInToBoth(context: Context, ids: readonly [AccountId, AccountId]): Promise<CompletedSignIn> {
  const { app, ip, reqHeaders } = context
  for (const { login } of await heldLogins(context)) await app.auth.users.endLogin(login.id)
  for (const userId of readAccountCookies(reqHeaders).keys()) writeAccountCookie(context, userId, null)
  const about = { assuranceLevel: 1, method: 'set-up', ip, userAgent: reqHeaders.get('user-agent') } as const
  const start = async (userId: AccountId): Promise<NewLoginOf> => ({
    userId,
    signed: await app.auth.accountLogins.start({ userId, ...about }),
  })
  const started = [await start(ids[0]), await start(ids[1])] as const
  const [active, other] = await readBoth(context, started)
  await app.auth.accountLogins.hold(randomUUID(), [active.id, other.id], active.id)
  return completeBoth(context, started)
}

/**
 * Completes a sign-in to two accounts of one person: remembers the device, writes both sign-ins to the audit log, and sets the cookies of a browser
 * that holds both accounts. The first one becomes the active one. The second one counts as unused.
 */
export async function completeBoth(
  context: Context,
  started: readonly [NewLoginOf, NewLoginOf],
): Promise<CompletedSignIn> {
  const [active, other] = await readBoth(context, started)
  await context.app.auth.knownDevices.remember([active.userId, other.userId], context)
  await auditSignIn(context, active, 'signed-in')
  await auditSignIn(context, other, 'signed-in')
  sendPageKey(context, active.lock.pageKey)
  writeCookie(context, 'login', started[0].signed, cookieSeconds)
  for (const { userId, signed } of started) writeAccountCookie(context, userId, signed)
  return { kind: 'signed-in', login: loginViewOf(active) }
}

async function readBoth({ app }: Context, started: readonly [NewLoginOf, NewLoginOf]): Promise<[Login, Login]> {
  const held = await app.auth.logins.held(new Map(started.map(({ userId, signed }) => [userId, signed])))
  const [active, other] = started.map(({ userId }) => held.find(({ login }) => login.userId === userId)?.login)
  if (!active || !other) throw new Error('a new login cannot be read')
  return [active, other]
}
