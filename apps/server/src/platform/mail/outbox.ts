import type { AccountId, ContactId, MailId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AnyActor, Db, Tx } from '../database/actor.ts'
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
  /** The id of a guardian of a client record, if the email is to a guardian. A guardian has no account. */
  contact_id: ContactId | null
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

/**
 * Claims an email for an attempt. Returns null if the email is done or held after a restore, or if this attempt or a later one has already
 * claimed it. A worker that was wrongly considered dead has an earlier attempt number, so it can no longer store a
 * result.
 */
export async function claimMail(db: Db, mailId: MailId, attempt: number, now: Date): Promise<QueuedMail | null> {
  return db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await sql<QueuedMail>`
      update app.mail set state = 'sending', attempts = ${attempt}, claimed_at = ${now}
      where id = ${mailId} and attempts < ${attempt} and state in ('waiting', 'sending', 'failed') and not def.is_held('mail', id)
      returning id, kind, account_id, acting_for, subject_id, contact_id, generation, created_at`.execute(tx.kysely)
    return rows[0] ?? null
  })
}

/** Stores the result of an attempt, unless a later attempt has started. `error` is a code, never the message of the mail server. */
export async function finishMailAttempt(
  db: Db,
  mailId: MailId,
  attempt: number,
  state: MailState,
  at: Date,
  error: string | null = null,
): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.kysely
      .updateTable('mail')
      .set({ state, error, ...(state === 'sent' ? { sent_at: at } : {}) })
      .where('id', '=', mailId)
      .where('attempts', '=', attempt)
      .execute(),
  )
}

/** Returns an email that this attempt has claimed to the queue, which sends it after `seconds`. Does nothing if a later attempt has claimed it. */
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
