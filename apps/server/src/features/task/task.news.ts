import { shortName } from '@attune/contract/features/account'
import type { NotificationKind } from '@attune/contract/features/notification'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { tell } from '../notification/notification.ts'

type Kind = Extract<NotificationKind, `task-${string}`>
type About = { id: string; therapistId: string; clientId: string }
/** `generation` counts the comments: a later one drops the mail of those before it. `mail` null: none leaves. */
type Mail = { generation?: number; delaySeconds?: number } | null

/** Tells the client of a task in the therapist's name; of one without an account nobody. Never what the task says. */
export async function tellClient(tx: Tx, kind: Kind, task: About, mail: Mail = {}): Promise<void> {
  const { rows } = await sql<{ account: string | null; name: string }>`
    select c.account_id as account, trim(p.first_name || ' ' || p.last_name) as name from app.client c left join app.profile p on p.account_id = c.therapist_id
    where c.id = ${task.clientId}`.execute(tx.kysely)
  const [record] = rows
  if (!record?.account) return
  await tell(tx, {
    to: record.account,
    kind,
    params: { name: record.name },
    about: { type: 'task', id: task.id },
    ...(mail && { mail: { actingFor: task.therapistId, subject: task.id, ...mail } }),
  })
}

/** Tells the therapist of a task what the acting client did. */
export async function tellTherapist(tx: Tx, kind: Kind, task: About, mail: Mail = {}): Promise<void> {
  const { rows } = await sql<{ firstName: string; lastName: string }>`
    select first_name as "firstName", last_name as "lastName" from app.client where id = ${task.clientId}`.execute(
    tx.kysely,
  )
  const [record] = rows
  if (!record) return
  await tell(tx, {
    to: task.therapistId,
    kind,
    params: { name: shortName(record) },
    about: { type: 'task', id: task.id },
    ...(mail && { mail: { actingFor: task.therapistId, subject: task.id, ...mail } }),
  })
}
