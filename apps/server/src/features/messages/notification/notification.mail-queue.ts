import { createDatedId } from '@attune/contract/common/dated-id'
import type { AccountId, ClientId, MailId } from '@attune/contract/common/ids'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type {
  AuthMailKind,
  GuardianKind,
} from '@attune/contract/features/messages/notification/notification.mail-kinds'
import type { AnyActor, Db, Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { insertAccountMail } from '../../../platform/mail/outbox.ts'

type Mail = {
  to: AccountId | null
  kind: MailKind
  actingFor: AccountId
  subject: string
  generation?: number
  delaySeconds?: number
  /**
   * The client for whom the recipient acts as a guardian. The email names this client, and is dropped if the recipient is no longer a guardian of the
   * client or the rights pause.
   */
  guardedClient?: ClientId
  /** Set if the recipient has just requested the email and waits for it. It is then sent before all other emails. */
  isUrgent?: true
}

/**
 * Inserts an email and the job that sends it. If `to` is null, the row with the id `subject` (for example an
 * invitation) determines the recipient.
 */
export async function queueMail(tx: Tx<AnyActor>, mail: Mail): Promise<void> {
  const id = createDatedId()
  const inserted = tx.run('select def.post_mail($1, $2, $3, $4, $5, $6, $7)', [
    id,
    mail.to,
    mail.kind,
    mail.actingFor,
    mail.subject,
    mail.generation ?? 0,
    mail.guardedClient ?? null,
  ])
  await Promise.all([inserted, enqueueMail(tx, id, mail.delaySeconds, mail.isUrgent)])
}

/**
 * Inserts an email about a session to each guardian of one of the acting therapist’s clients, and the jobs that send
 * the emails. Does nothing if the client has an account.
 */
export async function queueGuardianMails(
  tx: Tx,
  mail: { client: string; kind: GuardianKind; subject: string; generation: number; delaySeconds?: number },
): Promise<void> {
  const { rows } = await tx.run<{ id: MailId }>('select def.post_mail_to_guardians($1, $2, $3, $4) as id', [
    mail.client,
    mail.kind,
    mail.subject,
    mail.generation,
  ])
  for (const row of rows) await enqueueMail(tx, row.id, mail.delaySeconds)
}

type AuthMail = { kind: AuthMailKind; userId: AccountId; generation: number }

/** Inserts an email about signing in and the job that sends the email before others, in one transaction. */
export async function queueAuthMail(db: Db, mail: AuthMail): Promise<void> {
  await db.asActor({ role: 'worker', id: mail.userId }, (tx) => insertAuthMail(tx, mail))
}

/**
 * Does the same work as `queueAuthMail`, and then rolls it back. This makes a request for an unknown email address take
 * as long as a request for a known one. No account has the id `mail.userId`.
 */
export async function queueNoAuthMail(db: Db, mail: AuthMail): Promise<void> {
  const undo = new Error('undo the pretended email')
  const undone = db.asActor({ role: 'worker', id: mail.userId }, async (tx) => {
    await insertAuthMail(tx, mail)
    throw undo
  })
  await undone.catch((error: unknown) => {
    if (error !== undo) throw error
  })
}

async function insertAuthMail(tx: Tx<AnyActor>, { kind, userId, generation }: AuthMail): Promise<void> {
  const id = createDatedId()
  const written = insertAccountMail(tx, { id, kind, accountId: userId, generation })
  await Promise.all([written, enqueueMail(tx, id, 0, true)])
}

async function enqueueMail(tx: Tx<AnyActor>, mailId: MailId, startAfterSeconds = 0, isUrgent?: true) {
  await enqueue(tx, { name: 'mail', data: { mailId }, startAfterSeconds, ...(isUrgent && { isUrgent }) })
}
