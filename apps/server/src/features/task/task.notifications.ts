import { shortName } from '@attune/contract/features/account.rules'
import type { NotificationKind } from '@attune/contract/features/notification'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notify } from '../notification/notification.ts'

type Kind = Extract<NotificationKind, `task-${string}`>
export type TaskReference = { id: string; therapistId: string; clientId: string }
/**
 * `generation` is the number of comments: a newer comment makes the email about an older one outdated. null sends no
 * email.
 */
type Email = { generation?: number; delaySeconds?: number } | null

/**
 * Notifies the client of a task in the therapist’s name, if the client has an account. Never contains the task’s
 * text.
 */
export async function notifyTaskClient(tx: Tx, kind: Kind, task: TaskReference, email: Email = {}): Promise<void> {
  const { rows } = await sql<{ account: string | null; name: string }>`
    select c.account_id as account, trim(p.first_name || ' ' || p.last_name) as name from app.client c left join app.profile p on p.account_id = c.therapist_id
    where c.id = ${task.clientId}`.execute(tx.kysely)
  const [record] = rows
  if (!record?.account) return
  await notify(tx, {
    to: record.account,
    type: kind,
    params: { name: record.name },
    about: { type: 'task', id: task.id },
    person: task.therapistId,
    email: email && { actingFor: task.therapistId, ...email },
  })
}

/** Notifies the therapist of a task about what the acting client did. */
export async function notifyTaskTherapist(tx: Tx, kind: Kind, task: TaskReference, email: Email = {}): Promise<void> {
  const { rows } = await sql<{ firstName: string; lastName: string }>`
    select first_name as "firstName", last_name as "lastName" from app.client where id = ${task.clientId}`.execute(
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
