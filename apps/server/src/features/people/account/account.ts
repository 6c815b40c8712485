import type { Role, TherapistProfile } from '@attune/contract/features/people/account/account'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { forbidden, createRefusal } from '../../../platform/policy/refusal.ts'
import { notifyAdmins } from '../../messages/notification/notification.ts'
import { saveProfile } from '../profile/profile.ts'
import { profileValues, therapistProfileFields } from './account.fields.ts'

export type OnboardingChoice = {
  role: 'client' | 'therapist'
  firstName: string
  lastName: string
  zone: string
  language: string
}

/**
 * Saves the entered profile, completes onboarding and returns the role after the call. Changes nothing else unless a client chooses the therapist
 * role. Such a client becomes a therapist immediately if sign-up is open, and otherwise gets a role request. Refuses with SIGNUP_BY_INVITATION if
 * only an admin can add therapists.
 */
export async function onboard(tx: Tx, choice: OnboardingChoice, signup: string, now: Date): Promise<Role> {
  const role = tx.actor.role as Role
  await saveProfile(tx, { ...profileValues(choice), onboarded_at: now }, now)
  if (choice.role === 'client' || role !== 'client') return role
  if (signup === 'invite-only') throw createRefusal('SIGNUP_BY_INVITATION', 409)
  if (signup === 'open') {
    const { rows } = await tx.run<{ made: boolean }>('select def.become_therapist_openly() as made')
    if (rows[0]?.made) return 'therapist'
  }
  await createRoleRequest(tx, `${choice.firstName} ${choice.lastName}`)
  return 'client'
}

/** Creates a role request and notifies the admins. Does nothing while a request is waiting. */
async function createRoleRequest(tx: Tx, name: string): Promise<void> {
  const waiting = await tx.kysely
    .selectFrom('role_request')
    .select('id')
    .where('account_id', '=', tx.actor.id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) return
  await tx.kysely.insertInto('role_request').values({ id: randomUUID(), account_id: tx.actor.id }).execute()
  await notifyAdmins(tx, 'role-requested', { name })
}

/** Saves the profile of a therapist, or of a person with a waiting role request. Refuses an admin with FORBIDDEN. */
export async function saveTherapistProfile(tx: Tx, profile: TherapistProfile, now: Date): Promise<void> {
  if (tx.actor.role === 'admin') throw forbidden()
  const columns = Object.fromEntries(therapistProfileFields.map(([field, column]) => [column, profile[field]]))
  await tx.kysely
    .insertInto('therapist_profile')
    .values({ account_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('account_id').doUpdateSet({ ...columns, updated_at: now }))
    .execute()
}

/** Returns the actor's draft key in base64. Creates the key on first use. Concurrent calls return the same key. */
export async function ensureDraftKey(tx: Tx): Promise<string> {
  await tx.kysely
    .insertInto('draft_key')
    .values({ account_id: tx.actor.id, key: randomBytes(32) })
    .onConflict((on) => on.column('account_id').doNothing())
    .execute()
  const { key } = await tx.kysely
    .selectFrom('draft_key')
    .select('key')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  return key.toString('base64')
}
export { readOwnProfile } from './account.queries.ts'
