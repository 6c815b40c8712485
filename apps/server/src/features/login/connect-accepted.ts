import type { House } from '../../house.ts'
import { connectInvited } from '../connection/connection.ts'

/** Connects what was accepted and not yet connected, perhaps because the server stopped in between. Answers with what could be. */
export async function connectAccepted(house: House, userId: string): Promise<string[]> {
  const connected = []
  for (const invitationId of await house.auth.box.unsettled(userId)) {
    if (await connectInvited(house, userId, invitationId)) connected.push(invitationId)
    await house.auth.settleInvitation(invitationId)
  }
  return connected
}
