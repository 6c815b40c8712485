import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { quantile } from '../bench/load.ts'
import { checkConsistency, type DrillFindings, isConsistent } from './consistency.ts'
import { createDrillContext } from './context.ts'
import { openFailoverPage, watchPages } from './failover.pages.ts'
import { type FailoverPair, startFailoverPair } from './failover.pair.ts'
import { countLostMessages, startRepeatingWriters } from './failover.writers.ts'
import { type DrillLoad, startDrillLoad } from './load.ts'
import type { DrillOutcome } from './outcome.ts'
import { installPrograms, missingBalancer } from './programs.ts'

const people = 6
const patience = 60_000
/**
 * The time between the cut of the line and the kill. If commits do not wait for the standby, writes that are acknowledged in this time have no copy.
 */
const blackHoleMilliseconds = 1_500

/** The results of the failovers of one run. */
type FailoverRun = {
  acknowledged: number
  verdict: DrillFindings
  lostMessages: number
  repeatedMessages: number
  /** The times without writes in milliseconds, ascending. */
  outages: number[]
  cancelled: number
  outdatedPages: number
  slowestPage: number
  faults: number
  isServerAlive: boolean
}

/**
 * Kills the primary behind haproxy again and again, and promotes the standby. Before each kill, the line to the standby is cut without either side
 * noticing. With synchronous replication, no acknowledged write may be missing afterwards. The control runs without it, and must lose writes.
 */
export async function failoverDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const problem = await installPrograms(missingBalancer, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const [kills, controls] = short ? [2, 1] : [10, 3]
  const run = await runFailovers(kills, true, say)
  const control = await runFailovers(controls, false, say)
  const lostInControl = control.verdict.lost + control.lostMessages
  const slowestPage = Math.max(run.slowestPage, control.slowestPage)
  return {
    passed:
      isConsistent(run.verdict) &&
      run.lostMessages === 0 &&
      run.faults + control.faults === 0 &&
      run.isServerAlive &&
      control.isServerAlive &&
      slowestPage <= 10_000 &&
      control.verdict.halves === 0 &&
      lostInControl > 0 &&
      control.outdatedPages > 0,
    figures: {
      'kills of the primary': kills,
      'acknowledged sessions, changes and clients': run.acknowledged,
      ...run.verdict,
      'acknowledged messages lost': run.lostMessages,
      'messages acknowledged when they were sent again': run.repeatedMessages,
      'waits for the standby that were cancelled': run.cancelled,
      'seconds without writes, p50': seconds(quantile(run.outages, 0.5)),
      'seconds without writes, worst': seconds(run.outages.at(-1) ?? 0),
      'answers 5xx other than 503': run.faults,
      'the server exited': run.isServerAlive ? 'never' : 'yes',
      'longest until a page showed only what the database has (≤ 10 s)': seconds(slowestPage),
      'control: asynchronous, kills': controls,
      'control: acknowledged writes lost': `${lostInControl} of ${control.acknowledged}`,
      'control: halves': control.verdict.halves,
      'control: pages that showed what was lost': control.outdatedPages,
    },
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

async function runFailovers(kills: number, isSynchronous: boolean, say: (line: string) => void): Promise<FailoverRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-drill-'))
  const { secrets } = loadSecrets(join(dataDir, 'secrets'))
  const pair = await startFailoverPair(secrets.dbPasswords.install)
  const context = await createDrillContext(people, { url: pair.url, secrets, dataDir })
  try {
    const product = await context.start()
    const load = startDrillLoad(context, () => product.address, { pauseMilliseconds: 20 })
    const writers = startRepeatingWriters(context, product.address)
    const pages = context.pairs.map((one) =>
      openFailoverPage(product.address, context.caller(product.address, one, 'therapist'), one.recordId),
    )
    const sum = { outages: [] as number[], cancelled: 0, outdatedPages: 0, slowestPage: 0 }
    for (let kill = 1; kill <= kills; kill++) {
      await pair.addStandby(isSynchronous)
      await pause(randomInt(1_000, 2_500))
      sum.cancelled += await cutLine(pair)
      const { killedAt, outage } = await failOver(pair, load)
      const { outdated, longest } = await watchPages(pages, killedAt, patience)
      sum.outages.push(outage)
      sum.outdatedPages += outdated
      sum.slowestPage = Math.max(sum.slowestPage, longest)
      const mode = isSynchronous ? 'synchronous' : 'asynchronous'
      say(`${mode}: ${kill} kills, ${seconds(outage)} without writes, pages after ${seconds(longest)}`)
    }
    await Promise.all([load.stop(), writers.stop()])
    for (const page of pages) page.close()
    const isServerAlive = product.child.exitCode === null && product.child.signalCode === null
    const url = pair.primary().url
    const [verdict, lostMessages] = [await checkConsistency(url, load.ledger), await countLostMessages(url, writers)]
    await product.stop()
    return {
      ...sum,
      outages: sum.outages.toSorted((a, b) => a - b),
      acknowledged: load.acknowledged() + writers.acknowledged.size,
      verdict,
      lostMessages,
      repeatedMessages: writers.repeated,
      faults: countFaults(load),
      isServerAlive,
    }
  } finally {
    await pair.close()
    await context.close()
  }
}

/** Cuts the line to the standby and cancels every wait for it, until the primary is killed. Returns the number of cancelled waits. */
async function cutLine(pair: FailoverPair): Promise<number> {
  pair.blackHole()
  const end = performance.now() + blackHoleMilliseconds
  let cancelled = 0
  while (performance.now() < end) {
    await pause(250)
    cancelled += pair.primary().cancelWaitingCommits()
  }
  return cancelled
}

/** Fails over. Returns the time from the kill until the new primary acknowledged the first write. */
async function failOver(pair: FailoverPair, load: DrillLoad): Promise<{ killedAt: number; outage: number }> {
  const { killedAt, promotedAt } = await pair.failOver()
  const answered = () => load.lastSuccess > promotedAt
  while (!answered() && performance.now() - killedAt < patience) await pause(20)
  return { killedAt, outage: answered() ? load.lastSuccess - killedAt : patience }
}

const countFaults = (load: DrillLoad) =>
  [...load.answers].filter(([status]) => status >= 500 && status !== 503).reduce((sum, [, count]) => sum + count, 0)
