import type { Context } from '../../../../platform/policy/context.ts'
import { conflict } from '../../../../platform/policy/refusal.ts'
import { queueAuthMail } from '../../../messages/notification/notification.ts'
import { limitOpenCalls, invalidLink, isMailAllowed, requireProvedFactor } from '../login.calls.ts'
import { copyEmail, writeAuditEntry } from '../login.queries.ts'
import { verifyOwnPassword } from './logins.ts'

/**
 * Starts a change of the email address. Does nothing if the limit for emails is reached. Emails a link to each address. The link to the new address
 * proves that the mailbox exists. The link to the old address proves that the owner agrees. If the new address already has an account, the response
 * is the same, and the new address gets no link. If that account has confirmed its address, the new address gets an email saying that an account
 * exists. Refuses as `verifyOwnPassword` does, with STEP_UP, and with CONFLICT if the address is the current one.
 */
export async function changeEmail(context: Context, input: { email: string; password: string }): Promise<void> {
  requireProvedFactor(context)
  const login = await verifyOwnPassword(context, input.password)
  const { app } = context
  if (input.email === login.email) throw conflict()
  if (!(await isMailAllowed(context, 'email-change', input.email))) return
  const taken = await app.auth.users.byEmail(input.email)
  const generation = await app.auth.users.nextGeneration(login.userId)
  await app.auth.emailChanges.begin(login.userId, input.email, generation)
  await queueAuthMail(app.db, { kind: 'email-old', userId: login.userId, generation })
  if (!taken) await queueAuthMail(app.db, { kind: 'email-new', userId: login.userId, generation })
  else if (taken.emailVerified) {
    await queueAuthMail(app.db, {
      kind: 'exists',
      userId: taken.id,
      generation: await app.auth.users.nextGeneration(taken.id),
    })
  }
}

/**
 * Confirms the change for one of the two addresses. Returns whether the address was changed. The second confirmation changes the address of the
 * account and then the copy of the address in the profile. If the copy is not updated because of an interruption, the next sign-in updates it.
 * Refuses with INVALID_LINK, and with TOO_MANY as `limitOpenCalls` does.
 */
export async function confirmEmailChange(
  context: Context,
  input: { token: string; side: 'new' | 'old' },
): Promise<{ changed: boolean }> {
  await limitOpenCalls(context)
  const { app } = context
  const confirmed = await app.auth.emailChanges.confirm(input.side, input.token, (userId) =>
    writeAuditEntry(app.db, userId, 'address-changed', context.requestId),
  )
  if (!confirmed) throw invalidLink()
  if (!confirmed.changed) return { changed: false }
  await copyEmail(app.db, confirmed.changed.userId, confirmed.changed.email)
  return { changed: true }
}

export async function stopEmailChange(context: Context, token: string): Promise<void> {
  await limitOpenCalls(context)
  if (!(await context.app.auth.emailChanges.cancel(token))) throw invalidLink()
}
