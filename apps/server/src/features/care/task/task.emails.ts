import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { formatShortDayInZone, translate } from '../../../platform/text/translations.ts'

type Task = { status: string; dueDay: string | null; gone: boolean; comments: number }

/**
 * The task statuses in which an email of each kind is still correct. An email of an unlisted kind is correct in any
 * status.
 */
const currentStates: Record<string, readonly string[]> = {
  'task-assigned': ['assigned', 'in-progress'],
  'task-reassigned': ['assigned', 'in-progress'],
  'task-reopened': ['in-progress'],
  'task-due': ['assigned', 'in-progress'],
  'task-handed-in': ['completed'],
  'task-declined': ['denied'],
}

async function findTaskOfMail(tx: Tx, mail: QueuedMail): Promise<Task | undefined> {
  const { rows } = await tx.run<Task>(
    `select t.status, t.due_day as "dueDay", t.withdrawn_at is not null or t.archived_at is not null as gone,
       (select count(*) from app.task_comment k where k.therapist_id = t.therapist_id and k.task_id = t.id) as comments
     from app.task t where t.id = $1`,
    [mail.subject_id],
  )
  return rows[0]
}

/**
 * Returns whether an email still matches the task, which must not be withdrawn or archived and must have a status that
 * fits the email. An email about a comment is correct until there is a newer comment.
 */
function isStillTrue(task: Task, mail: QueuedMail): boolean {
  if (task.gone) return false
  if (mail.kind === 'task-comment') return task.comments <= mail.generation
  return currentStates[mail.kind]?.includes(task.status) ?? true
}

const read = readSubject<Task>({
  subject: findTaskOfMail,
  isStillTrue,
  words: ({ dueDay }, { language }, _kind, now) => {
    const day = dueDay && formatShortDayInZone(`${dueDay}T12:00:00Z`, language, 'UTC', now)
    return { due: day ? translate(language, 'mail.task.due', { day }) : '' }
  },
})

export const taskEmails = {
  'task-assigned': { path: '/dashboard/client/tasks', read },
  'task-handed-in': { path: '/dashboard/therapist/tasks', read },
  'task-flagged': { path: '/dashboard/therapist/tasks', read },
  'task-declined': { path: '/dashboard/therapist/tasks', read },
  'task-reassigned': { path: '/dashboard/client/tasks', read },
  'task-reopened': { path: '/dashboard/client/tasks', read },
  'task-comment': { path: '/dashboard/therapist/tasks', read },
  'task-due': { path: '/dashboard/client/tasks', endsWithTherapist: true, read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
