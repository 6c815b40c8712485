import { dayBounds, periodStart, todayIn } from '@attune/contract/common/time/time'
import type { ClientId, TaskId } from '@attune/contract/common/ids'
import type { MeasureResult } from '@attune/contract/features/care/measure/measure.schemas'
import type { ClientMeasure, Instrument, MeasureOverview } from '@attune/contract/features/care/task/task.measures'
import { measureWeeks, mostMeasures, questionnaires } from '@attune/contract/features/care/task/task.rules'
import { instrumentOf, measureChange } from '@attune/contract/features/care/task/task.scores'
import { sql } from 'kysely'
import type { PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { givenAtSql } from './given-at.ts'
import { readInstruments, readPersonLanguage } from './instruments.ts'
import { readOpening, sealOpening } from './opening.ts'

/**
 * Returns the latest scores of the acting therapist's connected clients, and the measures that wait for an answer. The transaction that reads them
 * also writes one line to the access log of each client whose score it returns, and one audit row per client. `sealed` is the `opening` of an earlier
 * answer: its clients get no further line.
 */
export function readMeasures(context: Context, sealed: string | undefined): Promise<MeasureOverview> {
  const { app, actor } = context
  return app.db.asActor(actor, async (tx) => {
    const now = app.clock.now()
    const { rows, more } = firstMeasures(await listMeasureRows(tx, now))
    const instruments = await readInstrumentsOf(tx, rows)
    const items = rows.flatMap((row) => toClientMeasure(row, instruments, now) ?? []).filter(isTelling)
    const earlier = sealed === undefined ? null : readOpening(app, actor.id, sealed, now)
    const logged = new Set(earlier?.clientIds)
    const shown = new Set(items.flatMap(({ client, latest }) => (latest ? [client.id] : [])))
    const unlogged = [...shown].filter((id) => !logged.has(id))
    if (unlogged.length > 0) logMeasureReads(tx, context, unlogged, now)
    const clientIds = [...logged, ...unlogged]
    const shownInstruments = new Set(items.map(({ instrumentId }) => instrumentId))
    return {
      instruments: [...instruments.values()].filter(({ id }) => shownInstruments.has(id)),
      items,
      more,
      opening: sealOpening(app, actor.id, { at: earlier?.at ?? now, clientIds }),
    }
  })
}

/** Returns the rows that the overview shows, and whether there are further ones. */
export const firstMeasures = <Row>(rows: Row[]): { rows: Row[]; more: boolean } => ({
  rows: rows.slice(0, mostMeasures),
  more: rows.length > mostMeasures,
})

/** Writes the access log lines and the audit rows of an opening, just before the commit. */
function logMeasureReads(tx: Tx<PersonActor>, { requestId }: Context, ids: ClientId[], now: Date): void {
  const row = { action: 'open', resource: 'task-answer', requestId } as const
  tx.beforeCommit(() => {
    for (const id of ids) void insertAudit(tx, { ...row, resourceId: id })
    void tx.run('select def.leave_lines($1, $2, $3, $4)', ['task-answer', 'client', ids, now])
  })
}

type MeasureRow = ClientMeasure['client'] & {
  paused: boolean
  zone: string
  /** The name of a questionnaire, or the id of a measure. */
  instrument: string
  /** The client's latest task with a measure, and its version; null for a questionnaire. */
  taskId: TaskId | null
  version: number | null
  /** The main result of a measure, as it was submitted; null for a questionnaire. */
  result: MeasureResult | null
  score: number | null
  at: string | null
  firstScore: number | null
  firstAt: string | null
  openSince: string | null
  dueDay: string | null
}

/**
 * Returns one row per connected client and measure, at most one more than the overview shows. Leaves out clients who are disconnected. Scores of
 * withdrawn tasks and answers that were taken back do not count, as in the client's record. The first score is one that can be compared with the
 * latest.
 */
async function listMeasureRows(tx: Tx, now: Date): Promise<MeasureRow[]> {
  const today = todayIn('UTC', now)
  const since = dayBounds(periodStart('weekly', today, 1 - measureWeeks), 'UTC').from
  const given = sql`t.therapist_id = ${tx.actor.id} and t.kind in ('questionnaire', 'measure') and t.delivered_at is not null and t.withdrawn_at is null`
  const { rows } = await sql<MeasureRow>`
    with answered as (
      select t.id, t.client_id, coalesce(a.answer ->> 'name', a.answer ->> 'measureId') as instrument, a.score, ${givenAtSql} as given,
        a.measure_version as version, coalesce(a.comparable_from, 0) as comparable_from, a.results -> 0 as result
      from app.task t join app.task_answer a on a.therapist_id = t.therapist_id and a.task_id = t.id
      where ${given} and a.taken_back_at is null and a.score is not null
    ), latest as (
      select distinct on (client_id, instrument) client_id, instrument, id, given, score, version, comparable_from, result
      from answered order by client_id, instrument, given desc
    ), scored as (
      select l.client_id, l.instrument, l.id as task_id, l.version, l.given as at, l.score, l.result,
        min(x.given) as first_at, (array_agg(x.score order by x.given))[1] as first_score
      from latest l left join answered x on x.client_id = l.client_id and x.instrument = l.instrument and x.given >= ${since}
        and x.comparable_from = l.comparable_from
      group by l.client_id, l.instrument, l.id, l.version, l.given, l.score, l.result
    ), open as (
      select t.client_id, coalesce(t.form ->> 'name', t.form ->> 'measureId') as instrument, min(t.delivered_at) as since, min(t.due_day) as due_day,
        (array_agg(t.id order by t.delivered_at desc))[1] as task_id,
        (array_agg((t.form #>> '{copy,version}')::int order by t.delivered_at desc))[1] as version
      from app.task t where ${given} and t.ended_at is null and t.archived_at is null group by 1, 2
    )
    select c.id, coalesce(c.account_id, c.id) as "personId", c.first_name as "firstName", c.last_name as "lastName", p.avatar_url as "avatarUrl",
      c.status = 'inactive' as paused, coalesce(p.zone, 'UTC') as zone, instrument, s.score, s.at, s.first_score as "firstScore", s.first_at as "firstAt",
      case when length(instrument) = 36 then coalesce(o.task_id, s.task_id) end as "taskId",
      case when o.task_id is null then s.version else o.version end as version, s.result, o.since as "openSince", o.due_day as "dueDay"
    from scored s full join open o using (client_id, instrument)
      join app.client_state c on c.id = client_id and c.therapist_id = ${tx.actor.id} left join app.person p on p.account_id = c.account_id
    where c.account_id is not null and c.disconnected_at is null
    order by lower(c.first_name), lower(c.last_name), c.id, instrument limit ${mostMeasures + 1}`.execute(tx.kysely)
  return rows
}

/** Returns the descriptions of the instruments in the rows: questionnaires first, then the newest version of each measure by title. */
async function readInstrumentsOf(tx: Tx, rows: MeasureRow[]): Promise<Map<string, Instrument>> {
  const byVersion = rows.toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0))
  const tasks = new Map(byVersion.flatMap(({ instrument, taskId }) => (taskId ? [[instrument, taskId]] : [])))
  const own = tasks.size > 0 ? await readInstruments(tx, [...tasks.values()], await readPersonLanguage(tx)) : []
  const sorted = own.toSorted((one, other) => one.title.localeCompare(other.title))
  return new Map([...questionnaires.map(instrumentOf), ...sorted].map((instrument) => [instrument.id, instrument]))
}

/** Converts a row to the measure of a client. Returns null for a measure without scores. A paused client cannot answer, so nothing waits for them. */
function toClientMeasure(
  row: MeasureRow,
  instruments: ReadonlyMap<string, Instrument>,
  now: Date,
): ClientMeasure | null {
  const record = instruments.get(row.instrument)
  if (!record) return null
  const { id, personId, firstName, lastName, avatarUrl, paused, instrument, zone } = row
  const { score, at, result, firstScore, firstAt, openSince, dueDay } = row
  const today = todayIn(zone, now)
  return {
    client: { id, personId, firstName, lastName, avatarUrl },
    paused,
    instrumentId: instrument,
    latest:
      score === null || at === null
        ? null
        : { score, at, result: result && { range: result.range, band: result.band } },
    change:
      score === null || firstScore === null || firstAt === null || firstAt === at
        ? null
        : { since: firstAt, ...measureChange(record, firstScore, score) },
    open:
      openSince === null || paused ? null : { since: openSince, dueDay, overdue: dueDay !== null && dueDay < today },
  }
}

const isTelling = ({ latest, open }: ClientMeasure) => latest !== null || open !== null
