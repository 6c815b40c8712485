import type { AccountId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Login } from '../../../platform/auth/login/login.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import { notifyAdmins } from '../../messages/notification/notification.ts'

export {
  hasAvatar,
  hideFirstWeek,
  isFirstWeekHiddenSql,
  markPrivacySeen,
  saveProfile,
  setAvatarIfMissing,
} from './profile.changes.ts'
export { readAccount } from './profile.email-reader.ts'
export { otherPersonSql, readDisplayName, readOwnShortName, readTherapistName, readFullName } from './profile.names.ts'

/**
 * Creates the profile of an account at its first authenticated request, with the role client, and notifies the admins.
 * Repeated or concurrent calls create one profile and one notification.
 */
export async function ensureProfile(
  app: Pick<AppContext, 'auth' | 'db' | 'clock'>,
  login: Pick<Login, 'userId' | 'email'>,
): Promise<void> {
  const newcomer = await app.auth.userById(login.userId)
  await app.db.asActor({ role: 'client', id: login.userId }, (tx) =>
    insertProfile(tx, { ...newcomer, email: login.email }, app.clock.now()),
  )
}

type Newcomer = {
  email: string
  firstName?: string
  lastName?: string
  language?: string
  zone?: string | null
}

/** Creates the profile of the acting client as `ensureProfile` does. */
export async function insertProfile(tx: Tx, newcomer: Newcomer, now: Date): Promise<void> {
  const { email, firstName = '', lastName = '', language = 'en', zone } = newcomer
  const name = { first_name: firstName, last_name: lastName }
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('profile')
    .values({
      account_id: tx.actor.id,
      email,
      ...name,
      language,
      zone: zone ?? 'UTC',
      // A stored time zone means that the sign-up form, for example that of an invitation, already contained all
      // questions of onboarding. The person then skips onboarding.
      onboarded_at: zone ? now : null,
    })
    .onConflict((on) => on.column('account_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await Promise.all([notifyAdminsOfNewUser(tx, email, name), writeProfileAudit(tx)])
}

const notifyAdminsOfNewUser = (tx: Tx, email: string, name: { first_name: string; last_name: string }) =>
  notifyAdmins(tx, 'new-user', { name: `${name.first_name} ${name.last_name}`.trim() || (email.split('@')[0] ?? '') })

const writeProfileAudit = (tx: Tx) =>
  insertAudit(tx, { action: 'arrive', resource: 'account', resourceId: tx.actor.id, requestId: null })

/** Whether an admin has disabled an account that the actor may see. */
export async function isDisabledAccount(tx: Tx, accountId: AccountId | null): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('profile')
    .select('disabled_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined && row.disabled_at !== null
}

/** Returns whether the account of the actor is closed. The profile of a therapist stays with the records, without an email address. */
export async function isOwnAccountClosed(tx: Tx): Promise<boolean> {
  const open = tx.kysely.selectFrom('profile').select('account_id').where('account_id', '=', tx.actor.id)
  return (await open.where('email', '<>', '').executeTakeFirst()) === undefined
}

/** Returns the IANA time zone of the actor’s profile; UTC without a profile. In a job, the actor is the person for whom the job runs. */
export async function readZone(tx: Tx): Promise<string> {
  const me = await tx.kysely
    .selectFrom('profile')
    .select('zone')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return me?.zone ?? 'UTC'
}
