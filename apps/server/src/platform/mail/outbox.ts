import type { AccountId, ClientId, ContactId, MailId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AnyActor, Db, Tx } from '../database/actor.ts'
import { collectCalls } from '../database/batch/collect-calls.ts'
import { compileSql } from '../database/query-builder.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** An email of the outbox that an attempt has claimed. */
export type QueuedMail = {
  id: MailId
  kind: string
  /** The account of the recipient; null if the recipient has none. */
  account_id: AccountId | null
  /** The account on whose behalf the server reads the data of the email. */
  acting_for: string
  /** The id of the row that the email is about; null if it is about none. */
  subject_id: string | null
  /** The id of a contact of a client record, if the email is to a guardian without an account. */
  contact_id: ContactId | null
  /** The client for whom the recipient acts as a guardian with an account; null for an email about the recipient's own matters. */
  guarded_client_id: ClientId | null
  /** The generation of the link in the email. */
  generation: number
  /** The time at which the email was queued. */
  created_at: string
}

/** The state of an email. `dropped`: the email became outdated before it was sent. */
export type MailState = 'waiting' | 'sent' | 'failed' | 'not-configured' | 'dropped'

/** Inserts an email to an account about the account itself. */
export async function insertAccountMail(
  tx: Tx<AnyActor>,
  { id, kind, accountId, generation }: { id: MailId; kind: string; accountId: AccountId; generation: number },
): Promise<void> {
  await tx.kysely
    .insertInto('mail')
    .values({ id, kind, account_id: accountId, acting_for: accountId, subject_id: accountId, generation })
    .execute()
}

type Claim = { mailId: MailId; attempt: number; now: Date }
type MailResult = { mailId: MailId; attempt: number; state: MailState; error: string | null; at: Date }

/** The claims and results of attempts. Those of one turn of the event loop are stored with one statement. */
export type MailOutbox = {
  /**
   * Claims an email for an attempt. Returns null if the email is done or held after a restore, or if this attempt or a later one has already
   * claimed it. A worker that was wrongly considered dead has an earlier attempt number, so it can no longer store a result.
   */
  claim(claim: Claim): Promise<QueuedMail | null>
  /** Stores the result of an attempt, unless a later attempt has started. `error` is a code, never the message of the mail server. */
  finish(result: MailResult): Promise<void>
}

export function openOutbox(db: Db): MailOutbox {
  return {
    claim: collectCalls((claims) => claimMails(db, claims)),
    finish: collectCalls((results) => finishMails(db, results)),
  }
}

const product = { role: 'worker', id: null } as const

async function claimMails(db: Db, claims: readonly Claim[]): Promise<(QueuedMail | null)[]> {
  const rows = await db.readAs(
    product,
    compileSql(sql<QueuedMail & { attempts: number }>`
      update app.mail m set state = 'sending', attempts = c.attempt, claimed_at = c.at
      from unnest(${claims.map(({ mailId }) => mailId)}::uuid[], ${claims.map(({ attempt }) => attempt)}::int[],
        ${claims.map(({ now }) => now.toISOString())}::timestamptz[]) as c(id, attempt, at)
      where m.id = c.id and m.attempts < c.attempt and m.state in ('waiting', 'sending', 'failed') and not def.is_held('mail', m.id)
      returning m.id, m.kind, m.account_id, m.acting_for, m.subject_id, m.contact_id, m.guarded_client_id, m.generation, m.created_at, m.attempts`),
  )
  // Of two claims for the same attempt, one gets the email.
  const claimed = new Map(rows.map(({ attempts, ...mail }) => [`${mail.id} ${attempts}`, mail]))
  return claims.map(({ mailId, attempt }) => {
    const key = `${mailId} ${attempt}`
    const mail = claimed.get(key)
    claimed.delete(key)
    return mail ?? null
  })
}

async function finishMails(db: Db, results: readonly MailResult[]): Promise<undefined[]> {
  await db.readAs(
    product,
    compileSql(sql`
      update app.mail m set state = r.state, error = r.error, sent_at = case r.state when 'sent' then r.at else m.sent_at end
      from unnest(${results.map(({ mailId }) => mailId)}::uuid[], ${results.map(({ attempt }) => attempt)}::int[],
        ${results.map(({ state }) => state)}::text[], ${results.map(({ error }) => error)}::text[],
        ${results.map(({ at }) => at.toISOString())}::timestamptz[]) as r(id, attempt, state, error, at)
      where m.id = r.id and m.attempts = r.attempt`),
  )
  return results.map(() => undefined)
}

/**
 * Puts an email that this attempt has claimed back into the queue, which sends it after `seconds`. Does nothing if a later attempt has claimed the
 * email.
 */
export async function postponeMail(db: Db, mailId: MailId, attempt: number, seconds: number): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('mail')
      .set({ state: 'waiting', attempts: 0 })
      .where('id', '=', mailId)
      .where('attempts', '=', attempt)
      .executeTakeFirst()
    if (numUpdatedRows) await enqueue(tx, { name: 'mail', data: { mailId }, startAfterSeconds: seconds })
  })
}

/** The delivery of the emails of one kind about a subject: the state of the latest one, and the time at which one was last sent. */
type SubjectMails = { subjectId: string; state: MailState; sentAt: string | null }

/** Returns the delivery of the emails of a kind to an account for each of the subjects. Leaves out subjects without an email. */
export async function listSubjectMails(
  tx: Tx,
  { kind, account_id }: Pick<QueuedMail, 'kind' | 'account_id'>,
  subjectIds: string[],
): Promise<SubjectMails[]> {
  const { rows } = await sql<SubjectMails>`
    select m.subject_id as "subjectId", (array_agg(m.state order by m.created_at desc))[1] as state, max(m.sent_at) as "sentAt"
    from app.mail m where m.subject_id = any (${subjectIds}::uuid[]) and m.kind = ${kind}
      and m.account_id = ${account_id} group by m.subject_id`.execute(tx.kysely)
  return rows
}
