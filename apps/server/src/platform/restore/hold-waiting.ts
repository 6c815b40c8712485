import type { Restored } from '../data-folder/restored.ts'
import type { InstallerTransaction } from './installer.ts'

type WaitingJob = { name: string; subject: string; dueAt: Date }

/**
 * Drops all messages and jobs that are already due: the previous server has sent them, or their time has passed. Holds later ones until the therapist
 * or an admin decides. Keeps reminders, because each checks whether it is still needed (decision 0012). Schedules a comparison of calendars and
 * payments with their providers.
 */
export async function holdWaiting(
  db: InstallerTransaction,
  { dataOf, restoredAt }: Restored,
  now: Date,
): Promise<void> {
  await db.become('attune_owner')
  const { rows: jobs } = await db.query<WaitingJob>(
    `select name, coalesce(data->>'mailId', data->>'notificationId') as subject, start_after as "dueAt" from jobs.job_common
     where name in ('mail', 'push') and state in ('created', 'retry', 'active')`,
  )
  // The jobs that notify a single browser or device were already due, so all of them are deleted.
  await db.query(
    `delete from jobs.job_common where name in ('push-send', 'push-device') and state in ('created', 'retry', 'active')`,
  )
  await db.become('attune_app_definer')
  await db.query('select def.note_restore($1, $2)', [dataOf, restoredAt])
  const toCome = (name: string) => {
    const found = jobs.filter((job) => job.name === name && job.dueAt > now)
    return [found.map(({ subject }) => subject), found.map(({ dueAt }) => dueAt)]
  }
  const [mails = [], due = []] = toCome('mail')
  await db.query(
    `update app.mail set state = 'dropped', error = 'restored'
     where state in ('waiting', 'sending', 'failed') and not def.is_reminder_mail(kind) and id <> all ($1::uuid[])`,
    [mails],
  )
  await db.query(
    `select def.hold_mails(array_agg(x.id), array_agg(x.due)) from unnest($1::uuid[], $2::timestamptz[]) x (id, due)
       join app.mail m on m.id = x.id where not def.is_reminder_mail(m.kind) and m.state in ('waiting', 'sending', 'failed')`,
    [mails, due],
  )
  await db.query('select def.hold_pushes($1, $2)', toCome('push'))
  await db.query('select def.hold_texts($1)', [now])
  await db.query('select def.hold_waiting_lists($1)', [now])
  await db.query('select def.hold_calendar_writes($1)', [now])
  await db.query('select def.ask_about_payments($1)', [now])
}
