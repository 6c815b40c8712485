import type { ContactId } from '@attune/contract/common/ids'
import { holdBrowserForSigning } from '../../../../platform/policy/call/browser-logins.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import type { SentOf } from '../sent/sent.ts'
import { createFormTicket } from './ticket.ts'

/**
 * Makes a ticket with which a contact signs a form on the therapist's device, and locks the logins of this browser. The token leaves the server only
 * after they are locked. Refuses as `createFormTicket` and `holdBrowserForSigning` do.
 */
export async function startSigningHere(
  context: Context,
  input: SentOf & { contactId: ContactId },
): Promise<{ token: string; expiresAt: string }> {
  const { app, actor } = context
  const { oneTimeTokens } = app.auth
  const { id, generation, expiresAt } = await app.db.asActor(actor, (tx) =>
    createFormTicket(tx, { ...input, way: 'practice' }, app.clock.now()),
  )
  await oneTimeTokens.issue('form-ticket', id, generation, { expiresAt })
  await holdBrowserForSigning(context)
  return { token: oneTimeTokens.tokenOf('form-ticket', id, generation), expiresAt: expiresAt.toISOString() }
}
