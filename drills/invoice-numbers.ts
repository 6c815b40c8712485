import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { type Db, openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import {
  failAfterNumbers,
  judgeNumbers,
  type NumberedTherapist,
  type NumberLoad,
  readNumbers,
  startNumberLoad,
  type StoredNumbers,
  unnoticedNumberFaults,
} from '../apps/server/src/testing/faults/invoice-numbers.ts'
import { draftInvoice, insertOwnPayer, openPractice } from '../apps/server/src/testing/records/invoices.ts'
import { connectDatabase, createDrillContext, type DrillContext } from './context.ts'
import type { DrillOutcome } from './outcome.ts'
import { backendsOf } from './postgres-kills.ts'
import { openServerClock } from './reminders.clock.ts'

const [minute, hour] = [60_000, 3_600_000]
/** Midnight at the end of the year in Berlin, where the practices are. */
const midnight = Date.UTC(new Date().getUTCFullYear(), 11, 31, 23)
const connections = 200

/**
 * Three therapists issue invoices over 200 connections while the server and database backends are killed. The server's clock passes the end of a
 * year, is set back, and passes it again.
 */
export async function invoiceNumbersDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const [kills, backendEvery] = short ? [6, 3] : [24, 6]
  const context = await createDrillContext(3)
  const clock = openServerClock(context.dataDir)
  const toMidnight = (ahead: number) => clock.set(midnight - ahead - Date.now())
  const killed = { servers: 0, backends: 0 }
  try {
    toMidnight(hour)
    let product = await context.start(clock.env)
    const pool = openPool(context.url(), context.secrets, 20)
    const db = openDb(pool)
    const therapists = await openTherapists(context, db, () => product.address)
    const load = startNumberLoad(db, therapists, connections)
    for (let kill = 1; kill <= kills; kill++) {
      if (kill === kills / 2) toMidnight(1_000)
      if (kill === kills * 0.75) toMidnight(4_000)
      await busyAgain(load)
      if (kill % backendEvery === 0) {
        killBackend(context)
        killed.backends++
      } else {
        product.child.kill('SIGKILL')
        await once(product.child, 'exit')
        product = await context.start(clock.env)
        killed.servers++
      }
      say(`${kill} kills, ${load.acknowledged()} acknowledged`)
    }
    await busyAgain(load)
    await load.stop()
    const stored = await readNumbers(
      db,
      therapists.map(({ accountId }) => accountId),
    )
    await pool.end()
    await product.stop()
    const verdict = judgeNumbers(stored, load.ledger)
    const unnoticed = unnoticedNumberFaults(stored, load.ledger)
    const marks = wrongMarks(context, stored)
    const years = Math.min(...stored.map(({ series }) => series.length))
    const { gaps, duplicates, lost, falling, ends } = verdict
    return {
      passed: gaps + duplicates + lost + falling + ends + load.changed + marks + unnoticed.length === 0 && years === 2,
      figures: {
        'therapists, connections': `${therapists.length}, ${connections}`,
        'kills of the server, of a Postgres backend': `${killed.servers}, ${killed.backends}`,
        'invoices issued, acknowledged': `${stored.flatMap(({ issued }) => issued).length}, ${load.acknowledged()}`,
        'years of each series': years,
        'answers 5xx, requests without an answer': `${load.failures}, ${load.unanswered}`,
        gaps,
        duplicates,
        'acknowledged invoices lost': lost,
        'numbers that do not rise with the time of issue': falling,
        'series whose last is not the highest number': ends,
        'repeats with another number': load.changed,
        'series whose mark in the secrets folder differs': marks,
        'control: kinds of changed rows not noticed, of 5': unnoticed.length,
      },
    }
  } finally {
    await context.close()
  }
}

/** Waits until 50 more invoices have been issued after a kill, and then for up to two more seconds. Throws if this takes more than a minute. */
async function busyAgain(load: NumberLoad): Promise<void> {
  const before = load.acknowledged()
  for (const until = performance.now() + minute; load.acknowledged() < before + 50; await pause(100))
    if (performance.now() > until) throw new Error('no invoices are issued any more')
  await pause(randomInt(2_000))
}

/** Opens the practices of the therapists, each with a complete draft. */
async function openTherapists(context: DrillContext, db: Db, address: () => string): Promise<NumberedTherapist[]> {
  const installer = await connectDatabase(context.url())
  // The servers' clock is weeks ahead of the database's clock, which set the expiry of the logins.
  await installer.query('begin; set local role attune_owner')
  await installer.query(
    `update auth.login set last_seen_at = $1, created_at = $1, expires_at = $1::timestamptz + interval '7 days'`,
    [new Date(midnight - hour)],
  )
  await installer.query('commit')
  const therapists: NumberedTherapist[] = []
  for (const pair of context.pairs) {
    const therapist = { accountId: pair.therapistId }
    await openPractice({ db }, therapist)
    await insertOwnPayer({ db }, therapist, pair.recordId)
    const browser = () => context.caller(address(), pair, 'therapist')
    const { id } = await draftInvoice(browser(), pair.recordId)
    therapists.push({ ...therapist, draftId: id, browser })
  }
  await failAfterNumbers(installer)
  await installer.end()
  return therapists
}

function killBackend(context: DrillContext): void {
  const backends = backendsOf(findPostmaster(clusterPath(context.dataDir))?.pid ?? 0)
  const victim = backends[randomInt(Math.max(1, backends.length))]
  if (victim === undefined) throw new Error('there is no backend to kill')
  process.kill(victim, 'SIGKILL')
}

/** Counts the series whose highest number differs from the one in the secrets folder. */
function wrongMarks({ dataDir }: DrillContext, stored: StoredNumbers[]): number {
  const marks = JSON.parse(readFileSync(join(dataDir, 'secrets', 'invoice-mark.json'), 'utf8')) as Record<
    string,
    Record<string, { last: number } | undefined>
  >
  return stored.flatMap(({ therapistId, series }) =>
    series.filter(({ year, last }) => marks[therapistId]?.[year]?.last !== last),
  ).length
}
