import { guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { markdownTable, targetMark } from './cells.ts'
import { createBenchPractice, headersOf, ids } from './practice.ts'
import { startBenchServer } from './server.ts'

/**
 * The numbers that identify the guardian, the compared client and the therapists; then the numbers of children, weeks with sessions and measured
 * openings.
 */
const [guardian, client, therapists, children, weeks, openings] = [20, 21, [10, 11, 12], 10, 60, 300]

/** The 95th percentile of the durations in milliseconds in which all requests of a page are answered, and the median. */
type Opening = { p95: number; median: number }
/** The home of a client, the overview of a guardian, and the home of one child. The three take turns. */
export type GuardianFigures = Record<'client' | 'overview' | 'child', Opening>

/** Measures the requests of the first pages that a guardian of ten children with three therapists opens, and those of a client's home. */
export async function measureGuardians(): Promise<GuardianFigures> {
  const practice = await createBenchPractice(40_000, 1_000)
  try {
    const actingFor = await fill(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const openAs = (account: number) => {
        const headers = headersOf(practice, server.address, 'client', account)
        return async (requests: [path: string, input: object][]) => {
          const begun = performance.now()
          const answers = requests.map(async ([path, input]) => {
            const body = JSON.stringify(input)
            const answer = await fetch(`${server.address}/api/${path}`, { method: 'POST', headers, body })
            const text = await answer.text()
            if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text}`)
            return text
          })
          const texts = await Promise.all(answers)
          return { took: performance.now() - begun, texts }
        }
      }
      const [asGuardian, asClient] = [openAs(guardian), openAs(client)]
      const pages = {
        client: () => asClient([['clientHome/get', {}]]),
        overview: () =>
          asGuardian([
            ['guardian/clients', {}],
            ['guardian/home', {}],
          ]),
        child: () =>
          asGuardian([
            ['guardian/clients', {}],
            ['guardian/home', { actingFor }],
            ['guardian/forms', { actingFor }],
            ['guardian/unreadMessages', { actingFor }],
            ['guardian/invoices', { actingFor, limit: 20 }],
            ['guardian/superbills', { actingFor }],
            ['guardian/planShared', { actingFor }],
          ]),
      }
      const [clients = ''] = (await pages.overview()).texts
      if (clients.split('"clientId"').length - 1 !== children)
        throw new Error('the guardian does not act for all children')
      const times: Record<keyof typeof pages, number[]> = { client: [], overview: [], child: [] }
      for (let turn = -30; turn < openings; turn++)
        for (const name of ['client', 'overview', 'child'] as const) {
          const { took } = await pages[name]()
          if (turn >= 0) times[name].push(took)
        }
      return { client: figuresOf(times.client), overview: figuresOf(times.overview), child: figuresOf(times.child) }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

function figuresOf(times: number[]): Opening {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return { p95: at(0.95), median: at(0.5) }
}

/** Gives the guardian every right for ten children with weekly sessions, and the compared client as many sessions. Returns the id of a child. */
async function fill(url: string): Promise<string> {
  const db = new pg.Client(url)
  await db.connect()
  const rights = Object.fromEntries(guardianRights.map((right) => [right, '-infinity']))
  try {
    const childIds: string[] = []
    await writeAsOwner(db, async () => {
      for (let number = 0; number < children; number++) {
        const therapist = ids.therapist(therapists[number % therapists.length] ?? 0)
        const { rows } = await db.query<{ id: string }>(
          'select id from app.client where therapist_id = $1 and id <> all ($2) and account_id not in ($3, $4) order by id limit 1',
          [therapist, childIds, ids.account(guardian), ids.account(client)],
        )
        const childId = rows[0]?.id ?? ''
        childIds.push(childId)
        await addSessions(db, therapist, childId, number)
        const id = randomUUID()
        await db.query(
          `insert into app.guardian (id, therapist_id, client_id, contact_id, name, relationship, email, rights)
           values ($1, $2, $3, $1, 'Anna Weber', 'Mother', 'anna@example.org', $4)`,
          [id, therapist, childId, JSON.stringify(rights)],
        )
        await db.query('update app.guardian set account_id = $2, accepted_at = now() where id = $1', [
          id,
          ids.account(guardian),
        ])
      }
      const { rows } = await db.query<{ id: string; therapist: string }>(
        'select id, therapist_id as therapist from app.client where account_id = $1',
        [ids.account(client)],
      )
      for (const record of rows) await addSessions(db, record.therapist, record.id, children)
    })
    await db.query('set role attune_owner')
    for (const table of ['session', 'session_client', 'guardian', 'guardian_right'])
      await db.query(`vacuum analyze app.${table}`)
    return childIds[0] ?? ''
  } finally {
    await db.end()
  }
}

/** Inserts a weekly session for more than a year, eleven of them in the future. */
const addSessions = (db: pg.Client, therapist: string, clientId: string, number: number) =>
  db.query(
    `with s as (insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
       select gen_random_uuid(), $1, t, t + interval '50 minutes', 'video', case when t < now() then 'completed' else 'confirmed' end
       from (select now() + interval '80 days' + $3 * interval '1 hour' - n * interval '7 days' as t from generate_series(0, $4::int - 1) n) x
       where t not between now() and now() + interval '7 days' returning id, starts_at)
     insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) select $1, id, $2, starts_at, 'accepted' from s`,
    [therapist, clientId, number, weeks],
  )

export function guardiansTable({ client: own, overview, child }: GuardianFigures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const row = (name: string, { p95, median }: Opening) => {
    const ratio = p95 / own.p95
    return [name, ms(median), ms(p95), ratio.toFixed(2), '≤ 1.50', targetMark(ratio, (value) => value <= 1.5)]
  }
  return markdownTable(
    [
      `all requests of a page, ${openings} openings`,
      'half within',
      '95 of 100 within',
      'to the client’s home',
      'goal',
      '',
    ],
    [
      ['a client’s home', ms(own.median), ms(own.p95), '', '', ''],
      row('a guardian’s overview, ten children at three therapists', overview),
      row('the home of one of the ten children', child),
    ],
  )
}
