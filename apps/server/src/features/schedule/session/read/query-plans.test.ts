import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Actor } from '../../../../platform/database/actor.ts'
import { queryBuilder } from '../../../../platform/database/query-builder.ts'
import { openTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import {
  analyzeTables,
  type SeededTherapist,
  seedSessions,
  seedTherapist,
  writeAsOwner,
} from '../../../../testing/practice.ts'
import { chartRows } from './chart.ts'
import { pendingAnswerCount } from './waiting.ts'
import { overlapsQuery } from '../../schedule/schedule.conflicts.ts'
import {
  clientSessionPage,
  ownClientRecords,
  type SessionPage,
  sessionsBetween,
  therapistSessionPage,
} from './queries.ts'

const now = new Date('2026-06-15T12:00:00Z')
/**
 * The maximum number of future sessions of the client among the 5,000 seeded sessions. A query may read all future
 * sessions, for example to find the cancelled ones.
 */
const futureRows = 260
let app: TestDatabase
let seeded: SeededTherapist
let therapist: Actor
let client: Actor
beforeAll(async () => {
  app = await openTestDatabase(inject('adminUrl'), 2)
  seeded = await seedTherapist(app.installer, 1)
  await seedSessions(app.installer, seeded, 5_000, now.toISOString())
  for (let others = 0; others < 4; others++) {
    await seedSessions(app.installer, await seedTherapist(app.installer, 20), 3_000, now.toISOString())
  }
  await analyzeTables(app.installer)
  therapist = { role: 'therapist', id: seeded.id }
  client = { role: 'client', id: seeded.clients[0]?.accountId ?? '' }
})
afterAll(() => app.close())

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

type PlanNodes = { node: Node; above: Node[] }[]

type Explained = { 'QUERY PLAN': [{ Plan: Node }] }
const explain = 'explain (analyze, timing off, format json)'

/** Returns all nodes of a query plan from the top down, each with its ancestors. Executes the query as the actor. */
async function planOf(actor: Actor, query: RawBuilder<unknown>, hint?: 'index'): Promise<PlanNodes> {
  const compiled = query.compile(queryBuilder)
  const explained = { ...compiled, sql: `${explain} ${compiled.sql}` }
  return nodesOf(await app.db.readAs(actor, explained as CompiledQuery<Explained>, hint))
}

/**
 * Returns the nodes of the generic plan, which does not depend on the values of the parameters. Executes the query as the actor. Explaining a query
 * with values instead would always show a custom plan.
 */
async function genericPlanOf(actor: Actor, query: RawBuilder<unknown>): Promise<PlanNodes> {
  const { sql: text, parameters } = query.compile(queryBuilder)
  const values = parameters.map((value) =>
    pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  )
  const rows = await app.db.asActor(actor, async ({ run }) => {
    await run(`set local plan_cache_mode = 'force_generic_plan'`)
    await run(`prepare explained as ${text}`)
    const explained = await run<Explained>(`${explain} execute explained (${values.join(', ')})`)
    await run('deallocate explained')
    return explained.rows
  })
  return nodesOf(rows)
}

function nodesOf(rows: Explained[]): PlanNodes {
  const flatten = (node: Node, above: Node[]): PlanNodes => [
    { node, above },
    ...(node.Plans ?? []).flatMap((child) => flatten(child, [node, ...above])),
  ]
  const top = rows[0]?.['QUERY PLAN'][0].Plan
  return top ? flatten(top, []) : []
}

const isSort = ({ node }: PlanNodes[number]) => /Sort/.test(node['Node Type'])
/** Returns the plan node that scans an index. If several nodes do, returns the one that read the most rows. */
function indexScan(steps: PlanNodes, index: string): PlanNodes[number] {
  const [longest] = steps.filter(({ node }) => node['Index Name'] === index).sort((a, b) => rowsRead(b) - rowsRead(a))
  if (!longest) throw new Error(`${index} is not walked along`)
  return longest
}
/** Returns the number of rows that a plan node returned or filtered out in all its loops. */
const rowsRead = ({ node }: PlanNodes[number]) =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
const readsWhole = (steps: PlanNodes) =>
  steps.filter(
    ({ node }) =>
      node['Node Type'] === 'Seq Scan' && /^(session|event|imported|absence)/.test(node['Relation Name'] ?? ''),
  )

const page = (which: SessionPage['which'], more: Partial<SessionPage> = {}): SessionPage => ({
  which,
  limit: 20,
  now,
  ...more,
})
const cursor = { startsAt: '2026-03-01T10:00:00.000Z', id: '00000000-0000-4000-8000-000000000000' }

describe('the latest 20 of 5,000 sessions', () => {
  for (const [name, which] of [
    ['history', page('history')],
    ['history, further on', page('history', { after: cursor })],
    ['upcoming', page('upcoming')],
    ['history, narrowed', page('history', { filters: { status: ['completed'], format: 'video' } })],
  ] as const) {
    test(`of a therapist are read along an index without sorting: ${name}`, async () => {
      const steps = await planOf(therapist, therapistSessionPage(therapist, which), 'index')
      const scan = indexScan(steps, 'session_by_start')
      expect(scan.node['Index Cond']).toContain('therapist_id =')
      // The step above the limit sorts only the participants of a session.
      const limit = scan.above.findLastIndex((node) => node['Node Type'] === 'Limit')
      expect(limit).toBeGreaterThan(-1)
      expect(scan.above.slice(0, limit).filter((node) => /Sort/.test(node['Node Type']))).toEqual([])
      const above = scan.above.slice(limit).filter((node) => /Sort/.test(node['Node Type']))
      expect(above.filter((node) => node['Node Type'] !== 'Incremental Sort')).toEqual([])
      expect(rowsRead(scan)).toBeLessThan(100)
      expect(readsWhole(steps)).toEqual([])
    })

    test(`of a client are read along the participant index, sorting only 20 rows per record: ${name}`, async () => {
      const steps = await planOf(client, clientSessionPage(client, ownClientRecords, which), 'index')
      const scan = indexScan(steps, 'session_client_by_start')
      expect(scan.node['Index Cond']).toContain('client_id =')
      expect(rowsRead(scan)).toBeLessThanOrEqual(futureRows)
      expect(readsWhole(steps)).toEqual([])
    })
  }

  test('of one client, read by the therapist, use the participant index', async () => {
    const records = sql`array[${seeded.clients[0]?.id}]::uuid[]`
    const steps = await planOf(therapist, clientSessionPage(therapist, records, page('history')), 'index')
    expect(rowsRead(indexScan(steps, 'session_client_client'))).toBeLessThanOrEqual(futureRows)
    expect(readsWhole(steps)).toEqual([])
  })
})

test('counting the sessions that await a therapist uses partial indexes and does not read all sessions', async () => {
  const steps = await planOf(therapist, pendingAnswerCount(therapist, now))
  expect(steps.map(({ node }) => node['Index Name'])).toContain('session_waiting')
  expect(readsWhole(steps)).toEqual([])
  expect(Math.max(...steps.map(rowsRead))).toBeLessThan(60)
})

test('counting the sessions that await a client reads only the client’s future sessions', async () => {
  const steps = await planOf(client, pendingAnswerCount(client, now))
  expect(rowsRead(indexScan(steps, 'session_client_by_start'))).toBeLessThanOrEqual(futureRows)
  expect(readsWhole(steps)).toEqual([])
})

describe('a week', () => {
  const [from, to] = ['2026-06-08T00:00:00Z', '2026-06-15T00:00:00Z']

  test.each([
    ['a therapist', () => therapist, 'session_by_start', /therapist_id = .*starts_at < .*starts_at > /s],
    ['a client', () => client, 'session_client_by_start', /client_id = .*starts_at < .*starts_at > /s],
  ] as const)('of %s is bounded on both sides by the index, in the generic plan', async (_, whose, index, bounds) => {
    const steps = await genericPlanOf(whose(), sessionsBetween(whose(), from, to))
    const scan = indexScan(steps, index)
    expect(scan.node['Index Cond']).toMatch(bounds)
    expect(scan.node['Index Cond']).toMatch(/\$\d/)
    expect(rowsRead(scan)).toBeLessThan(60)
    expect(readsWhole(steps)).toEqual([])
  })

  test('is planned once per connection by a read with a generic plan', async () => {
    const query = sessionsBetween(therapist, from, to).compile(queryBuilder)
    await app.db.readAs(therapist, query, 'generic')
    const { rows } = await app.db.asActor(therapist, ({ run }) =>
      run<{ generic: number; custom: number }>(
        `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where statement = $1`,
        [query.sql],
      ),
    )
    expect(rows).toContainEqual({ generic: 1, custom: 0 })
  })
})

describe('a year of a chart', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']

  test.each([
    ['a therapist', () => therapist, 'session_by_start', /therapist_id = .*starts_at >= .*starts_at < /s],
    ['a client', () => client, 'session_client_by_start', /client_id = .*starts_at >= .*starts_at < /s],
  ] as const)('of %s is bounded on both sides by the index', async (_, whose, index, bounds) => {
    const steps = await planOf(whose(), chartRows(whose(), from, to))
    expect(indexScan(steps, index).node['Index Cond']).toMatch(bounds)
    expect(readsWhole(steps)).toEqual([])
  })
})

test('the query for the conflicts of fifty times makes fifty short scans of each index @slow', async () => {
  await seedConflicts()
  const hours = Array.from({ length: 50 }, (_, n) => Date.parse('2026-06-16T09:00:00Z') + n * 25 * 3_600_000)
  const spans = hours.map((at) => ({
    startsAt: new Date(at).toISOString(),
    endsAt: new Date(at + 3_000_000).toISOString(),
  }))
  const steps = await planOf(therapist, overlapsQuery(seeded.id, spans))
  for (const [table, index] of [
    ['session', 'session_by_start'],
    ['event', 'event_by_start'],
    ['imported_event', 'imported_event_by_start'],
  ]) {
    const scan = indexScan(steps, index ?? '')
    expect(scan.node['Index Cond'], table).toMatch(/therapist_id = .*starts_at < .*starts_at > /s)
    expect(scan.node['Actual Loops'], table).toBe(50)
    expect(rowsRead(scan) / 50, table).toBeLessThan(30)
  }
  const absences = indexScan(steps, 'absence_by_end')
  expect(absences.node['Index Cond']).toMatch(/therapist_id = .*ends_at > /s)
  expect(readsWhole(steps)).toEqual([])
})

/**
 * Inserts one busy time, one imported event and one absence per day for five years. Inserts absences for the other
 * therapists as well.
 */
async function seedConflicts(): Promise<void> {
  const [from, to] = ['2024-01-01T06:00:00Z', '2029-01-01T00:00:00Z']
  await writeAsOwner(app.installer, async () => {
    const calendar = '00000000-0000-4000-8000-000000000001'
    await app.installer.query(
      `insert into app.imported_calendar (id, therapist_id, name, address) values ('${calendar}', $1, 'Home', 'https://example.org/x')`,
      [seeded.id],
    )
    const span = `at, at + interval '1 hour'`
    await app.installer.query(
      `insert into app.event (id, therapist_id, title, starts_at, ends_at)
       select gen_random_uuid(), $1, 'Busy', ${span} from generate_series($2::timestamptz, $3::timestamptz, '1 day') at`,
      [seeded.id, from, to],
    )
    await app.installer.query(
      `insert into app.imported_event (therapist_id, calendar_id, number, starts_at, ends_at)
       select $1, '${calendar}', row_number() over (), ${span} from generate_series($2::timestamptz, $3::timestamptz, '1 day') at`,
      [seeded.id, from, to],
    )
    await app.installer.query(
      `insert into app.absence (id, therapist_id, starts_at, ends_at, whole_days)
       select gen_random_uuid(), therapist_id, ${span}, false from app.calendar, generate_series($1::timestamptz, $2::timestamptz, '1 day') at`,
      [from, to],
    )
  })
  await app.installer.query(
    'begin; set local role attune_owner; analyze app.event, app.imported_event, app.absence; commit',
  )
}

test('control: the check detects a query that cannot use an index', async () => {
  const unbounded = sql`select id from app.session s order by s.ends_at desc limit 20`
  const steps = await planOf(therapist, unbounded)
  expect(steps.some(isSort)).toBe(true)
})
