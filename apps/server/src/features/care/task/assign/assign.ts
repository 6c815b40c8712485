import type { ClientId, SessionId, TaskId } from '@attune/contract/common/ids'
import { imageIdsOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { NewTask } from '@attune/contract/features/care/task/task.fields'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { requireOwnFiles } from '../../file/file.ts'
import { type Assignee, lockAssignees } from '../task.clients.ts'
import { existingDay, dueReminderAt, repeatDays, repeatDeliveryAt } from './due-days.ts'
import { withMeasureCopy } from './measure-copy.ts'
import { requireNoOpenCopy } from './open-copies.ts'
import { taskContentColumnsSql, taskContentValuesSql } from '../task.fields.ts'
import { notifyTaskClient } from '../task.notifications.ts'
import { countParticipants } from '../../../schedule/session/session.ts'

type TaskAssignmentInput = z.output<typeof NewTask>

type Row = {
  id: TaskId
  client: string
  day: string | null
  deliverAt: string | null
  deliveredAt: string | null
  number: number | null
  /** The number of all repeats of the client; null for a task that does not repeat. */
  of: number | null
  zone: string
  remindAt: string | null
}

/**
 * Assigns a task to one or several clients in one command. A repeated task gets one row per due day. Notifies each
 * client once if the first row is delivered now. Repeating the command changes nothing. Returns the id of the first row
 * of each client. Refuses with NOT_FOUND for an unknown client, session, file or preceding task, and for a measure that is
 * not released, with CLIENT_INACTIVE, with FILE_REFUSED, with OPEN_COPY, and with CONFLICT if the command was used for other clients.
 */
export async function assignTasks(tx: Tx, input: TaskAssignmentInput, now: Date): Promise<string[]> {
  const before = await findTasksAssignedBy(tx, input)
  if (before) return before
  const clients = await lockAssignees(tx, input.clientIds)
  if (clients.length !== input.clientIds.length) throw notFound()
  if (clients.some(({ status }) => status === 'inactive')) throw createRefusal('CLIENT_INACTIVE', 409)
  const files = filesOfTask(input)
  const [deliveredAt, form] = await Promise.all([
    readFirstDelivery(tx, input, now),
    withMeasureCopy(tx, input.form),
    input.sessionId && requireSession(tx, input.sessionId, input.clientIds),
    requireOwnFiles(tx, files),
  ])
  const rows = clients.flatMap((client) => rowsFor(client, input, deliveredAt, now))
  await insertRows(tx, rows, { ...input, form }, files, now)
  const firsts = rows.filter(({ number }) => number === null || number === 1)
  if (deliveredAt && hasOneOpenCopy(form)) await requireNoOpenCopy(tx, column(firsts, 'id'))
  const therapistId = tx.actor.id
  for (const row of firsts) {
    if (row.deliveredAt) await notifyTaskClient(tx, 'task-assigned', { id: row.id, therapistId, clientId: row.client })
    else if (row.deliverAt) {
      const startAfterSeconds = (Date.parse(row.deliverAt) - now.getTime()) / 1000
      await enqueue(tx, { name: 'task-deliver', data: { taskId: row.id, therapistId }, startAfterSeconds })
    }
  }
  const firstOf = new Map(firsts.map((row) => [row.client, row.id]))
  return input.clientIds.flatMap((client) => firstOf.get(client) ?? [])
}

/** Whether a client can have only one open copy of this kind of form. */
const hasOneOpenCopy = ({ kind }: TaskForm) => kind === 'questionnaire' || kind === 'measure'

/** Returns the ids of all files of a task: its attachments, and the pictures in its description. */
export const filesOfTask = ({ files, description }: { files: string[]; description: RichText }): string[] => [
  ...new Set([...files, ...imageIdsOf(description)]),
]

/**
 * Returns the id of the first task of each client if the same command has already inserted the tasks; null for a new
 * command. Refuses with CONFLICT if the command was used for other clients.
 */
async function findTasksAssignedBy(tx: Tx, { id, clientIds }: TaskAssignmentInput): Promise<string[] | null> {
  const { rows } = await sql<{ id: TaskId; client: string }>`
    select t.id, t.client_id as client from app.task t
    where t.therapist_id = ${tx.actor.id} and t.act_id = ${id} and coalesce(t.repeat_number, 1) = 1`.execute(tx.kysely)
  if (!rows.length) return null
  const known = new Map(rows.map((row) => [row.client, row.id]))
  if (known.size !== clientIds.length || clientIds.some((client) => !known.has(client))) throw conflict()
  return clientIds.flatMap((client) => known.get(client) ?? [])
}

/**
 * Returns `now` if the first task of each client is delivered now: for immediate delivery, for a time that has passed, and if the preceding task is
 * already completed. Otherwise returns null. Refuses with NOT_FOUND for an unknown preceding task.
 */
async function readFirstDelivery(
  tx: Tx,
  { delivery, clientIds }: TaskAssignmentInput,
  now: Date,
): Promise<Date | null> {
  if (delivery.how === 'now') return now
  if (delivery.how === 'at') return Date.parse(delivery.at) <= now.getTime() ? now : null
  const { rows } = await sql<{ status: string }>`
    select t.status from app.task t where t.therapist_id = ${tx.actor.id} and t.id = ${delivery.taskId} and t.client_id = ${clientIds[0]}
      and t.withdrawn_at is null and t.archived_at is null for update`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0].status === 'completed' ? now : null
}

async function requireSession(tx: Tx, sessionId: SessionId, clientIds: ClientId[]): Promise<void> {
  if ((await countParticipants(tx, sessionId, clientIds)) !== clientIds.length) throw notFound()
}

function rowsFor(
  client: Assignee,
  { id: act, dueDay, delivery, repeat }: TaskAssignmentInput,
  first: Date | null,
  now: Date,
): Row[] {
  const { zone } = client
  const days = repeat && dueDay ? repeatDays(repeat, dueDay, zone) : [dueDay && existingDay(dueDay, zone)]
  return days.map((day, place) => {
    const before = place > 0 ? (days[place - 1] ?? null) : null
    const deliveredAt = before === null ? (first?.toISOString() ?? null) : null
    const at = delivery.how === 'at' ? delivery.at : null
    return {
      id: idOf(act, client.id, place),
      client: client.id,
      day,
      deliverAt: before === null || day === null ? (deliveredAt ?? at) : repeatDeliveryAt(before, day, zone),
      deliveredAt,
      number: days.length > 1 ? place + 1 : null,
      of: days.length > 1 ? days.length : null,
      zone,
      remindAt: dueReminderAt(day, zone, now),
    }
  })
}

/**
 * Derives the id of a task from the command id, the client and the position among the repetitions. Repeating the
 * command then produces the same ids.
 */
function idOf(act: string, client: string, place: number): string {
  const hash = createHash('sha256').update(`attune task ${act} ${client} ${place}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const column = <Key extends keyof Row>(rows: Row[], key: Key): Row[Key][] => rows.map((row) => row[key])

async function insertRows(tx: Tx, rows: Row[], input: TaskAssignmentInput, files: string[], now: Date): Promise<void> {
  const therapist = tx.actor.id
  const { id: act, form, delivery, sessionId } = input
  const after = delivery.how === 'after' ? delivery.taskId : null
  await sql`
    insert into app.task (id, therapist_id, client_id, act_id, ${taskContentColumnsSql}, kind, status, due_day, assigned_at, deliver_at,
      delivered_at, after_task_id, repeat_number, repeat_of, session_id, zone, remind_at)
    select v.id, ${therapist}::uuid, v.client, ${act}::uuid, ${taskContentValuesSql(input)}, ${form.kind},
      'assigned', v.day, ${now}::timestamptz, v.deliver_at, v.delivered_at, case when coalesce(v.number, 1) = 1 then ${after}::uuid end,
      v.number, v.of, ${sessionId}::uuid, v.zone, v.remind_at
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'client')}::uuid[], ${column(rows, 'day')}::date[], ${column(rows, 'deliverAt')}::timestamptz[],
      ${column(rows, 'deliveredAt')}::timestamptz[], ${column(rows, 'number')}::int[], ${column(rows, 'of')}::int[], ${column(rows, 'zone')}::text[], ${column(rows, 'remindAt')}::timestamptz[])
      as v (id, client, day, deliver_at, delivered_at, number, of, zone, remind_at)`.execute(tx.kysely)
  const ids = column(rows, 'id')
  await sql`
    insert into app.task_history (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command)
    select ${therapist}::uuid, v.id, ${now}::timestamptz, ${therapist}::uuid, 'therapist', 'assign', null, 'assigned', gen_random_uuid()
    from unnest(${ids}::uuid[]) as v (id)`.execute(tx.kysely)
  if (files.length) {
    await sql`
      insert into app.task_file (therapist_id, task_id, account_id, file_id)
      select ${therapist}::uuid, v.id, ${therapist}::uuid, f.id from unnest(${ids}::uuid[]) as v (id) cross join unnest(${files}::uuid[]) as f (id)`.execute(
      tx.kysely,
    )
  }
  const delivered = rows.filter((row) => row.deliveredAt !== null)
  await sql`
    insert into app.task_client (therapist_id, task_id, client_id, due_day)
    select ${therapist}::uuid, v.id, v.client, v.day
    from unnest(${column(delivered, 'id')}::uuid[], ${column(delivered, 'client')}::uuid[], ${column(delivered, 'day')}::date[]) as v (id, client, day)`.execute(
    tx.kysely,
  )
}
