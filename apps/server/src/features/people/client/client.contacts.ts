import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { entriesOf, type FieldList } from '@attune/contract/common/fields'
import type { Contact } from '@attune/contract/features/people/client/client.fields'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { followContacts } from '../../billing/payer/payer.ts'

const contactColumns = {
  id: 'id',
  name: 'name',
  phone: 'phone',
  email: 'email',
  relationship: 'relationship',
  isEmergency: 'is_emergency',
  isGuardian: 'is_guardian',
  isPayer: 'is_payer',
} as const satisfies FieldList<keyof Contact, keyof DB['client_contact'] & string>
const storedContact = entriesOf<keyof Contact, keyof DB['client_contact'] & string>(contactColumns)

type Emergency = { emergencyName: string; emergencyPhone: string; emergencyRelationship: string }

/**
 * Replaces the emergency contact (specification row 3.07) with `place` 0, or removes it if all its fields are empty. Also replaces the other contacts
 * with `others` in the following places, unless `others` is undefined, and updates the payers that are contacts as `followContacts` does. Refuses
 * with CONFLICT if an id in `others` belongs to another record.
 */
export async function saveContacts(tx: Tx, clientId: ClientId, emergency: Emergency, others: Contact[] | undefined) {
  const owner = { therapist_id: tx.actor.id, client_id: clientId }
  const gone = tx.kysely.deleteFrom('client_contact').where('client_id', '=', clientId)
  await (others ? gone : gone.where('place', '=', 0)).execute()
  const first = {
    name: emergency.emergencyName,
    phone: emergency.emergencyPhone,
    relationship: emergency.emergencyRelationship,
  }
  if (Object.values(first).some(Boolean)) {
    await tx.kysely
      .insertInto('client_contact')
      .values({ ...owner, ...first, is_emergency: true, place: 0 })
      .execute()
  }
  if (!others) return
  if (others.length > 0) await insertContacts(tx, owner, others)
  await followContacts(tx, clientId)
}

/** Inserts the contacts of a record after its emergency contact. Refuses with CONFLICT if an id belongs to another record or appears twice. */
async function insertContacts(tx: Tx, owner: { therapist_id: TherapistId; client_id: ClientId }, others: Contact[]) {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('client_contact')
    .values(
      others.map((contact, at) => ({
        ...owner,
        ...Object.fromEntries(storedContact.map(([field, column]) => [column, contact[field]])),
        place: at + 1,
      })),
    )
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  // Some contacts were not saved, because an id belongs to another record or appears twice in the list.
  if (numInsertedOrUpdatedRows !== BigInt(others.length)) throw conflict()
}

/** Returns the emergency contact (specification row 3.07), or null if there is none. */
export async function findEmergencyContact(tx: Tx, clientId: ClientId): Promise<Emergency | null> {
  const row = await tx.kysely
    .selectFrom('client_contact')
    .select(['name as emergencyName', 'phone as emergencyPhone', 'relationship as emergencyRelationship'])
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .where('place', '=', 0)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the contacts of a client without the emergency contact (specification row 3.07). */
export async function listClientContacts(tx: Tx, clientId: ClientId): Promise<Contact[]> {
  const columns = storedContact.map(([field, column]) => sql`${sql.ref(column)} as ${sql.ref(field)}`)
  const { rows } = await sql<Contact>`
    select ${sql.join(columns)} from app.client_contact
    where therapist_id = ${tx.actor.id} and client_id = ${clientId} and place > 0 order by place`.execute(tx.kysely)
  return rows
}
