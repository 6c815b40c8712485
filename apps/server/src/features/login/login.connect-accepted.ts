import type { AppContext } from '../../platform/app-context.ts'
import { acceptInvitationAs } from '../connection/connection.ts'

/**
 * Connects accepted invitations that are not connected yet, for example because the server stopped before the
 * connection. Returns the ids of the invitations that could be connected.
 */
export async function connectAcceptedInvitations(app: AppContext, userId: string): Promise<string[]> {
  const connected = []
  for (const invitationId of await app.auth.oneTimeTokens.unsettledInvitations(userId)) {
    if (await acceptInvitationAs(app, userId, invitationId)) connected.push(invitationId)
    await app.auth.settleInvitation(invitationId)
  }
  return connected
}
