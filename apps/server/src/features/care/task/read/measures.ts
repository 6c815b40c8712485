import { periodStart, wallClockOf, dayBounds } from '@attune/contract/common/time/time'
import type { ClientId } from '@attune/contract/common/ids'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import type { ClientMeasure, MeasureOverview } from '@attune/contract/features/care/task/task.measures'
import { measureWeeks, questionnaires } from '@attune/contract/features/care/task/task.rules'
import { instrumentOf, measureChange } from '@attune/contract/features/care/task/task.scores'
import { sql } from 'kysely'
import type { PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { readOpening, sealOpening } from './opening.ts'

const mostMeasures = 2000

/**
 * Returns the latest scores of the acting therapist's connected clients, and the measures that wait for an answer. The transaction that reads them also
 * writes one line to the access log of each client whose score it returns, and one audit row per client. `sealed` is the `opening` of an earlier
 * answer: its clients get no further line.
 */
export function readMeasures(context: Context, sealed: string | undefined): Promise<MeasureOverview> {
  const { app, actor } = context
  return app.db.asActor(actor, async (tx) => {
    const now = app.clock.now()
    const items = (await listMeasureRows(tx, now)).map((row) => toClientMeasure(row, now)).filter(isTelling)
    const earlier = sealed === undefined ? null : readOpening(app, actor.id, sealed, now)
    const logged = new Set(earlier?.clientIds)
    const shown = new Set(items.flatMap(({ client, latest }) => (latest ? [client.id] : [])))
    const unlogged = [...shown].filter((id) => !logged.has(id))
    if (unlogged.length > 0) logMeasureReads(tx, context, unlogged, now)
    const clientIds = [...logged, ...unlogged]
    const names = questionnaires.filter((name) => items.some(({ instrumentId }) => instrumentId === name))
    return {
      instruments: names.map(instrumentOf),
      items,
      opening: sealOpening(app, actor.id, { at: earlier?.at ?? now, clientIds }),
    }
  })
}

/** Writes the lines and the audit rows of an opening, together with the commit. */
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
  instrument: QuestionnaireName
  score: number | null
  at: string | null
  firstScore: number | null
  firstAt: string | null
  openSince: string | null
  dueDay: string | null
}

/**
 * Returns one row per connected client and measure. Leaves out clients who are disconnected. Scores of withdrawn tasks and answers
 * that were taken back do not count, as in the client's record.
 */
async function listMeasureRows(tx: Tx, now: Date): Promise<MeasureRow[]> {
  const today = wallClockOf(now.toISOString(), 'UTC').day
  const since = dayBounds(periodStart('weekly', today, 1 - measureWeeks), 'UTC').from
  const given = sql`t.therapist_id = ${tx.actor.id} and t.kind = 'questionnaire' and t.delivered_at is not null and t.withdrawn_at is null`
  const { rows } = await sql<MeasureRow>`
    with scored as (
      select client_id, instrument, max(given) as at, (array_agg(score order by given desc))[1] as score,
        min(given) filter (where given >= ${since}) as first_at,
        (array_agg(score order by given) filter (where given >= ${since}))[1] as first_score
      from (select t.client_id, a.answer ->> 'name' as instrument, a.score, coalesce(a.answered_at, a.submitted_at) as given
        from app.task t join app.task_answer a on a.therapist_id = t.therapist_id and a.task_id = t.id
        where ${given} and a.taken_back_at is null and a.score is not null) x group by 1, 2
    ), open as (
      select t.client_id, t.form ->> 'name' as instrument, min(t.delivered_at) as since, min(t.due_day) as due_day
      from app.task t where ${given} and t.ended_at is null and t.archived_at is null group by 1, 2
    )
    select c.id, coalesce(c.account_id, c.id) as "personId", c.first_name as "firstName", c.last_name as "lastName", p.avatar_url as "avatarUrl",
      c.status = 'inactive' as paused, coalesce(p.zone, 'UTC') as zone, instrument, s.score, s.at, s.first_score as "firstScore", s.first_at as "firstAt",
      o.since as "openSince", o.due_day as "dueDay"
    from scored s full join open o using (client_id, instrument)
      join app.client_state c on c.id = client_id and c.therapist_id = ${tx.actor.id} left join app.person p on p.account_id = c.account_id
    where c.account_id is not null and c.disconnected_at is null
    order by lower(c.first_name), lower(c.last_name), c.id, instrument limit ${mostMeasures}`.execute(tx.kysely)
  return rows
}

/** Converts a row to the measure of a client. A paused client cannot answer, so nothing waits for them. */
function toClientMeasure(row: MeasureRow, now: Date): ClientMeasure {
  const { id, personId, firstName, lastName, avatarUrl, paused, instrument, zone } = row
  const { score, at, firstScore, firstAt, openSince, dueDay } = row
  const today = wallClockOf(now.toISOString(), zone).day
  return {
    client: { id, personId, firstName, lastName, avatarUrl },
    paused,
    instrumentId: instrument,
    latest: score === null || at === null ? null : { score, at },
    change:
      score === null || firstScore === null || firstAt === null || firstAt === at
        ? null
        : { since: firstAt, ...measureChange(instrumentOf(instrument), firstScore, score) },
    open:
      openSince === null || paused ? null : { since: openSince, dueDay, overdue: dueDay !== null && dueDay < today },
  }
}

const isTelling = ({ latest, open }: ClientMeasure) => latest !== null || open !== null
