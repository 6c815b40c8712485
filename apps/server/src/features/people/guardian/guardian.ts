import type { ClientId } from '@attune/contract/common/ids'
import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { type GuardianRight, guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
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

export { readGuardedName } from './guardian.emails.ts'

/** Returns the clients for whom the acting guardian has a right, sorted by name. */
export async function listGuardedClients(tx: Tx): Promise<GuardedClient[]> {
  const { rows } = await tx.run<GuardedClient>(
    `select c.id as "clientId", c.first_name as "firstName", c.last_name as "lastName", c.therapist_id as "therapistId",
       coalesce(p.name, '') as "therapistName", r.rights
     from (select therapist_id, client_id, array_agg(kind) as rights from app.guardian_right where account_id = $1 group by 1, 2) r
       join app.client_name c on c.therapist_id = r.therapist_id and c.id = r.client_id
       left join app.person p on p.account_id = r.therapist_id
     order by c.first_name, c.last_name, c.id`,
    [tx.actor.id],
  )
  return rows.map((row) => ({ ...row, rights: inOrder(row.rights) }))
}

const inOrder = (rights: readonly GuardianRight[]) => guardianRights.filter((right) => rights.includes(right))

/**
 * Moves the guardians and the custody notes of a record that is merged into another record of the acting therapist. A person who is a guardian of
 * both keeps the rights of both.
 */
export async function moveGuardians(tx: Tx, { from, into }: { from: ClientId; into: string }): Promise<void> {
  await tx.run('select def.move_guardians($1, $2)', [from, into])
  await tx.run('select def.move_custody_notes($1, $2)', [from, into])
}
