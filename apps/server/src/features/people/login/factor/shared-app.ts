import type { Enrolment } from '@attune/contract/features/people/login/login.schemas'
import type { HeldLogin, Login } from '../../../../platform/auth/login/login.ts'
import type { SharedAppStart } from '../../../../platform/auth/factor/shared-app.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { queueAuthMail } from '../../../messages/notification/notification.ts'
import { completeBoth } from '../login.both.ts'
import type { CompletedSignIn } from '../login.complete.ts'
import { invalidCode, requireSignedIn, tooManyAttempts } from '../login.calls.ts'
import { heldLogins } from '../../../../platform/policy/call/browser-logins.ts'
import { isIdle } from '../login.held.ts'
import { isPasswordOf, verifyOwnPassword } from '../account/logins.ts'

/** Returns the set-up for both accounts, as the owner of the first one sees it. */
export const sharedEnrolment = (
  { recoveryCodes: [own, others], ...key }: SharedAppStart,
  { userId, email }: Pick<Login, 'userId' | 'email'>,
): Enrolment => ({ ...key, recoveryCodes: own, other: { userId, email, recoveryCodes: others } })

/**
 * Returns the login of the other account that `/setup` created with the caller's, if neither account has two-step verification yet and this browser
 * may switch to the other account without its password. Otherwise returns null, and each account then needs its own app.
 */
export async function readLoginToShareWith(context: Context): Promise<HeldLogin | null> {
  const userId = await context.app.auth.sharedApps.unfinishedWith(requireSignedIn(context).userId)
  if (userId === null) return null
  const other = (await heldLogins(context)).find(({ login }) => login.userId === userId)
  return other?.login.role && !isIdle(context, other) ? other : null
}

/**
 * Starts the set-up of one app for both accounts again, after the page of `/setup` was closed. Returns null if each account needs its own app, for
 * example because the accounts have different passwords. Refuses as `verifyOwnPassword` does.
 */
export async function restartSharedApp(context: Context, password: string): Promise<Enrolment | null> {
  const other = await readLoginToShareWith(context)
  if (!other) return null
  const login = await verifyOwnPassword(context, password)
  if (!(await isPasswordOf(context, other.login, password))) return null
  const start = await context.app.auth.sharedApps.begin([login, other.login])
  return start && sharedEnrolment(start, other.login)
}

/**
 * Completes the set-up of one app for both accounts, and raises the logins of both to assurance level 2. Refuses with INVALID_CODE, and with TOO_MANY
 * after too many codes.
 */
export async function confirmSharedApp(context: Context, other: Login, code: string): Promise<CompletedSignIn> {
  const { auth, db } = context.app
  const own = requireSignedIn(context)
  if (!(await auth.guessLimits.countFactor(own.userId))) throw tooManyAttempts(context)
  const [signedOwn, signedOther] = await withOtherAuditRow(context, other, async () => {
    const signed = await auth.sharedApps.confirm([own, other], code)
    if (!signed) throw invalidCode()
    return signed
  })
  for (const { userId } of [own, other]) await queueAuthMail(db, { kind: 'app-added', userId, generation: 0 })
  const signedIn = await completeBoth(context, [
    { userId: own.userId, signed: signedOwn },
    { userId: other.userId, signed: signedOther },
  ])
  await auth.guessLimits.clearFactor(own.userId)
  return signedIn
}

/**
 * Writes the set-up to the audit log of the other account. If `change` fails, the row is rolled back. The policy does this for the caller's account.
 */
async function withOtherAuditRow<T>({ app, requestId }: Context, { role, userId }: Login, change: () => Promise<T>) {
  if (!role) throw new Error('an account of the set-up has no profile')
  return app.db.asActor({ role, id: userId }, async (tx) => {
    await insertAudit(tx, { action: 'second-factor-set-up', resource: 'account', resourceId: userId, requestId })
    return change()
  })
}
