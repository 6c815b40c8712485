import type { AccountId, MailId, RoleRequestId } from '@attune/contract/common/ids'
import { keyOverlapHours } from '@attune/contract/features/practice/api-access/api-access.rules'
import type {
  OutboxMail,
  PublicKey,
  RoleRequest,
} from '@attune/contract/features/practice/administration/administration'
import {
  accountMailKinds,
  type AccountMailKind,
} from '@attune/contract/features/practice/administration/administration.mails'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../platform/database/actor.ts'
import { listMails, findMailOfKind } from '../../../platform/mail/outbox-view.ts'

const columns = sql`
  r.id, r.account_id as "accountId", trim(p.first_name || ' ' || p.last_name) as name, p.email, r.asked_at as "askedAt",
  coalesce(t.specialization, '') as specialization, coalesce(t.credentials, '') as credentials, r.status,
  r.decided_at as "decidedAt", r.reason`
const from = sql`
  from app.role_request r join app.profile p on p.account_id = r.account_id left join app.therapist_profile t on t.account_id = r.account_id`
const request = sql`select ${columns} ${from}`

/** Returns the waiting requests, oldest first, or the decided requests, latest first and at most 50. */
export async function listRoleRequests(tx: Tx, which: 'waiting' | 'decided'): Promise<RoleRequest[]> {
  const query =
    which === 'waiting'
      ? sql<RoleRequest>`${request} where r.status = 'waiting' order by r.asked_at, r.id`
      : sql<RoleRequest>`${request} where r.status <> 'waiting' order by r.decided_at desc, r.id limit 50`
  return (await query.execute(tx.kysely)).rows
}

/**
 * Returns a role request with the command that decided it; undefined if there is no request with this id. `byThis` is true if the current transaction
 * decided the request.
 */
export async function findRoleRequest(
  tx: Tx,
  id: RoleRequestId,
): Promise<(RoleRequest & { command: string | null; byThis: boolean | null }) | undefined> {
  // Reads everything in one statement, because a concurrent call could decide the request between two statements.
  const { rows } = await sql<RoleRequest & { command: string | null; byThis: boolean | null }>`
    select ${columns}, r.command, r.decided_at = now() as "byThis" ${from} where r.id = ${id}`.execute(tx.kysely)
  return rows[0]
}

/**
 * Counts the accounts by role, the waiting role requests, the open feedback and the failed jobs. A person with a waiting role request does
 * not count as a client.
 */
export async function readAdministrationCounts(tx: Tx) {
  type Counts = { therapists: number; clients: number; waiting: number; openFeedback: number; failedJobs: number }
  const { rows } = await sql<Counts>`
    select (select count(*) from app.profile where role = 'therapist') as therapists,
      (select count(*) from app.profile p where p.role = 'client' and not exists (
        select from app.role_request r where r.account_id = p.account_id and r.status = 'waiting')) as clients,
      (select count(*) from app.role_request where status = 'waiting') as waiting,
      (select count(*) from app.feedback where done_at is null) as "openFeedback",
      (select coalesce(sum(j.failed), 0)::int from def.job_counts() j) as "failedJobs"`.execute(tx.kysely)
  return rows[0] as Counts
}

type Mail = Omit<z.infer<typeof OutboxMail>, 'recipient'> & { accountId: AccountId | null }

/**
 * Returns one page of the emails about accounts, newest first. `mayOpen` is true for an email whose link an admin may pass on: one that confirms an
 * account, and an invitation if the server cannot send it.
 */
export async function readOutboxPage(
  tx: Tx,
  { after, limit, canSend }: { after: string | undefined; limit: number; canSend: boolean },
): Promise<{ items: Mail[]; next: string | null }> {
  const rows = await listMails(tx, { kinds: accountMailKinds, after, limit: limit + 1 })
  const open = new Set<string>(openKinds(canSend))
  const items = rows.slice(0, limit).map((mail) => ({ ...mail, mayOpen: open.has(mail.kind) }) as Mail)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const openKinds = (canSend: boolean): AccountMailKind[] => (canSend ? ['confirm'] : ['confirm', 'account-invited'])

/** Returns an email whose link an admin may pass on; undefined for any other id. */
export const findMailToOpen = (tx: Tx, id: MailId, canSend: boolean) => findMailOfKind(tx, id, openKinds(canSend))

export async function readPublicKey(tx: Tx, now: Date): Promise<PublicKey> {
  const row = await tx.kysely
    .selectFrom('product_setting')
    .select([
      'public_key as key',
      'public_key_since as since',
      'previous_key_until as previousUntil',
      'oldest_key_ended_at as oldestEndedAt',
    ])
    .executeTakeFirstOrThrow()
  return { ...row, previousUntil: row.previousUntil && new Date(row.previousUntil) > now ? row.previousUntil : null }
}

const hour = 60 * 60 * 1000

/**
 * Replaces the public key. The old key stays valid for 24 hours; the key before it ends at once. Repeating the same command changes
 * nothing. Returns whether the key was replaced.
 */
export async function rotatePublicKey(tx: Tx, command: string, key: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('product_setting')
    .set(({ ref }) => ({
      oldest_key_ended_at: sql<Date | null>`case when previous_key_until > ${now} then ${now}::timestamptz end`,
      previous_key: ref('public_key'),
      previous_key_until: new Date(now.getTime() + keyOverlapHours * hour),
      public_key: key,
      public_key_since: now,
      public_key_command: command,
    }))
    .where(sql<boolean>`public_key_command is distinct from ${command}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function doesAccountExist(tx: Tx, accountId: AccountId): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('profile')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}
