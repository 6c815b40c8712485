import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Actor, build } from '../../platform/database/actor.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { analyze, type SeededTherapist, seedSessions, seedTherapist, writeAsOwner } from '../../testing/practice.ts'
import { chartRows } from './session.chart.ts'
import { waitingCount } from './session.waiting.ts'
import { overlaps } from './session.slot.ts'
import { clientPage, myRecords, type Page, sessionsBetween, therapistPage } from './session.queries.ts'

const now = new Date('2026-06-15T12:00:00Z')
/** A client's own sessions of the time to come are looked through for those called off; of 5,000 these are so many. */
const toCome = 260
let house: TestDatabase
let busy: SeededTherapist
let therapist: Actor
let client: Actor
beforeAll(async () => {
  house = await openTestDatabase(inject('adminUrl'), 2)
  busy = await seedTherapist(house.installer, 1)
  await seedSessions(house.installer, busy, 5_000, now.toISOString())
  for (let others = 0; others < 4; others++) {
    await seedSessions(house.installer, await seedTherapist(house.installer, 20), 3_000, now.toISOString())
  }
  await analyze(house.installer)
  therapist = { role: 'therapist', id: busy.id }
  client = { role: 'client', id: busy.clients[0]?.accountId ?? '' }
})
afterAll(() => house.close())

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

type Steps = { node: Node; above: Node[] }[]

/** How Postgres answers the question in the actor's name, from the top, each step with those above it. */
async function planOf(actor: Actor, question: RawBuilder<unknown>, along?: 'index'): Promise<Steps> {
  const compiled = question.compile(build)
  const explained = { ...compiled, sql: `explain (analyze, timing off, format json) ${compiled.sql}` }
  const rows = await house.db.readAs(actor, explained as CompiledQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>, along)
  const walk = (node: Node, above: Node[]): Steps => [
    { node, above },
    ...(node.Plans ?? []).flatMap((child) => walk(child, [node, ...above])),
  ]
  const top = rows[0]?.['QUERY PLAN'][0].Plan
  return top ? walk(top, []) : []
}

const isSort = ({ node }: Steps[number]) => /Sort/.test(node['Node Type'])
/** The step that walks along an index; the longest, where there are several. */
function walkAlong(steps: Steps, index: string): Steps[number] {
  const [longest] = steps.filter(({ node }) => node['Index Name'] === index).sort((a, b) => touched(b) - touched(a))
  if (!longest) throw new Error(`${index} is not walked along`)
  return longest
}
/** Rows that a step gave in all its turns, with those it threw away. */
const touched = ({ node }: Steps[number]) =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
const readsWhole = (steps: Steps) =>
  steps.filter(
    ({ node }) =>
      node['Node Type'] === 'Seq Scan' && /^(session|event|imported|absence)/.test(node['Relation Name'] ?? ''),
  )

const page = (which: Page['which'], more: Partial<Page> = {}): Page => ({ which, limit: 20, now, ...more })
const cursor = { startsAt: '2026-03-01T10:00:00.000Z', id: '00000000-0000-4000-8000-000000000000' }

describe('the latest 20 of 5,000 sessions', () => {
  for (const [name, which] of [
    ['history', page('history')],
    ['history, further on', page('history', { after: cursor })],
    ['upcoming', page('upcoming')],
    ['history, narrowed', page('history', { filters: { status: ['completed'], format: 'video' } })],
  ] as const) {
    test(`of a therapist are a walk along the index, without sorting: ${name} [2.08]`, async () => {
      const steps = await planOf(therapist, therapistPage(therapist, which), 'index')
      const walked = walkAlong(steps, 'session_by_start')
      expect(walked.node['Index Cond']).toContain('therapist_id =')
      expect(walked.above.filter((node) => /Sort/.test(node['Node Type']))).toEqual([])
      expect(touched(walked)).toBeLessThan(100)
      expect(readsWhole(steps)).toEqual([])
    })

    test(`of a client are a walk along the link, sorted only 20 a record: ${name} [2.08]`, async () => {
      const steps = await planOf(client, clientPage(client, myRecords, which), 'index')
      const walked = walkAlong(steps, 'session_client_by_start')
      expect(walked.node['Index Cond']).toContain('client_id =')
      expect(touched(walked)).toBeLessThanOrEqual(toCome)
      expect(readsWhole(steps)).toEqual([])
    })
  }

  test('of one client, asked by the therapist, are the same walk [2.08]', async () => {
    const records = sql`array[${busy.clients[0]?.id}]::uuid[]`
    const steps = await planOf(therapist, clientPage(therapist, records, page('history')), 'index')
    expect(touched(walkAlong(steps, 'session_client_client'))).toBeLessThanOrEqual(toCome)
    expect(readsWhole(steps)).toEqual([])
  })
})

test('what waits for a therapist is found along indexes of what waits, not among all sessions [2.34]', async () => {
  const steps = await planOf(therapist, waitingCount(therapist, now))
  expect(steps.map(({ node }) => node['Index Name'])).toContain('session_waiting')
  expect(readsWhole(steps)).toEqual([])
  expect(Math.max(...steps.map(touched))).toBeLessThan(60)
})

test('what waits for a client is looked for among the own sessions to come [2.34]', async () => {
  const steps = await planOf(client, waitingCount(client, now))
  expect(touched(walkAlong(steps, 'session_client_by_start'))).toBeLessThanOrEqual(toCome)
  expect(readsWhole(steps)).toEqual([])
})

describe('a week', () => {
  const [from, to] = ['2026-06-08T00:00:00Z', '2026-06-15T00:00:00Z']

  test('of a therapist is bounded on both sides by the index [2.08]', async () => {
    const steps = await planOf(therapist, sessionsBetween(therapist, from, to))
    const walked = walkAlong(steps, 'session_by_start')
    expect(walked.node['Index Cond']).toMatch(/therapist_id = .*starts_at < .*starts_at > /s)
    expect(touched(walked)).toBeLessThan(60)
    expect(readsWhole(steps)).toEqual([])
  })

  test('of a client is bounded on both sides by the link’s index [2.08]', async () => {
    const steps = await planOf(client, sessionsBetween(client, from, to))
    const walked = walkAlong(steps, 'session_client_by_start')
    expect(walked.node['Index Cond']).toMatch(/client_id = .*starts_at < .*starts_at > /s)
    expect(touched(walked)).toBeLessThan(60)
    expect(readsWhole(steps)).toEqual([])
  })
})

describe('a year of a chart', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']

  test.each([
    ['a therapist', () => therapist, 'session_by_start', /therapist_id = .*starts_at >= .*starts_at < /s],
    ['a client', () => client, 'session_client_by_start', /client_id = .*starts_at >= .*starts_at < /s],
  ] as const)('of %s is bounded on both sides by the index [9.05]', async (_, whose, index, bounds) => {
    const steps = await planOf(whose(), chartRows(whose(), from, to))
    expect(walkAlong(steps, index).node['Index Cond']).toMatch(bounds)
    expect(readsWhole(steps)).toEqual([])
  })
})

test('what is in the way of fifty times at once is fifty short walks along each index, in one question [1.05]', async () => {
  await seedBusy()
  const hours = Array.from({ length: 50 }, (_, n) => Date.parse('2026-06-16T09:00:00Z') + n * 25 * 3_600_000)
  const spans = hours.map((at) => ({
    startsAt: new Date(at).toISOString(),
    endsAt: new Date(at + 3_000_000).toISOString(),
  }))
  const steps = await planOf(therapist, overlaps(busy.id, spans))
  for (const [table, index] of [
    ['session', 'session_by_start'],
    ['event', 'event_by_start'],
    ['imported_event', 'imported_event_by_start'],
  ]) {
    const walked = walkAlong(steps, index ?? '')
    expect(walked.node['Index Cond'], table).toMatch(/therapist_id = .*starts_at < .*starts_at > /s)
    expect(walked.node['Actual Loops'], table).toBe(50)
    expect(touched(walked) / 50, table).toBeLessThan(30)
  }
  const absences = walkAlong(steps, 'absence_by_end')
  expect(absences.node['Index Cond']).toMatch(/therapist_id = .*ends_at > /s)
  expect(readsWhole(steps)).toEqual([])
})

/** An event, one of a calendar elsewhere and an absence a day, five years long; absences of the others too. */
async function seedBusy(): Promise<void> {
  const [from, to] = ['2024-01-01T06:00:00Z', '2029-01-01T00:00:00Z']
  await writeAsOwner(house.installer, async () => {
    const calendar = '00000000-0000-4000-8000-000000000001'
    await house.installer.query(
      `insert into app.imported_calendar (id, therapist_id, name, address) values ('${calendar}', $1, 'Home', 'https://example.org/x')`,
      [busy.id],
    )
    const span = `at, at + interval '1 hour'`
    await house.installer.query(
      `insert into app.event (id, therapist_id, title, starts_at, ends_at)
       select gen_random_uuid(), $1, 'Busy', ${span} from generate_series($2::timestamptz, $3::timestamptz, '1 day') at`,
      [busy.id, from, to],
    )
    await house.installer.query(
      `insert into app.imported_event (therapist_id, calendar_id, number, starts_at, ends_at)
       select $1, '${calendar}', row_number() over (), ${span} from generate_series($2::timestamptz, $3::timestamptz, '1 day') at`,
      [busy.id, from, to],
    )
    await house.installer.query(
      `insert into app.absence (id, therapist_id, starts_at, ends_at, whole_days)
       select gen_random_uuid(), therapist_id, ${span}, false from app.calendar, generate_series($1::timestamptz, $2::timestamptz, '1 day') at`,
      [from, to],
    )
  })
  await house.installer.query(
    'begin; set local role attune_owner; analyze app.event, app.imported_event, app.absence; commit',
  )
}

test('a question that cannot walk along an index is told apart: the control [2.08]', async () => {
  const unbounded = sql`select id from app.session s order by s.ends_at desc limit 20`
  const steps = await planOf(therapist, unbounded)
  expect(steps.some(isSort)).toBe(true)
})
