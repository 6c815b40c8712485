import type { FileId } from '@attune/contract/common/ids'
import type { TaskEdit } from '@attune/contract/features/care/task/task.fields'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, illegalTransition, notFound } from '../../../../platform/policy/refusal.ts'
import { requireOwnFiles } from '../../file/file.ts'
import { filesOfTask } from './assign.ts'
import { readClientZone } from '../task.clients.ts'
import { withMeasureCopy } from './measure-copy.ts'
import { existingDay, dueReminderAt } from './due-days.ts'
import { type LockedTask, lockTask, assertTaskTransition, recordTaskHistory } from '../task.command.ts'
import { taskContentValues } from '../task.fields.ts'
import { listTasksById } from '../task.view.queries.ts'

/**
 * Edits an open task of the acting therapist. The type of form cannot change once the task is started, because the
 * client’s draft would be lost. Refuses with NOT_FOUND, with ILLEGAL_TRANSITION, with FILE_REFUSED, and with CHANGED
 * and the current task if the edit is based on another version.
 */
export async function editTask(tx: Tx, edit: TaskEdit, now: Date): Promise<void> {
  const task = await lockTask(tx, edit.id)
  if (!task || task.withdrawn) throw notFound()
  assertTaskTransition(tx, 'edit', task, now)
  if (task.version !== edit.version) {
    const [current] = await listTasksById(tx, [edit.id], now)
    throw current ? createRefusal('CHANGED', 409, current) : notFound()
  }
  if (task.status !== 'assigned' && formType(edit.form) !== formType(task.form))
    throw illegalTransition({ status: task.status })
  const zone = await readClientZone(tx, task.clientId)
  const dueDay = edit.dueDay && existingDay(edit.dueDay, zone)
  const form = await withMeasureCopy(tx, edit.form, task.form)
  await tx.kysely
    .updateTable('task')
    .set({
      ...taskContentValues({ ...edit, form }),
      kind: edit.form.kind,
      ...(dueDay !== task.dueDay && {
        due_day: dueDay,
        zone,
        remind_at: dueReminderAt(dueDay, zone, now),
        reminded_at: null,
      }),
      version: task.version + 1,
      updated_at: now,
    })
    .where('id', '=', task.id)
    .execute()
  await Promise.all([
    sql`update app.task_client set due_day = ${dueDay}::date where task_id = ${task.id}`.execute(tx.kysely),
    recordTaskHistory(tx, { task, action: 'edit' }, now),
    setFiles(tx, task, filesOfTask(edit)),
  ])
}

const formType = (form: TaskForm) =>
  form.kind === 'questionnaire' ? form.name : form.kind === 'measure' ? form.measureId : form.kind

async function setFiles(tx: Tx, task: LockedTask, files: string[]): Promise<void> {
  const { rows } = await sql<{ id: FileId }>`
    delete from app.task_file where task_id = ${task.id} and file_id <> all (${files}::uuid[]) returning file_id as id`.execute(
    tx.kysely,
  )
  const known = await sql<{ id: FileId }>`select file_id as id from app.task_file where task_id = ${task.id}`.execute(
    tx.kysely,
  )
  const added = files.filter((id) => !known.rows.some((row) => row.id === id) && !rows.some((row) => row.id === id))
  await requireOwnFiles(tx, added)
  if (!added.length) return
  await sql`
    insert into app.task_file (therapist_id, task_id, account_id, file_id)
    select ${task.therapistId}::uuid, ${task.id}::uuid, ${task.therapistId}::uuid, f.id from unnest(${added}::uuid[]) as f (id)`.execute(
    tx.kysely,
  )
}
