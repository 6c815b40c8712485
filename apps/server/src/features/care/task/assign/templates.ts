import type { TaskTemplateId } from '@attune/contract/common/ids'
import type { TaskTemplate } from '@attune/contract/features/care/task/task.fields'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { limitReached, notFound } from '../../../../platform/policy/refusal.ts'
import { withMeasureCopy, withoutCopy } from './measure-copy.ts'
import { taskContentSql, taskContentValues } from '../task.fields.ts'

/** The maximum number of templates per therapist. */
const templateLimit = 200

/** Returns the acting therapist’s templates, most recently changed first. */
export async function listTaskTemplates(tx: Tx): Promise<TaskTemplate[]> {
  const { rows } = await sql<TaskTemplate>`
    select m.id, ${taskContentSql}, m.updated_at as "updatedAt" from app.task_template m
    where m.therapist_id = ${tx.actor.id} order by m.updated_at desc, m.id limit ${templateLimit}`.execute(tx.kysely)
  return rows
}

type TemplateInput = Omit<TaskTemplate, 'updatedAt'>

/**
 * Saves a template, and replaces a stored template with the same id. Refuses with LIMIT_REACHED if the therapist
 * already has `templateLimit` templates, and with NOT_FOUND for a measure that the therapist cannot send.
 */
export async function saveTaskTemplate(tx: Tx, wanted: TemplateInput, now: Date): Promise<TaskTemplate> {
  const input = { ...wanted, form: withoutCopy(await withMeasureCopy(tx, wanted.form)) }
  const known = await listTaskTemplates(tx)
  if (known.length >= templateLimit && !known.some(({ id }) => id === input.id)) throw limitReached(templateLimit)
  const { id } = input
  const columns = { ...taskContentValues(input), updated_at: now }
  const { numUpdatedRows } = await tx.kysely
    .updateTable('task_template')
    .set(columns)
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const row = { id, therapist_id: tx.actor.id, ...columns }
    await tx.kysely.insertInto('task_template').values(row).execute()
  }
  return { ...input, updatedAt: now.toISOString() }
}

export async function deleteTaskTemplate(tx: Tx, id: TaskTemplateId): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('task_template')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
