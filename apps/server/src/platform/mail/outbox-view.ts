import type { AccountId, MailId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../database/actor.ts'
import type { MailState, QueuedMail } from './outbox.ts'

type ListedMail = { id: MailId; at: string; kind: string; state: MailState; accountId: AccountId | null }

/** Returns up to `limit` emails of the given kinds, newest first, after the email `after`. An email that is being sent counts as waiting. */
export async function listMails(
  tx: Tx,
  { kinds, after, limit }: { kinds: readonly string[]; after: string | undefined; limit: number },
): Promise<ListedMail[]> {
  const { rows } = await sql<ListedMail>`
    select m.id, m.created_at as at, m.kind, case m.state when 'sending' then 'waiting' else m.state end as state,
      m.account_id as "accountId"
    from app.mail m
    where m.kind = any (${[...kinds]}::text[]) and (${after ?? null}::uuid is null
      or (m.created_at, m.id) < (select l.created_at, l.id from app.mail l where l.id = ${after ?? null}::uuid))
    order by m.created_at desc, m.id desc limit ${limit}`.execute(tx.kysely)
  return rows
}

type MailOfKind = Pick<QueuedMail, 'id' | 'kind' | 'account_id' | 'generation' | 'created_at'>

/** Returns an email if it is of one of the given kinds; undefined for any other. */
export async function findMailOfKind(tx: Tx, id: MailId, kinds: readonly string[]): Promise<MailOfKind | undefined> {
  return tx.kysely
    .selectFrom('mail')
    .select(['id', 'kind', 'account_id', 'generation', 'created_at'])
    .where('id', '=', id)
    .where('kind', 'in', [...kinds])
    .executeTakeFirst()
}

/**
 * Builds a query that counts the emails since `since` whose last attempt failed after the last email that was sent successfully. Ignores emails
 * that the recipient's server refused, because they do not indicate a problem of our own mail server. `sentAt` is the time at which the mail server
 * last accepted an email; null if it never has.
 */
export const failingMailsQuery = (since: Date) => sql<{ count: number; since: Date | null; sentAt: Date | null }>`
  with latest as (select state, error, claimed_at, created_at, sent_at from app.mail where created_at > ${since})
  select count(*)::int as count, min(created_at) as since,
    (select max(m.sent_at) from app.mail m where m.state = 'sent') as "sentAt" from latest
  where error is not null and error not like 'EENVELOPE%' and state in ('waiting', 'sending', 'failed')
    and claimed_at > coalesce((select max(sent_at) from latest), '-infinity')`

/** Returns whether the account was sent an email of the same kind and subject whose generation is higher than `generation`. */
export async function hasSentLaterMail(tx: Tx, mail: QueuedMail, generation: number): Promise<boolean> {
  const { rows } = await tx.run<{ sent: boolean }>(
    `select exists (select from app.mail e where e.kind = $1 and e.subject_id = $2 and e.account_id = $3 and e.generation > $4
       and e.state = 'sent') as sent`,
    [mail.kind, mail.subject_id, mail.account_id, generation],
  )
  return rows[0]?.sent ?? false
}
