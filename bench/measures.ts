import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { answeredTemplates, templateInstruments } from './measure-templates.ts'
import { ids, createBenchPractice, headersOf } from './practice.ts'
import { startBenchServer } from './server.ts'

/** The number that identifies the therapist, and the numbers of clients with measures, of measures per client, and of measured calls. */
const [owner, people, perClient, calls] = [9, 40, 500 / 40, 300]

/**
 * `clients` and `measures` are counts. `p50` and `p95` are durations of one opening in milliseconds. `plain` is the median duration of a request that
 * reads one row.
 */
export type MeasuresFigures = { clients: number; measures: number; p50: number; p95: number; plain: number }

/**
 * Measures the overview of scores of built-in questionnaires and of the therapist's own. Each call is a new opening, which writes a line to the
 * access log and an audit row for each client.
 */
export async function measureMeasures(): Promise<MeasuresFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    const measures = await fill(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const headers = headersOf(practice, server.address, 'therapist', owner)
      const ask = async (path: string) => {
        const answer = await fetch(`${server.address}/api/${path}`, { method: 'POST', headers, body: '{}' })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return answer.json() as Promise<{ items?: { latest: unknown }[] }>
      }
      const read = () => ask('task/measures')
      const shown = (await read()).items?.filter(({ latest }) => latest !== null).length
      if (shown !== people * templateInstruments) throw new Error(`the overview shows ${shown} scores`)
      const all = await timed(read)
      const plain = await timed(() => ask('terms/mine'))
      return { clients: people, measures, p50: at(all, 0.5), p95: at(all, 0.95), plain: at(plain, 0.5) }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 30; warm++) await work()
  const all: number[] = []
  for (let n = 0; n < calls; n++) {
    const begun = performance.now()
    await work()
    all.push(performance.now() - begun)
  }
  return all.sort((a, b) => a - b)
}
const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN

/** Inserts the answered questionnaires of the therapist's first clients, one a week. Returns their number. */
async function fill(url: string): Promise<number> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    let inserted = 0
    await writeAsOwner(db, async () => {
      const { rowCount } = await db.query(
        `with c as (select id from app.client where therapist_id = $1 and account_id is not null and disconnected_at is null order by id limit $2::int)
         , x as (
           select gen_random_uuid() as id, c.id as client_id, now() - n * interval '7 days' as d, k.*
           from (select id, row_number() over (order by id) as place from c) c
             cross join generate_series(1, case when c.place % 2 = 0 then floor($3::numeric) else ceil($3::numeric) end::int) n
             cross join lateral (select $4::jsonb -> (n - 1) as t) k)
         , t as (insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone, completed_at, ended_at)
           select id, $1, client_id, gen_random_uuid(), t ->> 'title', '{"type":"doc","content":[]}', t -> 'form', t ->> 'kind', 'completed', 'medium', d, d, d, 'UTC', d, d from x)
         insert into app.task_answer (therapist_id, task_id, answer, score, results, measure_version, comparable_from, submitted_at)
         select $1, id, t -> 'answer', (t ->> 'score')::float8, nullif(t -> 'results', 'null'), (t ->> 'version')::int, (t ->> 'comparableFrom')::int, d from x`,
        [ids.therapist(owner), people, perClient, JSON.stringify(answeredTemplates)],
      )
      inserted = rowCount ?? 0
    })
    await db.query('set role attune_owner')
    for (const table of ['task', 'task_answer']) await db.query(`vacuum analyze app.${table}`)
    return inserted
  } finally {
    await db.end()
  }
}
