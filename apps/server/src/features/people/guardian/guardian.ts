import type { ClientId } from '@attune/contract/common/ids'
import type { Tx } from '../../../platform/database/actor.ts'

export { custodyFilesSql, listCustodyNotes } from './custody/custody.ts'
export {
  acceptGuardianInvitationAs,
  acceptGuardianInvitation,
  readInvitedGuardian,
  sendFreshGuardianInvitation,
} from './invitations/accept.ts'
export {
  type ExportedConversation,
  type ExportedGuardianMessage,
  listExportedConversations,
  listExportedGuardianMessages,
} from './messages/exported.ts'

export { listGuardedClients } from './guarded-clients.ts'
export { readGuardedName } from './guardian.emails.ts'

/**
 * Moves the guardians and the custody notes of a record that is merged into another record of the acting therapist. A person who is a guardian of
 * both keeps the rights of both.
 */
export async function moveGuardians(tx: Tx, { from, into }: { from: ClientId; into: string }): Promise<void> {
  await tx.run('select def.move_guardians($1, $2)', [from, into])
  await tx.run('select def.move_custody_notes($1, $2)', [from, into])
}
