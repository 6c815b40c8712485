import { randomUUID } from 'node:crypto'
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createTestCluster } from '../apps/server/src/testing/cluster.ts'
import { createDatabase, testSecrets } from '../apps/server/src/testing/database.ts'
import { quantile } from '../bench/load.ts'
import type { Product } from '../bench/product.ts'
import type { Outcome } from './outcome.ts'
import { connect, openWorld, type World } from './world.ts'

const crowd = 100

/** R5: a hundred who plan or move into overlapping times at once, over two server processes. */
export async function bookingRace(short: boolean, say: (line: string) => void): Promise<Outcome> {
  const rounds = short ? 5 : 50
  const cluster = await createTestCluster()
  try {
    const { url } = await createDatabase(cluster.adminUrl)
    const dataDir = mkdtempSync(join(tmpdir(), 'attune-drill-'))
    mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
    writeFileSync(join(dataDir, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
    const world = await openWorld(1, { url, secrets: testSecrets, dataDir })
    const servers = await Promise.all([world.start(), world.start()])
    const db = await connect(url)
    try {
      const movable = await prepare(world, servers)
      const sum = { doubles: 0, nobody: 0, faults: 0, otherRefusals: 0, traces: 0 }
      const latencies: number[] = []
      for (let round = 0; round < rounds; round++) {
        const before = await count(db)
        const outcomes = await race(world, servers, movable, round)
        const after = await count(db)
        const winners = outcomes.filter(({ status }) => status === 200).length
        if (winners > 1) sum.doubles++
        if (winners === 0) sum.nobody++
        sum.faults += outcomes.filter(({ status }) => status >= 500 || status === 0).length
        sum.otherRefusals += outcomes.filter(({ status, code }) => status !== 200 && code !== 'SLOT_TAKEN').length
        if (after.mails !== before.mails + 1 || after.news !== before.news + 1 || after.steps !== before.steps + 1)
          sum.traces++
        latencies.push(...outcomes.map(({ took }) => took))
        if ((round + 1) % 10 === 0) say(`${round + 1} rounds`)
      }
      latencies.sort((a, b) => a - b)
      await dropGuards(db)
      let doublesWithout = 0
      for (let round = 0; round < 3; round++) {
        const outcomes = await race(world, servers, movable, rounds + round)
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
          'rounds in which a loser left a mail, a notification or a step': sum.traces,
          'p99 (≤ 2 s)': `${(p99 / 1000).toFixed(2)} s`,
          'control: of 3 rounds without lock and constraint, with two winners': doublesWithout,
        },
      }
    } finally {
      await db.end()
      for (const server of servers) await server.stop()
      await world.close()
    }
  } finally {
    await cluster.stop()
  }
}

const minute = 60_000
const at = (day: number, minutes = 0) => new Date(Date.UTC(2029, 0, 1 + day, 9) + minutes * minute).toISOString()

/** Half of the crowd moves a session that it has, half plans a new one. */
async function prepare(world: World, servers: Product[]): Promise<string[]> {
  const [pair] = world.pairs
  if (!pair) return []
  const { api } = world.caller(servers[0]?.address ?? '', pair, 'therapist')
  const ids = Array.from({ length: crowd / 2 }, () => randomUUID())
  for (const [index, id] of ids.entries()) {
    await api.session.plan({ id, clientIds: [pair.recordId], startsAt: at(-60 + index), format: 'video' })
  }
  return ids
}

async function race(world: World, servers: Product[], movable: string[], round: number) {
  const [pair] = world.pairs
  if (!pair) return []
  return Promise.all(
    Array.from({ length: crowd }, async (_, index) => {
      const caller = world.caller(servers[index % 2]?.address ?? '', pair, 'therapist')
      const startsAt = at(round, index % 50)
      const begun = performance.now()
      const id = movable[(index - 1) / 2]
      const answer = await (
        index % 2 && id
          ? caller.send('session/move', { id, command: randomUUID(), startsAt, durationMinutes: 50 })
          : caller.send('session/plan', { id: randomUUID(), clientIds: [pair.recordId], startsAt, format: 'video' })
      ).catch(() => null)
      const { code } = ((await answer?.json()) ?? {}) as { code?: string }
      return { status: answer?.status ?? 0, code, took: performance.now() - begun }
    }),
  )
}

/** As the definer, whose policies show all rows. */
async function count(db: pg.Client) {
  await db.query('begin; set local role attune_owner')
  for (const table of ['mail', 'notification', 'session_history'])
    await db.query(`alter table app.${table} no force row level security`)
  const { rows } = await db.query<{ mails: number; news: number; steps: number }>(`
    select (select count(*)::int from app.mail) as mails, (select count(*)::int from app.notification) as news,
      (select count(*)::int from app.session_history) as steps`)
  await db.query('rollback')
  return rows[0] ?? { mails: 0, news: 0, steps: 0 }
}

const dropGuards = (db: pg.Client) =>
  db.query(`begin; set local role attune_owner; alter table app.session drop constraint session_slot;
    set local role attune_app_definer;
    create or replace function def.lock_calendar(therapist uuid) returns boolean language sql volatile security definer
      set search_path = pg_catalog, pg_temp as 'select true'; commit`)
