import type { SentFormId, TherapistId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { quietHours } from '@attune/contract/common/constants'
import { quietHoursEnd } from '../../messages/notification/notification.ts'
import { notifyRecipients } from './sent/recipients.ts'

export type FormReminderJob = { sentFormId: SentFormId; therapistId: TherapistId }
type DueForm = {
  id: SentFormId
  isOver: boolean
  isAnnounced: boolean
  remindAt: string | null
  remindedAt: string | null
  zone: string
}

/** Enqueues the announcements and the reminders that are due. If a job is enqueued twice, each recipient is still notified once. */
export async function enqueueDueForms({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    type Row = { id: SentFormId; therapist_id: TherapistId }
    const { rows } = await tx.run<Row>('select id, therapist_id from def.forms_to_remind($1)', [clock.now()])
    await enqueue(
      tx,
      ...rows.map(({ id, therapist_id }) => ({
        name: 'form-remind' as const,
        data: { sentFormId: id, therapistId: therapist_id },
        key: id,
      })),
    )
  })
}

/**
 * Runs a job of the queue `form-remind`: announces a form that was sent when the client or a guardian joined, or reminds them of an open form, each
 * once. Postpones a reminder until the end of the nightly quiet hours.
 */
export async function sendFormReminder(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { sentFormId, therapistId }: FormReminderJob,
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const { rows } = await sql<DueForm>`
      select s.id, s.notified_at is not null as "isAnnounced", s.remind_at as "remindAt", s.reminded_at as "remindedAt",
        s.signed_at is not null or s.cancelled_at is not null
          or exists (select from app.person p where p.account_id = s.therapist_id and p.disabled_at is not null) as "isOver",
        coalesce((select p.zone from app.person p where p.account_id = coalesce(s.account_id, s.therapist_id)), 'UTC') as zone
      from app.sent_form s where s.therapist_id = ${therapistId} and s.id = ${sentFormId} for update`.execute(tx.kysely)
    const [form] = rows
    if (!form || form.isOver) return
    const set = (column: 'notified_at' | 'reminded_at' | 'remind_at', at: Date) =>
      tx.kysely
        .updateTable('sent_form')
        .set({ [column]: at })
        .where('id', '=', form.id)
        .execute()
    if (!form.isAnnounced) {
      await set('notified_at', now)
      return notifyRecipients(tx, 'form-sent', form.id, now)
    }
    if (form.remindedAt || !form.remindAt || Date.parse(form.remindAt) > now.getTime()) return
    const quietEnd = quietHoursEnd(quietHours, form.zone, now)
    if (quietEnd) return void (await set('remind_at', quietEnd))
    await set('reminded_at', now)
    await notifyRecipients(tx, 'form-due', form.id, now)
  })
}
