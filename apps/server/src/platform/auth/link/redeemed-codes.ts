import type { AccountId, InvitationId } from '@attune/contract/common/ids'
import { inviteCodeAttempts } from '@attune/contract/common/constants'
import type { TherapistInviteCodes } from './invite-codes.ts'
import type { OneTimeTokens } from '../one-time-tokens.ts'
import { networkOf, type RateLimiter } from '../limit/rate-limit.ts'

/** The result of entering an invite code. */
export type RedeemedInviteCode =
  /** The code of this invitation, which is now used up. */
  | { invitationId: InvitationId }
  /** The hash of a therapist's reusable code. The SQL function `def.join_therapist` requires it as proof that the code was entered. */
  | { codeHash: Buffer }
  | { refused: 'INVALID_INVITE_CODE' }
  /** Too many wrong codes were entered. */
  | { refused: 'TOO_MANY'; retryAfterSeconds: number }

/**
 * Uses up the invitation of a code, or recognizes the reusable code of a therapist. Counts an attempt before checking the code, so that parallel
 * requests together get at most five wrong attempts. Reverts the counts after a correct code, and the count of the account if the limit of the
 * network refuses.
 */
export async function redeemInviteCode(
  { box, standing, limiter }: { box: OneTimeTokens; standing: TherapistInviteCodes; limiter: RateLimiter },
  by: { code: string; userId: AccountId; ip: string },
): Promise<RedeemedInviteCode> {
  const limit = { count: inviteCodeAttempts.count, seconds: inviteCodeAttempts.minutes * 60 }
  const account = ['code-account', by.userId] as const
  const network = ['code-network', networkOf(by.ip)] as const
  for (const counter of [account, network]) {
    const { allowed, retryAfterSeconds } = await limiter.hit(counter[0], counter[1], limit)
    if (allowed) continue
    if (counter === network) await limiter.takeBack(...account)
    return { refused: 'TOO_MANY', retryAfterSeconds }
  }
  const invitationId = await box.useInvitation({ code: by.code }, by.userId)
  const codeHash = invitationId ? null : await standing.hashOfCurrent(by.code)
  const redeemed = invitationId ? { invitationId } : codeHash && { codeHash }
  if (!redeemed) return { refused: 'INVALID_INVITE_CODE' }
  await Promise.all([limiter.takeBack(...account), limiter.takeBack(...network)])
  return redeemed
}
