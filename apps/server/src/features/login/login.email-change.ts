import type { Context } from '../../platform/policy/context.ts'
import { conflict } from '../../platform/policy/refusal.ts'
import { queueAuthMail } from '../notification/notification.ts'
import { limitOpenCalls, invalidLink, isMailAllowed, requireProvedFactor } from './login.calls.ts'
import { copyEmail, writeAuditEntry } from './login.queries.ts'
import { verifyOwnPassword } from './login.account-logins.ts'

/**
 * Starts a change of the email address. Both mailboxes must confirm: the new one proves that it exists, the old one
 * that its owner agrees. Only the new mailbox learns whether it already has an account.
 */
export async function changeEmail(context: Context, input: { email: string; password: string }): Promise<void> {
  requireProvedFactor(context)
  const login = await verifyOwnPassword(context, input.password)
  const { app } = context
  if (input.email === login.email) throw conflict()
  if (!(await isMailAllowed(context, input.email))) return
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
 * Confirms one side. With the second confirmation the address changes; the profile’s copy follows at the next sign-in
 * at the latest.
 */
export async function confirmEmailChange(
  context: Context,
  input: { token: string; side: 'new' | 'old' },
): Promise<void> {
  await limitOpenCalls(context)
  const { app } = context
  const confirmed = await app.auth.emailChanges.confirm(input.side, input.token)
  if (!confirmed) throw invalidLink()
  if (!confirmed.changed) return
  await copyEmail(app.db, confirmed.changed.userId, confirmed.changed.email)
  await writeAuditEntry(app.db, confirmed.changed.userId, 'address-changed', context.requestId)
}

export async function stopEmailChange(context: Context, token: string): Promise<void> {
  await limitOpenCalls(context)
  if (!(await context.app.auth.emailChanges.cancel(token))) throw invalidLink()
}
