import type { Context } from '../../platform/policy/context.ts'
import { conflict } from '../../platform/policy/refusal.ts'
import { postAuthMail } from '../../platform/mail/outbox.ts'
import { countOpenCall, invalidLink, mayMail, needStrong } from './calls.ts'
import { copyEmail, noteAudit } from './login.queries.ts'
import { provePassword } from './own-logins.ts'

/**
 * Starts a change of the email address. Both mailboxes must confirm: the new one proves that it exists, the old one
 * that its owner agrees. Only the new mailbox learns whether it already has an account.
 */
export async function changeEmail(context: Context, input: { email: string; password: string }): Promise<void> {
  needStrong(context)
  const login = await provePassword(context, input.password)
  const { house } = context
  if (input.email === login.email) throw conflict()
  if (!(await mayMail(context, input.email))) return
  const taken = await house.auth.people.byEmail(input.email)
  const generation = await house.auth.people.nextGeneration(login.userId)
  await house.auth.emailChanges.begin(login.userId, input.email, generation)
  await postAuthMail(house.db, { kind: 'email-old', userId: login.userId, generation })
  if (!taken) await postAuthMail(house.db, { kind: 'email-new', userId: login.userId, generation })
  else if (taken.emailVerified) {
    await postAuthMail(house.db, {
      kind: 'exists',
      userId: taken.id,
      generation: await house.auth.people.nextGeneration(taken.id),
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
  await countOpenCall(context)
  const { house } = context
  const confirmed = await house.auth.emailChanges.prove(input.side, input.token)
  if (!confirmed) throw invalidLink()
  if (!confirmed.changed) return
  await copyEmail(house.db, confirmed.changed.userId, confirmed.changed.email)
  await noteAudit(house.db, confirmed.changed.userId, 'address-changed', context.requestId)
}

export async function stopEmailChange(context: Context, token: string): Promise<void> {
  await countOpenCall(context)
  if (!(await context.house.auth.emailChanges.stop(token))) throw invalidLink()
}
