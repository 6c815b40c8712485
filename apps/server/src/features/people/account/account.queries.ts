import type { AccountId } from '@attune/contract/common/ids'
import { displayName } from '@attune/contract/features/people/account/account.rules'
import type { Me, PersonView, TherapistProfile } from '@attune/contract/features/people/account/account'
import type { TherapistCard } from '@attune/contract/features/people/connection/connection'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { therapistProfileFields } from './account.fields.ts'

/** Returns the actor's profile, settings and latest role request. */
export async function readOwnProfile(tx: Tx): Promise<Me> {
  const { rows } = await sql<Omit<Me, 'displayName'>>`
    select p.account_id as id, p.email, p.first_name as "firstName", p.last_name as "lastName", p.avatar_url as "avatarUrl", p.role,
      p.language, p.theme, p.enter_key as "enterKey", p.zone, p.onboarded_at is not null as onboarded,
      (select json_build_object('id', r.id, 'status', r.status, 'askedAt', r.asked_at, 'decidedAt', r.decided_at, 'reason', r.reason)
       from app.role_request r where r.account_id = p.account_id order by r.asked_at desc, r.id limit 1) as "roleRequest"
    from app.profile p where p.account_id = ${tx.actor.id}`.execute(tx.kysely)
  const row = rows[0]
  if (!row) throw new Error('an account without a profile')
  const request = row.roleRequest && {
    ...row.roleRequest,
    askedAt: new Date(row.roleRequest.askedAt).toISOString(),
    decidedAt: row.roleRequest.decidedAt && new Date(row.roleRequest.decidedAt).toISOString(),
  }
  return { ...row, roleRequest: request, displayName: displayName(row) }
}

export async function readTherapistProfile(tx: Tx): Promise<TherapistProfile> {
  const row = await tx.kysely
    .selectFrom('therapist_profile')
    .select(therapistProfileFields.map(([, column]) => column))
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return Object.fromEntries(
    therapistProfileFields.map(([field, column]) => [field, row?.[column] ?? '']),
  ) as TherapistProfile
}

/** Returns a person whom the actor may see. Returns undefined for any other person. */
export async function findPerson(tx: Tx, id: AccountId): Promise<PersonView | undefined> {
  const row = await tx.kysely
    .selectFrom('profile')
    .select([
      'account_id as id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'avatar_url as avatarUrl',
      'role',
    ])
    .where('account_id', '=', id)
    .executeTakeFirst()
  return row && { ...row, role: row.role as PersonView['role'], displayName: displayName(row) }
}

/** Returns the profile of the acting therapist as clients see it. */
export async function readOwnTherapistCard(tx: Tx): Promise<TherapistCard> {
  const { rows } = await sql<TherapistCard>`
    select p.account_id as "therapistId", trim(p.first_name || ' ' || p.last_name) as name, p.avatar_url as "avatarUrl", p.zone,
      coalesce(t.specialization, '') as specialization, coalesce(t.credentials, '') as credentials, coalesce(t.bio, '') as bio, coalesce(t.about_me, '') as "aboutMe"
    from app.profile p left join app.therapist_profile t on t.account_id = p.account_id where p.account_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
  const row = rows[0]
  if (!row) throw new Error('an account without a profile')
  return row
}
