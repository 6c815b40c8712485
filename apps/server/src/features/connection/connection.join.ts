import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { acceptInvitation } from './connection.ts'

/**
 * Redeems an invite code for the caller and connects them. Answers with the id of the client record.
 * Refuses INVALID_INVITE_CODE, and TOO_MANY after five wrong codes in 15 minutes by this account or address.
 */
export async function joinByCode({ house, actor, ip }: Context, code: string): Promise<string> {
  const outcome = await house.auth.redeemInviteCode({ code, userId: actor.id as string, ip })
  if ('refused' in outcome) {
    if (outcome.refused === 'TOO_MANY') throw refuse('TOO_MANY', 429, { retryAfterSeconds: outcome.retryAfterSeconds })
    throw refuse('INVALID_INVITE_CODE', 409)
  }
  const clientId = await house.db.asActor(actor, (tx) => acceptInvitation(tx, outcome.invitationId))
  if (!clientId) throw refuse('INVALID_INVITE_CODE', 409)
  await house.auth.settleInvitation(outcome.invitationId)
  return clientId
}
