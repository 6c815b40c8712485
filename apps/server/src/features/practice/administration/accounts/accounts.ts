import type { AccountId } from '@attune/contract/common/ids'
import type { Role } from '@attune/contract/features/people/account/account'
import type { RoleObstacle } from '@attune/contract/features/practice/administration/administration.rules'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { createRefusal, forbidden, notFound } from '../../../../platform/policy/refusal.ts'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { queueMail } from '../../../messages/notification/notification.ts'

type Outcome = 'done' | 'unchanged' | 'unknown' | 'not-admin' | 'self' | 'last-admin'

/**
 * Disables an account and ends its logins, or enables it, and emails the account. Changes nothing if the account already is in this state. Refuses
 * with NOT_FOUND, and with SELF or LAST_ADMIN for the actor's own account, and with FORBIDDEN if the actor is no longer an admin.
 */
export async function setAccountDisabled(
  tx: Tx,
  { accountId, disabled }: { accountId: AccountId; disabled: boolean },
  now: Date,
): Promise<void> {
  const enabled = !disabled
  const { rows } = await tx.run<{ outcome: Outcome }>('select def.switch_account($1, $2, $3) as outcome', [
    accountId,
    enabled,
    now,
  ])
  const isChanged = assertDone(rows[0]?.outcome)
  describeChange(tx, { before: { enabled: isChanged ? !enabled : enabled }, after: { enabled } })
  if (isChanged) await mailAccount(tx, accountId, enabled ? 'account-enabled' : 'account-disabled')
}

/** Ends all logins of an account and emails the account. Refuses with NOT_FOUND. */
export async function signOutAccount(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  const { rows } = await tx.run<{ known: boolean }>('select def.sign_out_account($1, $2) as known', [accountId, now])
  if (!rows[0]?.known) throw notFound()
  await mailAccount(tx, accountId, 'account-signed-out')
}

/**
 * Changes the role of an account, ends its logins and emails the account. Changes nothing if the account already has the role. Refuses with
 * NOT_FOUND, with SELF or LAST_ADMIN for the actor's own account, with FORBIDDEN if the actor is no longer an admin, and with ROLE_IN_USE and the
 * data that the account owns in its old role.
 */
export async function changeRole(
  tx: Tx,
  { accountId, role }: { accountId: AccountId; role: Role },
  now: Date,
): Promise<void> {
  const before = await tx.kysely
    .selectFrom('profile')
    .select('role')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const { rows } = await tx.run<{ outcome: (Outcome | RoleObstacle)[] }>(
    'select def.change_role($1, $2, $3) as outcome',
    [accountId, role, now],
  )
  const outcome = rows[0]?.outcome ?? []
  const obstacles = outcome.filter((one): one is RoleObstacle => !outcomes.has(one))
  if (obstacles.length > 0) throw createRefusal('ROLE_IN_USE', 409, { obstacles })
  const isChanged = assertDone(outcome[0] as Outcome | undefined)
  describeChange(tx, { before: { role: before?.role ?? null }, after: { role } })
  if (isChanged) await mailAccount(tx, accountId, 'account-role-changed')
}

const outcomes: ReadonlySet<string> = new Set([
  'done',
  'unchanged',
  'unknown',
  'not-admin',
  'self',
  'last-admin',
] satisfies Outcome[])

/** Returns whether an account was changed. Depending on the outcome of the change, refuses with SELF, LAST_ADMIN, FORBIDDEN or NOT_FOUND. */
function assertDone(outcome: Outcome | undefined): boolean {
  if (outcome === 'done' || outcome === 'unchanged') return outcome === 'done'
  if (outcome === 'self') throw createRefusal('SELF', 409)
  if (outcome === 'last-admin') throw createRefusal('LAST_ADMIN', 409)
  // Another admin has disabled the actor, or changed the actor's role, since the call was authorized.
  if (outcome === 'not-admin') throw forbidden()
  throw notFound()
}

/**
 * Returns the values of the audit log for the start of a factor reset: whether a reset was pending before, and that it is pending afterwards. The
 * input is not validated yet; the call itself refuses an invalid id.
 */
export async function describeFactorReset({ auth }: Pick<AppContext, 'auth'>, input: unknown) {
  const accountId = String((input as { accountId?: unknown } | null | undefined)?.accountId).toLowerCase()
  const isPending = isUuid(accountId) && (await auth.factorResets.pendingOf([accountId])).has(accountId)
  return { before: { resetPending: isPending }, after: { resetPending: true } }
}

const mailAccount = (tx: Tx, accountId: AccountId, kind: MailKind, generation = 0) =>
  queueMail(tx, { to: accountId, kind, actingFor: accountId, subject: accountId, generation })

export type InvitedAccount = {
  id: AccountId
  firstName: string
  lastName: string
  email: string
  role: Role
  language: string
  zone: string
}

/**
 * Creates an account with a role and emails a link with which the person sets a password. Repeating the call with the same id and address changes
 * nothing. Refuses with ACCOUNT_EXISTS if the address or the id already has an account.
 */
export async function inviteAccount(
  { db, auth }: Pick<AppContext, 'db' | 'auth'>,
  actor: Actor,
  invited: InvitedAccount,
): Promise<void> {
  await db.asActor(actor, async (tx) => {
    const { id, firstName, lastName, email, role, language, zone } = invited
    // Invitations to the same address run one after the other. Otherwise each would replace the account of the previous one and leave its profile
    // behind.
    await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`attune invited ${email}`])
    const known = await tx.kysely
      .selectFrom('profile')
      .select('account_id')
      .where('email', '=', email)
      .executeTakeFirst()
    describeChange(tx, { resourceId: id, after: { role } })
    if (known?.account_id === id) return
    // The account has no rights and no profile until this transaction commits. If it fails, the next attempt replaces the remaining account.
    const isCreated = !known && (await auth.administeredAccounts.createWithoutPassword(id, invited))
    if (!isCreated) throw createRefusal('ACCOUNT_EXISTS', 409)
    const generation = await auth.users.nextGeneration(id)
    await tx.run('select def.invite_account($1, $2, $3, $4, $5, $6, $7)', [
      id,
      email,
      firstName,
      lastName,
      language,
      role,
      zone,
    ])
    await mailAccount(tx, id, 'account-invited', generation)
  })
}

/** Returns the number of upcoming sessions of a therapist, and no other data. Refuses with NOT_FOUND. */
export async function countComingSessions(tx: Tx, accountId: AccountId, now: Date): Promise<number> {
  const known = await tx.kysely
    .selectFrom('profile')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!known) throw notFound()
  const { rows } = await tx.run<{ count: number }>('select def.coming_sessions($1, $2) as count', [accountId, now])
  return rows[0]?.count ?? 0
}
