import type { AccountId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/server'
import type { AppContext } from '../../../../platform/app-context.ts'
import { acceptInvitationAs } from '../../connection/connection.ts'

/**
 * Connects accepted invitations that are not connected yet, for example because the server stopped before the connection. An invitation whose
 * client has not agreed to the consent text does not change.
 */
export async function connectAcceptedInvitations(
  app: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  userId: AccountId,
): Promise<void> {
  for (const invitationId of await app.auth.oneTimeTokens.unsettledInvitations(userId)) {
    try {
      await acceptInvitationAs(app, userId, invitationId)
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'CONSENT_REQUIRED') continue
      throw error
    }
    await app.auth.settleInvitation(invitationId)
  }
}
