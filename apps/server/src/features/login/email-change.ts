import type { Context } from '../../platform/policy/context.ts'
import { conflict } from '../../platform/policy/refusal.ts'
import { postAuthMail } from '../../platform/mail/outbox.ts'
import { countOpenCall, invalidLink, mayMail, needStrong } from './calls.ts'
import { copyEmail, noteAudit } from './login.queries.ts'
import { provePassword } from './own-logins.ts'

/**
 * Asks for another address. Both mailboxes must say yes: the new one that it is there, the old one that its owner wants it.
 * Whether the new address has an account is told to that mailbox alone.
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

/** One of the two says yes. With the second the address changes; the profile's copy follows, at the next sign-in at the latest. */
export async function confirmEmailChange(
  context: Context,
  input: { token: string; side: 'new' | 'old' },
): Promise<void> {
  await countOpenCall(context)
  const { house } = context
  const proved = await house.auth.emailChanges.prove(input.side, input.token)
  if (!proved) throw invalidLink()
  if (!proved.changed) return
  await copyEmail(house.db, proved.changed.userId, proved.changed.email)
  await noteAudit(house.db, proved.changed.userId, 'address-changed', context.requestId)
}

export async function stopEmailChange(context: Context, token: string): Promise<void> {
  await countOpenCall(context)
  if (!(await context.house.auth.emailChanges.stop(token))) throw invalidLink()
}
