import type { NotificationKind, RelatedType } from '@attune/contract/features/notification'
import type { Tx } from '../../platform/database/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { GuardianKind } from '../../platform/mail/kinds.ts'

export { readNotificationSettings, saveNotificationSettings } from './notification.settings.ts'

/** What the words of a notification need: a short name, instants. Never a reason, a note or any text that somebody wrote, unless to themselves. */
export type Params = {
  name?: string
  startsAt?: string
  startsAtBefore?: string
  /** Of how many sessions it tells; `startsAt` is the first of them. */
  count?: number
  title?: string
  message?: string
}

type News = {
  /** The account to tell. */
  to: string
  kind: NotificationKind
  params: Params
  about: { type: RelatedType; id: string } | null
  /** Also by mail. `generation` names the state of the subject that the mail speaks of: a later one drops it. */
  mail?: { actingFor: string; subject: string; generation?: number; delaySeconds?: number }
}

/** Tells an account in the app and, if asked, by mail; in the transaction of the fact. */
export async function tell(tx: Tx, news: News): Promise<void> {
  const told = tx.run('select def.tell($1, $2, $3, $4, $5)', [
    news.to,
    news.kind,
    JSON.stringify(news.params),
    news.about?.type ?? null,
    news.about?.id ?? null,
  ])
  const { mail } = news
  await Promise.all([told, mail && post(tx, { to: news.to, kind: news.kind, ...mail })])
}

type Post = {
  to: string | null
  kind: string
  actingFor: string
  subject: string
  generation?: number
  delaySeconds?: number
}

/** Writes a mail and the job that sends it. `to: null`: the recipient follows from the subject (an invitation). */
export async function post(tx: Tx, mail: Post): Promise<void> {
  const { rows } = await tx.run<{ id: string }>('select def.post_mail($1, $2, $3, $4, $5) as id', [
    mail.to,
    mail.kind,
    mail.actingFor,
    mail.subject,
    mail.generation ?? 0,
  ])
  await enqueueMail(tx, rows[0]?.id, mail.delaySeconds)
}

/** Tells the guardians of the acting therapist's client of an appointment by mail, where the client has no account. */
export async function postToGuardians(
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

/** Tells every admin of something about the actor's own account, in the app and by mail. */
export async function tellAdmins(tx: Tx, kind: NotificationKind, params: Params): Promise<void> {
  const { rows } = await tx.run<{ id: string }>('select def.tell_admins($1, $2) as id', [kind, JSON.stringify(params)])
  for (const row of rows) await enqueueMail(tx, row.id)
}

/** Sends mails that a function of the database has written. */
export async function enqueueMails(tx: Tx, mails: string[]): Promise<void> {
  for (const mail of mails) await enqueueMail(tx, mail)
}

async function enqueueMail(tx: Tx, mailId: string | undefined, startAfterSeconds = 0) {
  if (!mailId) throw new Error('a mail without an id')
  await enqueue(tx, { name: 'mail', data: { mailId }, startAfterSeconds })
}
