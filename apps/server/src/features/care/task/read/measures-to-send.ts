import type { MeasureToSend } from '@attune/contract/features/care/task/task.measures'
import { measureUseDays, questionnaires } from '@attune/contract/features/care/task/task.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

type OwnMeasure = Omit<Extract<MeasureToSend, { kind: 'measure' }>, 'kind'>

/**
 * Returns the measures that the acting therapist can send. Those that were assigned most often lately come first, then the ones that were assigned
 * last. Of the others, the shipped ones come before the therapist's, which are sorted by title. Withdrawn tasks do not count.
 */
export async function listMeasuresToSend(tx: Tx, now: Date): Promise<MeasureToSend[]> {
  const [own, { rows }] = await Promise.all([
    sql<OwnMeasure>`select id as "measureId", title, language, source from def.measures_to_send()`.execute(tx.kysely),
    sql<{ key: string; count: number; last: Date }>`
      select coalesce(t.form ->> 'name', t.form ->> 'measureId') as key, count(distinct t.act_id)::int as count, max(t.assigned_at) as last
      from app.task t where t.therapist_id = ${tx.actor.id} and t.kind in ('questionnaire', 'measure') and t.withdrawn_at is null
        and t.assigned_at > ${now}::timestamptz - make_interval(days => ${measureUseDays}) group by 1`.execute(
      tx.kysely,
    ),
  ])
  const uses = new Map(rows.map(({ key, count, last }) => [key, { count, last: new Date(last).getTime() }]))
  const useOf = (one: MeasureToSend) => uses.get(keyOf(one)) ?? { count: 0, last: 0 }
  const all: MeasureToSend[] = [
    ...questionnaires.map((name) => ({ kind: 'questionnaire' as const, name })),
    ...own.rows.map((measure) => ({ kind: 'measure' as const, ...measure })),
  ]
  return all.toSorted((a, b) => useOf(b).count - useOf(a).count || useOf(b).last - useOf(a).last)
}

const keyOf = (one: MeasureToSend): string => (one.kind === 'measure' ? one.measureId : one.name)
