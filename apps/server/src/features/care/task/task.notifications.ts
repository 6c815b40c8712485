import type { ClientId, TaskId, TherapistId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notify } from '../../messages/notification/notification.ts'

type TaskNotificationType = Extract<NotificationType, `task-${string}`>
export type TaskReference = { id: TaskId; therapistId: TherapistId; clientId: ClientId }
/**
 * The options of the email; null sends no email. `generation` is the number of comments on the task: an email about a
 * comment is outdated when there is a newer comment.
 */
type Email = { generation?: number; delaySeconds?: number } | null

/**
 * Notifies the client of a task in the therapist’s name. Does nothing if the client has no account. The notification
 * never contains text of the task.
 */
export async function notifyTaskClient(
  tx: Tx,
  type: TaskNotificationType,
  task: TaskReference,
  email: Email = {},
): Promise<void> {
  const { rows } = await sql<{ account: string | null; name: string }>`
    select c.account_id as account, p.name as name from app.client_name c left join app.person p on p.account_id = c.therapist_id
    where c.id = ${task.clientId}`.execute(tx.kysely)
  const [record] = rows
  if (!record?.account) return
  await notify(tx, {
    to: record.account,
    type,
    params: { name: record.name },
    about: { type: 'task', id: task.id },
    person: task.therapistId,
    email: email && { actingFor: task.therapistId, ...email },
  })
}

/** Notifies the therapist of a task about an action of the acting client. */
export async function notifyTaskTherapist(
  tx: Tx,
  kind: TaskNotificationType,
  task: TaskReference,
  email: Email = {},
): Promise<void> {
  const { rows } = await sql<{ firstName: string; lastName: string }>`
    select first_name as "firstName", last_name as "lastName" from app.client_name where id = ${task.clientId}`.execute(
    tx.kysely,
  )
  const [record] = rows
  if (!record) return
  await notify(tx, {
    to: task.therapistId,
    type: kind,
    params: { name: shortName(record) },
    about: { type: 'task', id: task.id },
    email,
  })
}
