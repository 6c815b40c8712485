import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import type { MeasureCopy } from '@attune/contract/features/care/measure/measure.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

/** Returns a form without the copy of a measure, as templates contain it. */
export function withoutCopy(form: TaskForm): TaskForm {
  if (form.kind !== 'measure') return form
  const { copy: _, ...rest } = form
  return rest
}

/**
 * Returns the form of a measure with a copy of the released version; returns any other form unchanged. `stored` is the form that the task has: if it
 * is of the same measure, its copy is kept. Refuses with NOT_FOUND for a measure that the acting therapist does not have, has deleted or has not
 * released.
 */
export async function withMeasureCopy(tx: Tx, form: TaskForm, stored?: TaskForm): Promise<TaskForm> {
  if (form.kind !== 'measure') return form
  if (stored?.kind === 'measure' && stored.measureId === form.measureId && stored.copy) {
    return { ...form, copy: stored.copy }
  }
  const { rows } = await sql<{ copy: MeasureCopy | null }>`
    select def.measure_to_send(${form.measureId}::uuid) as copy`.execute(tx.kysely)
  const copy = rows[0]?.copy
  if (!copy) throw notFound()
  return { ...form, copy }
}
