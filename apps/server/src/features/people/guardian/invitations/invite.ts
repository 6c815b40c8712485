import type { AccountId, ClientId, ContactId, GuardianId } from '@attune/contract/common/ids'
import { invitationValidDays, resendAfterMinutes } from '@attune/contract/common/constants'
import type { GuardianBasis, GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { queueMail } from '../../../messages/notification/notification.ts'
import type { CountNewAddress } from '../../connection/connection.ts'
import { notifyClientOfGuardian } from '../client/guardian.client.ts'
import { findGuardian, readGuardedRecord } from './client-guardians.ts'

const [minute, day] = [60_000, 24 * 60 * 60_000]

type Outside = { auth: AppContext['auth']; countNewAddress: CountNewAddress }

export type NewGuardian = {
  id: GuardianId
  clientId: ClientId
  contactId: ContactId
  basis: GuardianBasis
  validUntil: string | null
  rights: readonly GuardianRight[]
  knowsOthers: boolean
  reachesBack: boolean
}

/**
 * Invites a contact of a record of the acting therapist as a guardian, with exactly the given rights. Repeating the call with the same id changes
 * nothing. Refuses with NOT_FOUND, BASIS_REQUIRED and UNTIL_REQUIRED, with ALREADY_INVITED, and as `addressOf` does.
 */
export async function inviteGuardian(tx: Tx, given: NewGuardian, now: Date, outside: Outside): Promise<void> {
  const record = await readGuardedRecord(tx, given.clientId, now)
  const before = await tx.kysely
    .selectFrom('guardian')
    .select(['id', 'client_id', 'contact_id', 'ended_at'])
    .where('therapist_id', '=', tx.actor.id)
    .where((or) => or.or([or('id', '=', given.id), or('contact_id', '=', given.contactId)]))
    .execute()
  const repeated = before.find(({ id }) => id === given.id)
  if (repeated?.client_id === given.clientId && repeated.contact_id === given.contactId) return
  if (repeated || before.some((one) => one.client_id === given.clientId && one.ended_at === null)) {
    throw createRefusal('ALREADY_INVITED', 409)
  }
  if (record.isOfAge && given.basis === 'parent') throw createRefusal('BASIS_REQUIRED', 409)
  const validUntil = given.basis === 'parent' ? null : given.validUntil
  if (given.basis !== 'parent' && !(validUntil && validUntil >= record.today))
    throw createRefusal('UNTIL_REQUIRED', 409)
  const contact = await addressOf(tx, { ...given, record }, outside)
  const since = given.reachesBack ? '-infinity' : now.toISOString()
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('guardian')
    .values({
      id: given.id,
      therapist_id: tx.actor.id,
      client_id: given.clientId,
      contact_id: given.contactId,
      ...contact,
      basis: given.basis,
      valid_until: validUntil,
      rights: JSON.stringify(Object.fromEntries(given.rights.map((right) => [right, since]))),
      knows_others: given.knowsOthers,
      language: record.language,
      invited_at: now,
      expires_at: new Date(now.getTime() + invitationValidDays * day),
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  // A concurrent call has invited the contact, maybe a repetition of this call.
  if (numInsertedOrUpdatedRows === 0n) {
    if (await isInserted(tx, given.id)) return
    throw createRefusal('ALREADY_INVITED', 409)
  }
  await queueInvitation(tx, given.id, 1)
  await notifyClientOfGuardian(tx, given.id, now)
}

async function isInserted(tx: Tx, id: GuardianId): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('guardian')
    .select('id')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Sends an invitation again, to the address that the contact has now. The previous link stops working. Refuses with NOT_FOUND, INVITATION_OVER and
 * TOO_SOON, and as `addressOf` does.
 */
export async function sendGuardianInvitationAgain(tx: Tx, id: GuardianId, now: Date, outside: Outside): Promise<void> {
  await tx.kysely
    .selectFrom('guardian')
    .select('id')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .forNoKeyUpdate()
    .execute()
  const guardian = await findGuardian(tx, id)
  if (guardian.accepted_at || guardian.ended_at) throw createRefusal('INVITATION_OVER', 409)
  const resendAt = new Date(Date.parse(guardian.invited_at) + resendAfterMinutes * minute)
  const record = await readGuardedRecord(tx, guardian.client_id, now)
  const about = { clientId: guardian.client_id, contactId: guardian.contact_id, record }
  const contact = await addressOf(tx, about, outside)
  // A corrected address gets the link at once, because the previous link has stopped working.
  if (resendAt > now && contact.email === guardian.email) {
    throw createRefusal('TOO_SOON', 409, { resendAt: resendAt.toISOString() })
  }
  const generation = guardian.generation + 1
  await tx.kysely
    .updateTable('guardian')
    .set({
      ...contact,
      language: record.language,
      generation,
      invited_at: now,
      expires_at: new Date(now.getTime() + invitationValidDays * day),
      version: guardian.version + 1,
    })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  await queueInvitation(tx, id, generation)
}

const queueInvitation = (tx: Tx, id: GuardianId, generation: number) =>
  queueMail(tx, { to: null, kind: 'guardian-invitation', actingFor: tx.actor.id, subject: id, generation })

type Invited = { clientId: ClientId; contactId: ContactId; record: { accountId: AccountId | null; firstName: string } }

/**
 * Returns the name, relationship and address of a contact that is marked as a guardian, and counts an address that the therapist has not invited
 * before. Refuses with NO_EMAIL if there is no such contact or address, with SAME_ADDRESS if the client's own account has the address, and with
 * INVITATION_LIMIT.
 */
async function addressOf(tx: Tx, { clientId, contactId, record }: Invited, { auth, countNewAddress }: Outside) {
  const { rows } = await sql<{ name: string; relationship: string; email: string; is_new: boolean }>`
    select k.name, k.relationship, e.email,
      not exists (select from app.guardian g where g.therapist_id = ${tx.actor.id} and g.email = e.email) as is_new
    from app.contact_label k join app.contact_email e on e.id = k.id
    where k.therapist_id = ${tx.actor.id} and k.client_id = ${clientId} and k.id = ${contactId} and e.is_guardian
      and e.email is not null`.execute(tx.kysely)
  const contact = rows[0]
  if (!contact) throw createRefusal('NO_EMAIL', 409)
  const account = record.accountId && (await auth.users.byEmail(contact.email))
  if (account && account.id === record.accountId) {
    throw createRefusal('SAME_ADDRESS', 409, { firstName: record.firstName })
  }
  if (contact.is_new) await countNewAddress()
  return { name: contact.name, relationship: contact.relationship, email: contact.email }
}
