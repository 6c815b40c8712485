import { randomUUID } from 'node:crypto'
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { repeatWhileBusy } from '../apps/server/src/testing/browser.ts'
import { createTestCluster } from '../apps/server/src/testing/database/cluster.ts'
import { createDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'
import { quantile } from '../bench/load.ts'
import type { BenchServer } from '../bench/server.ts'
import type { DrillOutcome } from './outcome.ts'
import { connectDatabase, createDrillContext, type DrillContext } from './context.ts'

const crowd = 100

/**
 * In each round, sends a hundred parallel calls for overlapping times to two server processes. Of these calls, 25 schedule a session, 25 move a
 * session, 25 confirm a request, and 25 accept a change request. Exactly one of the calls may succeed.
 */
export async function bookingRaceDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const rounds = short ? 5 : 50
  const cluster = await createTestCluster()
  try {
    const { url } = await createDatabase(cluster.adminUrl)
    const dataDir = mkdtempSync(join(tmpdir(), 'attune-drill-'))
    mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
    writeFileSync(join(dataDir, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
    const context = await createDrillContext(1, { url, secrets: testSecrets, dataDir })
    const servers = await Promise.all([context.start(), context.start()])
    const db = await connectDatabase(url)
    try {
      const stock = await prepare(context, servers)
      const sum = { doubles: 0, nobody: 0, faults: 0, otherRefusals: 0, traces: 0, lostWishes: 0 }
      const latencies: number[] = []
      const wins: Record<string, number> = {}
      for (let round = 0; round < rounds; round++) {
        const ways = await buildCalls(context, servers, stock, round)
        const before = await count(db)
        const outcomes = await race(context, servers, ways)
        const after = await count(db)
        const won = outcomes.filter(({ status }) => status === 200)
        const winners = won.length
        for (const { path } of won) wins[path] = (wins[path] ?? 0) + 1
        if (winners > 1) sum.doubles++
        if (winners === 0) sum.nobody++
        sum.faults += outcomes.filter(({ status }) => status >= 500 || status === 0).length
        sum.otherRefusals += outcomes.filter(({ status, code }) => status !== 200 && code !== 'SLOT_TAKEN').length
        if (before.pending - after.pending !== won.filter(({ path }) => path === 'session/confirm').length)
          sum.lostWishes++
        if (after.mails !== before.mails + 1 || after.news !== before.news + 1 || after.steps !== before.steps + 1)
          sum.traces++
        latencies.push(...outcomes.map(({ took }) => took))
        if ((round + 1) % 10 === 0) say(`${round + 1} rounds`)
      }
      latencies.sort((a, b) => a - b)
      await removeConflictChecks(db)
      let doublesWithout = 0
      for (let round = 0; round < 3; round++) {
        const outcomes = await race(context, servers, await buildCalls(context, servers, stock, rounds + round))
        if (outcomes.filter(({ status }) => status === 200).length > 1) doublesWithout++
      }
      const p99 = quantile(latencies, 0.99)
      return {
        passed: Object.values(sum).every((n) => n === 0) && doublesWithout > 0 && p99 <= 2_000,
        figures: {
          'rounds of 100': rounds,
          'rounds with two winners': sum.doubles,
          'rounds without a winner': sum.nobody,
          'answers 5xx or none': sum.faults,
          'refusals other than SLOT_TAKEN': sum.otherRefusals,
          'rounds in which a loser left an email, a notification or a history event': sum.traces,
          'rounds in which a request that lost is no longer pending': sum.lostWishes,
          'won by planning, moving, confirming, accepting': [
            'session/create',
            'session/move',
            'session/confirm',
            'changeRequest/accept',
          ]
            .map((path) => wins[path] ?? 0)
            .join(', '),
          'p99 (≤ 2 s)': `${(p99 / 1000).toFixed(2)} s`,
          'control: of 3 rounds without lock and constraint, with two winners': doublesWithout,
        },
      }
    } finally {
      await db.end()
      for (const server of servers) await server.stop()
      await context.close()
    }
  } finally {
    await cluster.stop()
  }
}

const minute = 60_000
const at = (day: number, minutes = 0) => new Date(Date.UTC(2029, 0, 1 + day, 9) + minutes * minute).toISOString()

type Stock = { movable: string[]; wished: { id: string; change: string }[] }
type Way = { path: string; input: object }

/**
 * Creates the sessions that the calls of all rounds need, at other times: 25 sessions that will be moved, and 25
 * sessions for change requests.
 */
async function prepare(context: DrillContext, servers: BenchServer[]): Promise<Stock> {
  const [pair] = context.pairs
  if (!pair) return { movable: [], wished: [] }
  const { api } = context.caller(servers[0]?.address ?? '', pair, 'therapist')
  const ids = Array.from({ length: crowd / 2 }, () => randomUUID() as string)
  for (const [index, id] of ids.entries()) {
    const startsAt = at(-60 + index)
    await api.session.create({ id, clientIds: [pair.recordId], startsAt, format: 'video', agreed: true })
  }
  return { movable: ids.slice(0, crowd / 4), wished: ids.slice(crowd / 4).map((id) => ({ id, change: '' })) }
}

/** Builds a hundred calls for overlapping times on one day: new sessions, moves, requests to confirm and change requests to accept. */
async function buildCalls(context: DrillContext, servers: BenchServer[], stock: Stock, round: number): Promise<Way[]> {
  const [pair] = context.pairs
  if (!pair) return []
  const client = context.caller(servers[0]?.address ?? '', pair, 'client')
  const ways: Way[] = []
  for (let place = 0; place < crowd / 4; place++) {
    const time = { startsAt: at(round, place), durationMinutes: 50 }
    const [movable, wished] = [stock.movable[place], stock.wished[place]]
    const plan = { id: randomUUID(), clientIds: [pair.recordId], startsAt: at(round, place + 20), format: 'video' }
    ways.push({ path: 'session/create', input: plan })
    ways.push({ path: 'session/move', input: { id: movable, command: randomUUID(), ...time } })
    const wish = { id: randomUUID(), therapistId: pair.therapistId, format: 'phone' as const, message: '', ...time }
    await client.api.session.request(wish)
    ways.push({ path: 'session/confirm', input: { id: wish.id, command: randomUUID() } })
    if (!wished) continue
    if (wished.change) await client.send('changeRequest/withdraw', { id: wished.change, command: randomUUID() })
    wished.change = randomUUID()
    await client.api.changeRequest.askMove({ id: wished.change, sessionId: wished.id, reason: '', ...time })
    ways.push({ path: 'changeRequest/accept', input: { id: wished.change, command: randomUUID() } })
  }
  return ways
}

async function race(context: DrillContext, servers: BenchServer[], ways: Way[]) {
  const [pair] = context.pairs
  if (!pair) return []
  return Promise.all(
    ways.map(async ({ path, input }, index) => {
      // Successive groups of four calls, one of each kind, go to the two servers in turn.
      const caller = context.caller(servers[Math.floor(index / 4) % 2]?.address ?? '', pair, 'therapist')
      const begun = performance.now()
      const answer = await repeatWhileBusy(() => caller.send(path, input)).catch(() => null)
      const { code } = ((await answer?.json()) ?? {}) as { code?: string }
      return { path, status: answer?.status ?? 0, code, took: performance.now() - begun }
    }),
  )
}

/** Counts rows as the owner of the tables, without row security. */
async function count(db: pg.Client) {
  await db.query('begin; set local role attune_owner')
  for (const table of ['mail', 'notification', 'session_history', 'session'])
    await db.query(`alter table app.${table} no force row level security`)
  const { rows } = await db.query<{ mails: number; news: number; steps: number; pending: number }>(`
    select (select count(*)::int from app.mail) as mails, (select count(*)::int from app.notification) as news,
      (select count(*)::int from app.session_history) as steps,
      (select count(*)::int from app.session where status = 'pending') as pending`)
  await db.query('rollback')
  return rows[0] ?? { mails: 0, news: 0, steps: 0, pending: 0 }
}

const removeConflictChecks = (db: pg.Client) =>
  db.query(`begin; set local role attune_owner; alter table app.session drop constraint session_slot;
    set local role attune_app_definer;
    create or replace function def.lock_calendar(therapist uuid) returns boolean language sql volatile security definer
      set search_path = pg_catalog, pg_temp as 'select true'; commit`)
