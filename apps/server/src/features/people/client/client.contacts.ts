import type { Contact } from '@attune/contract/features/people/client/client.fields'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { followContacts } from '../../billing/payer/payer.ts'

type Emergency = { emergencyName: string; emergencyPhone: string; emergencyRelationship: string }

/**
 * Saves the emergency contact (specification row 3.07) with `place` 0 and `others` with the following places. If
 * `others` is undefined, the other contacts stay unchanged. A payer follows its contact. Refuses with CONFLICT if an id in `others` belongs to
 * another record.
 */
export async function saveContacts(tx: Tx, clientId: string, emergency: Emergency, others: Contact[] | undefined) {
  const owner = { therapist_id: tx.actor.id as string, client_id: clientId }
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

/** Inserts the contacts of a record after its emergency contact. Refuses with CONFLICT if an id belongs to another record. */
async function insertContacts(tx: Tx, owner: { therapist_id: string; client_id: string }, others: Contact[]) {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('client_contact')
    .values(
      others.map((contact, at) => ({
        ...owner,
        id: contact.id,
        name: contact.name,
        phone: contact.phone,
        email: contact.email,
        relationship: contact.relationship,
        is_emergency: contact.isEmergency,
        is_guardian: contact.isGuardian,
        is_payer: contact.isPayer,
        place: at + 1,
      })),
    )
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  // Some contacts were not saved, because an id belongs to another record or appears twice in the list.
  if (numInsertedOrUpdatedRows !== BigInt(others.length)) throw conflict()
}

/** Returns the emergency contact (specification row 3.07), or null if there is none. */
export async function emergencyContactOf(tx: Tx, clientId: string): Promise<Emergency | null> {
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
export async function clientContactsOf(tx: Tx, clientId: string): Promise<Contact[]> {
  return tx.kysely
    .selectFrom('client_contact')
    .select([
      'id',
      'name',
      'phone',
      'email',
      'relationship',
      'is_emergency as isEmergency',
      'is_guardian as isGuardian',
      'is_payer as isPayer',
    ])
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .where('place', '>', 0)
    .orderBy('place')
    .execute()
}
