import type { GuardianKind, NotificationKind, RelatedType } from '@attune/contract/features/notification'
import type { Tx } from '../../platform/database/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

export { readNotificationSettings, saveNotificationSettings } from './notification.settings.ts'

/**
 * What the text of a notification needs: a short name, instants. Never a reason, a clinical note or any text that
 * another person wrote.
 */
export type NotificationParams = {
  name?: string
  startsAt?: string
  startsAtBefore?: string
  /** The number of sessions that the notification covers; `startsAt` belongs to the first of them. */
  count?: number
  title?: string
  message?: string
}

type Notification = {
  /** The account to notify. */
  to: string
  kind: NotificationKind
  params: NotificationParams
  about: { type: RelatedType; id: string } | null
  /**
   * Also sends an email. `generation` is the version of the subject that the email describes; a newer version drops
   * it.
   */
  mail?: { actingFor: string; subject: string; generation?: number; delaySeconds?: number }
}

/** Notifies an account in the app and, with `mail`, by email, in the transaction of the change itself. */
export async function notify(tx: Tx, news: Notification): Promise<void> {
  const notified = tx.run('select def.tell($1, $2, $3, $4, $5)', [
    news.to,
    news.kind,
    JSON.stringify(news.params),
    news.about?.type ?? null,
    news.about?.id ?? null,
  ])
  const { mail } = news
  await Promise.all([notified, mail && queueMail(tx, { to: news.to, kind: news.kind, ...mail })])
}

type Mail = {
  to: string | null
  kind: string
  actingFor: string
  subject: string
  generation?: number
  delaySeconds?: number
}

/** Inserts an email and the job that sends it. `to: null`: the recipient follows from the subject (an invitation). */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  const { rows } = await tx.run<{ id: string }>('select def.post_mail($1, $2, $3, $4, $5) as id', [
    mail.to,
    mail.kind,
    mail.actingFor,
    mail.subject,
    mail.generation ?? 0,
  ])
  await enqueueMail(tx, rows[0]?.id, mail.delaySeconds)
}

/** Emails the guardians of one of the acting therapist’s clients about a session, where the client has no account. */
export async function queueGuardianMails(
  tx: Tx,
  mail: { client: string; kind: GuardianKind; subject: string; generation: number; delaySeconds?: number },
): Promise<void> {
  const { rows } = await tx.run<{ id: string }>('select def.post_mail_to_guardians($1, $2, $3, $4) as id', [
    mail.client,
    mail.kind,
    mail.subject,
    mail.generation,
  ])
  for (const row of rows) await enqueueMail(tx, row.id, mail.delaySeconds)
}

/** Notifies every admin about the actor’s own account, in the app and by email. */
export async function notifyAdmins(tx: Tx, kind: NotificationKind, params: NotificationParams): Promise<void> {
  const { rows } = await tx.run<{ id: string }>('select def.tell_admins($1, $2) as id', [kind, JSON.stringify(params)])
  for (const row of rows) await enqueueMail(tx, row.id)
}

/** Enqueues the jobs that send emails which a database function has inserted. */
export async function enqueueMailJobs(tx: Tx, mails: string[]): Promise<void> {
  for (const mail of mails) await enqueueMail(tx, mail)
}

async function enqueueMail(tx: Tx, mailId: string | undefined, startAfterSeconds = 0) {
  if (!mailId) throw new Error('a mail without an id')
  await enqueue(tx, { name: 'mail', data: { mailId }, startAfterSeconds })
}
