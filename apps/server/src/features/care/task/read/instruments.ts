import type { TaskId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import type { Instrument } from '@attune/contract/features/care/task/task.measures'
import { instrumentOfMeasure } from '@attune/contract/features/care/task/task.results.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** Returns the language in which the actor reads. */
export async function readPersonLanguage(tx: Tx): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`
    select p.language from app.person p where p.account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]?.language ?? 'en'
}

/** Returns the descriptions of the measures in tasks, one per task. Leaves out measures without scores. */
export async function readInstruments(tx: Tx, taskIds: TaskId[], language: Language): Promise<Instrument[]> {
  if (taskIds.length === 0) return []
  const { rows } = await sql<{ form: TaskForm }>`
    select t.form from app.task t where t.id = any (${taskIds}::uuid[]) and t.kind = 'measure' order by t.id`.execute(
    tx.kysely,
  )
  return rows.flatMap(({ form }) => {
    if (form.kind !== 'measure' || !form.copy) return []
    return instrumentOfMeasure(form.measureId, form.copy, language) ?? []
  })
}
