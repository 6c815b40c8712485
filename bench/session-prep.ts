import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { headersOf, ids, createBenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'

/**
 * The number of the therapist, the years of data, and the number of measured calls. One client has a weekly session, a
 * daily check-in, a monthly questionnaire, a weekly plain task and a daily shared entry.
 */
const [owner, years, calls] = [9, 5, 300]
const days = years * 365

/**
 * `sessions`, `tasks` and `entries` are counts of rows. `p50` and `p95` are durations of the session prep in
 * milliseconds. `plain` is the median duration of a request that reads a single row.
 */
export type SessionPrepFigures = {
  sessions: number
  tasks: number
  entries: number
  p50: number
  p95: number
  plain: number
}

/**
 * Measures requests for the session prep of a client with five years of data, and for comparison requests that read a
 * single row.
 */
export async function measureSessionPrep(): Promise<SessionPrepFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    const filled = await fill(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const headers = headersOf(practice, server.address, 'therapist', owner)
      const ask = async (path: string, input: object) => {
        const answer = await fetch(`${server.address}/api/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return answer.json() as Promise<{ entries?: unknown[]; checkIns?: unknown[] }>
      }
      const read = () => ask('sessionPrep/get', { clientId: filled.clientId })
      const prep = await read()
      if (!prep.entries?.length || !prep.checkIns?.length) throw new Error('the session prep is empty')
      const preps = await timed(read)
      const plains = await timed(() => ask('terms/mine', {}))
      return { ...filled.counts, p50: at(preps, 0.5), p95: at(preps, 0.95), plain: at(plains, 0.5) }
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

/** Inserts five years of data of the therapist's first client. The last session was three days ago. */
async function fill(url: string) {
  const db = new pg.Client(url)
  await db.connect()
  const therapist = ids.therapist(owner)
  try {
    let clientId = ''
    await writeAsOwner(db, async () => {
      const { rows } = await db.query<{ id: string; account: string }>(
        `select id, account_id as account from app.client where therapist_id = $1 and account_id is not null order by id limit 1`,
        [therapist],
      )
      const client = rows[0]
      if (!client) throw new Error('no client is connected')
      await db.query(
        `with s as (insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
           select gen_random_uuid(), $1, t, t + interval '50 minutes', 'video', 'completed' from (select now() - interval '3 days' - n * interval '7 days' as t from generate_series(0, $3::int / 7) n) x returning id, starts_at)
         insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) select $1, id, $2, starts_at, 'accepted' from s`,
        [therapist, client.id, days],
      )
      for (const [kind, every, form, answer, score] of [
        [
          'check-in',
          1,
          { kind: 'check-in', question: 'How calm', low: '', high: '' },
          { kind: 'check-in', value: 6, note: '' },
          null,
        ],
        ['questionnaire', 30, { kind: 'questionnaire', name: 'phq-9' }, { kind: 'questionnaire', name: 'phq-9' }, 9],
        ['plain', 7, { kind: 'plain' }, { kind: 'plain', note: '' }, null],
      ] as const)
        await db.query(
          `with t as (insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone, completed_at, ended_at)
             select gen_random_uuid(), $1, $2, gen_random_uuid(), 'How calm', '{"type":"doc","content":[]}', $4, $5, 'completed', 'medium', d, d, d, 'UTC', d, d
             from (select now() - n * interval '1 day' as d from generate_series(0, $3::int, $6::int) n) x returning id, ended_at)
           insert into app.task_answer (therapist_id, task_id, answer, score, submitted_at) select $1, id, $7, $8, ended_at from t`,
          [therapist, client.id, days, JSON.stringify(form), kind, every, JSON.stringify(answer), score],
        )
      await db.query(
        `with e as (insert into app.journal_entry (id, account_id, title, content, excerpt, folded, written_at)
           select gen_random_uuid(), $2, 'A day', '{"type":"doc","content":[]}', 'A day', 'a day', now() - n * interval '1 day' from generate_series(0, $3::int) n returning id, written_at)
         , p as (insert into app.journal_publication (account_id, entry_id, version, title, content, excerpt, written_at, published_at)
           select $2, id, 1, 'A day', '{"type":"doc","content":[]}', 'A day', written_at, written_at from e)
         insert into app.journal_share (account_id, entry_id, therapist_id, shared_at, fresh_at) select $2, id, $1, written_at, written_at from e`,
        [therapist, client.account, days],
      )
      clientId = client.id
    })
    await db.query('set role attune_owner')
    for (const table of [
      'session',
      'session_client',
      'task',
      'task_answer',
      'journal_entry',
      'journal_publication',
      'journal_share',
    ])
      await db.query(`vacuum analyze app.${table}`)
    const tasks = Math.floor(days) + 1 + Math.floor(days / 30) + 1 + Math.floor(days / 7) + 1
    return { clientId, counts: { sessions: Math.floor(days / 7) + 1, tasks, entries: days + 1 } }
  } finally {
    await db.end()
  }
}
