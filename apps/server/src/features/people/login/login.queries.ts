import type { AccountId, ClientId, InvitationId, TherapistId } from '@attune/contract/common/ids'
import type { Db, Tx } from '../../../platform/database/actor.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import { saveFirstSettings } from '../../practice/administration/administration.ts'

const worker = { role: 'worker', id: null } as const

type InvitationRow = {
  therapist_name: string
  first_name: string
  email: string
  generation: number
  expires_at: string
  state: 'sent' | 'opened' | 'accepted'
  /** Whether an admin has disabled the therapist's account. */
  is_unreachable: boolean
}

/**
 * Returns the data for the page of an invitation, and marks the invitation as opened. Call this function only after the token was verified. Returns
 * null if there is no such invitation.
 */
export async function openInvitationRow(db: Db, invitationId: InvitationId): Promise<InvitationRow | null> {
  const { rows } = await db.asActor(worker, (tx) =>
    tx.run<InvitationRow>(
      `select therapist_name, first_name, email, generation, expires_at, state, def.is_disabled(therapist_id) as is_unreachable
       from def.look_at_invitation($1)`,
      [invitationId],
    ),
  )
  return rows[0] ?? null
}

export async function adminExists(db: Db): Promise<boolean> {
  const { rows } = await db.asActor(worker, (tx) => tx.run<{ exists: boolean }>('select def.admin_exists() as exists'))
  return rows[0]?.exists === true
}

export type FirstAccounts = {
  admin: { id: AccountId; email: string }
  therapist: { id: AccountId; email: string } | null
  firstName: string
  lastName: string
  language: string
  zone: string
  practiceName: string
  emailName: string
  publicUrl: string | null
}

/**
 * Saves the product settings and creates the profile of the first admin in one transaction, and the profile of the admin's therapist account if there
 * is one. Existing profiles of these accounts stay as they are. Returns false if another account is an admin.
 */
export async function createFirstProfiles(db: Db, first: FirstAccounts): Promise<boolean> {
  return db.asActor({ role: 'admin', id: first.admin.id }, async (tx) => {
    const person = [first.firstName, first.lastName, first.language, first.zone]
    const { rows } = await tx.run<{ made: boolean }>('select def.make_first_admin($1, $2, $3, $4, $5, $6) as made', [
      first.admin.id,
      first.admin.email,
      ...person,
    ])
    if (!rows[0]?.made) return false
    if (first.therapist) {
      await tx.run('select def.make_therapist($1, $2, $3, $4, $5, $6)', [
        first.therapist.id,
        first.therapist.email,
        ...person,
      ])
    }
    await saveFirstSettings(tx, {
      practice_name: first.practiceName,
      email_name: first.emailName,
      support_zone: first.zone,
      ...(first.publicUrl ? { public_url: first.publicUrl } : {}),
    })
    return true
  })
}

/** Copies a verified email address into the profile if it differs. */
export async function copyEmail(db: Db, accountId: AccountId, email: string): Promise<void> {
  await db.asActor(worker, (tx) => tx.run('select def.copy_email($1, $2)', [accountId, email]))
}

/**
 * Writes an audit entry about an account for a call without a login, such as a call with an emailed link or a wrong
 * password. Writes nothing if the account has no profile.
 */
export async function writeAuditEntry(db: Db, accountId: AccountId, action: string, requestId: string): Promise<void> {
  const { rows } = await db.asActor(worker, (tx) =>
    tx.run<{ role: 'therapist' | 'client' | 'admin' | null }>('select def.role_of($1) as role', [accountId]),
  )
  const role = rows[0]?.role
  if (!role) return
  await db.asActor({ role, id: accountId }, (tx) =>
    insertAudit(tx, { action, resource: 'account', resourceId: accountId, requestId }),
  )
}

/**
 * Returns the ids of the client records that currently connect the actor with clients or, for a client, with
 * therapists. Returns none for an admin.
 */
export async function listConnectedRecords(tx: Tx): Promise<{ clientId: ClientId; therapistId: TherapistId }[]> {
  if (tx.actor.role === 'admin') return []
  return tx.kysely
    .selectFrom('client_name')
    .select(['id as clientId', 'therapist_id as therapistId'])
    .where(tx.actor.role === 'therapist' ? 'therapist_id' : 'account_id', '=', tx.actor.id)
    .where('account_id', 'is not', null)
    .where('disconnected_at', 'is', null)
    .orderBy('therapist_id')
    .orderBy('id')
    .execute()
}

export type DeletionBlocker = 'future-sessions' | 'last-admin'

export async function listDeletionBlockers(tx: Tx, now: Date): Promise<DeletionBlocker[]> {
  const { rows } = await tx.run<{ blocked: DeletionBlocker[] }>('select def.farewell_blocked($1) as blocked', [now])
  return rows[0]?.blocked ?? []
}

/** Erases the actor’s profile. If something blocks the deletion, erases nothing and returns the blockers. */
export async function eraseOwnProfile(tx: Tx, now: Date): Promise<DeletionBlocker[]> {
  const { rows } = await tx.run<{ blocked: DeletionBlocker[] }>('select def.farewell($1) as blocked', [now])
  const blocked = rows[0]?.blocked ?? []
  if (!blocked.length) tx.recordErased('account', [tx.actor.id])
  return blocked
}

export async function eraseAccountData(db: Db, accountId: AccountId): Promise<void> {
  await db.asActor(worker, (tx) => tx.run('select def.erase_account($1)', [accountId]))
}
