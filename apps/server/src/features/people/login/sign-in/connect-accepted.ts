import type { AccountId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/server'
import type { AppContext } from '../../../../platform/app-context.ts'
import { acceptInvitationAs } from '../../connection/connection.ts'
import { acceptGuardianInvitationAs } from '../../guardian/guardian.ts'

/**
 * Connects accepted invitations that are not connected yet, of clients and of guardians, for example because the server stopped before the
 * connection. An invitation whose client has not agreed to the consent text does not change.
 */
export async function connectAcceptedInvitations(
  app: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  userId: AccountId,
): Promise<void> {
  const { oneTimeTokens } = app.auth
  for (const id of await oneTimeTokens.unsettledInvitations(userId)) {
    if (await hasAgreed(acceptInvitationAs(app, userId, id))) await app.auth.settleInvitation(id)
  }
  for (const id of await oneTimeTokens.unsettledInvitations(userId, 'guardian')) {
    if (await hasAgreed(acceptGuardianInvitationAs(app, userId, id))) await app.auth.settleInvitation(id, 'guardian')
  }
}

/** Waits for an acceptance. Returns false if it was refused because the client has not agreed to the consent text. */
async function hasAgreed(acceptance: Promise<unknown>): Promise<boolean> {
  try {
    await acceptance
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'CONSENT_REQUIRED') return false
    throw error
  }
}
