import type { TaskTemplate } from '@attune/contract/features/task'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'

/** So many a therapist may keep. */
const most = 200

/** The acting therapist's, the latest first. */
export async function templatesOf(tx: Tx): Promise<TaskTemplate[]> {
  const { rows } = await sql<TaskTemplate>`
    select m.id, m.title, m.description, m.form, m.priority, m.updated_at as "updatedAt" from app.task_template m
    where m.therapist_id = ${tx.actor.id} order by m.updated_at desc, m.id limit ${most}`.execute(tx.kysely)
  return rows
}

type Wanted = Omit<TaskTemplate, 'updatedAt'>

/** Keeps a template; the same id again takes the place of what stood. Refuses TOO_MANY. */
export async function saveTemplate(tx: Tx, wanted: Wanted, now: Date): Promise<TaskTemplate> {
  const known = await templatesOf(tx)
  if (known.length >= most && !known.some(({ id }) => id === wanted.id)) throw refuse('TOO_MANY', 409)
  const { id, title, description, form, priority } = wanted
  const kept = {
    title,
    description: JSON.stringify(description),
    form: JSON.stringify(form),
    priority,
    updated_at: now,
  }
  const { numUpdatedRows } = await tx.kysely
    .updateTable('task_template')
    .set(kept)
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const born = { id, therapist_id: tx.actor.id as string, ...kept }
    await tx.kysely.insertInto('task_template').values(born).execute()
  }
  return { ...wanted, updatedAt: now.toISOString() }
}

export async function dropTemplate(tx: Tx, id: string): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('task_template')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
