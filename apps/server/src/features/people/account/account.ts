import type { Role, TherapistProfile } from '@attune/contract/features/people/account/account'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Db, Tx } from '../../../platform/database/actor.ts'
import { forbidden, createRefusal } from '../../../platform/policy/refusal.ts'
import { notifyAdmins } from '../../messages/notification/notification.ts'
import { profileValues, therapistProfileFields } from './account.fields.ts'

export type OnboardingChoice = {
  role: 'client' | 'therapist'
  firstName: string
  lastName: string
  zone: string
  language: string
}

/**
 * Completes onboarding and returns the role after the call. A person who chooses the therapist role gets it immediately
 * if sign-up is open. Otherwise the choice creates a role request. Refuses with SIGNUP_BY_INVITATION if only an admin
 * can add therapists.
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

type Change = Partial<{
  first_name: string
  last_name: string
  language: string
  theme: string
  zone: string
  onboarded_at: Date
  avatar_url: string | null
}>

export async function saveProfile(tx: Tx, change: Change, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('profile')
    .set({ ...change, updated_at: now })
    .where('account_id', '=', tx.actor.id)
    .execute()
}

export const hasAvatar = (db: Db, actor: Actor): Promise<boolean> =>
  db.asActor(actor, async (tx) => {
    const row = await tx.kysely
      .selectFrom('profile')
      .select('avatar_url')
      .where('account_id', '=', actor.id)
      .executeTakeFirst()
    return Boolean(row?.avatar_url)
  })

/** Sets the avatar of a person who has none. Returns false if the person already has an avatar or is deleted. */
export const setAvatarIfMissing = (db: Db, actor: Actor, path: string, now: Date): Promise<boolean> =>
  db.asActor(actor, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('profile')
      .set({ avatar_url: `/avatars/${path}`, updated_at: now })
      .where('account_id', '=', actor.id)
      .where('avatar_url', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })

/** Saves the profile of a therapist, or of a person with a waiting role request. */
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
