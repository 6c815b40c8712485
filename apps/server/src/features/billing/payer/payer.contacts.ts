import type { ClientId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { copyPayerSplits } from './payer.split.ts'

/**
 * Updates the payers of a client after the contacts of the record were saved: copies each contact's name and whether the contact is a guardian. If
 * the contact was removed or is no longer marked as a payer, the client pays again. An agreement ends in these cases, and if the contact was renamed,
 * because a new name can mean a different person.
 */
export async function followContacts(tx: Tx, clientId: ClientId): Promise<void> {
  await sql`
    update app.payer p set name = n.name, is_guardian = n.is_guardian, version = p.version + 1,
      agreed_at = case when p.name = n.name then p.agreed_at end, agreed_by = case when p.name = n.name then p.agreed_by end
    from app.client_contact n
    where p.therapist_id = ${tx.actor.id} and p.client_id = ${clientId} and n.therapist_id = p.therapist_id and n.id = p.contact_id
      and n.client_id = p.client_id and n.is_payer and (p.name, p.is_guardian) is distinct from (n.name, n.is_guardian)`.execute(
    tx.kysely,
  )
  await sql`
    update app.payer p set contact_id = null, is_current = false, is_guardian = false, agreed_at = null, agreed_by = null, version = p.version + 1
    where p.therapist_id = ${tx.actor.id} and p.client_id = ${clientId} and p.contact_id is not null
      and not exists (select from app.client_contact n where n.therapist_id = p.therapist_id and n.client_id = p.client_id
        and n.id = p.contact_id and n.is_payer)`.execute(tx.kysely)
}

/**
 * Moves the payers of the client `from` to the client `into`, and copies the rules by which `from` shares the price of joint sessions. A current
 * payer of `into` stays current. The contacts of `into` are saved afterwards in the same transaction.
 */
export async function movePayers(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await copyPayerSplits(tx, { from, into })
  await sql`
    update app.payer p set client_id = ${into}, is_current = p.is_current and not exists (
        select from app.payer o where o.therapist_id = p.therapist_id and o.client_id = ${into} and o.is_current)
    where p.therapist_id = ${tx.actor.id} and p.client_id = ${from}`.execute(tx.kysely)
}
