import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../bench/load.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { isConsistent, checkConsistency, checkControl } from './consistency.ts'
import { startDrillLoad } from './load.ts'
import type { DrillOutcome } from './outcome.ts'
import { createDrillContext } from './context.ts'

const patience = 60_000

/** Runs the load of the server-kills drill. Alternately kills the postmaster and one of its backends with SIGKILL. */
export async function postgresKillsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const kills = short ? 8 : 50
  const context = await createDrillContext(8)
  try {
    const product = await context.start()
    const load = startDrillLoad(context, () => product.address)
    const recoveries: number[] = []
    for (let kill = 1; kill <= kills; kill++) {
      await pause(randomInt(500, 2_500))
      const postmaster = findPostmaster(clusterPath(context.dataDir))?.pid ?? 0
      const backends = backendsOf(postmaster)
      const victim = kill % 2 ? postmaster : (backends[randomInt(Math.max(1, backends.length))] ?? postmaster)
      const at = performance.now()
      process.kill(victim, 'SIGKILL')
      // Waits 300 ms, because requests in progress may still be acknowledged. Only later acknowledgements show that the database has
      // recovered.
      await pause(300)
      const from = performance.now()
      while (load.lastSuccess < from && performance.now() - at < patience) await pause(20)
      recoveries.push(load.lastSuccess < from ? patience : load.lastSuccess - at)
      if (kill % 10 === 0) say(`${kill} kills, ${load.acknowledged()} acknowledged`)
    }
    await load.stop()
    const survived = product.child.exitCode === null && product.child.signalCode === null
    const url = context.url()
    const verdict = await checkConsistency(url, load.ledger)
    const blind = await checkControl(url, load.ledger)
    await product.stop()
    recoveries.sort((a, b) => a - b)
    const faults = [...load.answers]
      .filter(([status]) => status >= 500 && status !== 503)
      .reduce((sum, [, count]) => sum + count, 0)
    const slowest = recoveries.at(-1) ?? 0
    return {
      passed:
        isConsistent(verdict) &&
        blind.length === 0 &&
        survived &&
        faults === 0 &&
        load.rude === 0 &&
        load.longest <= 10_000 &&
        slowest <= 15_000,
      figures: {
        kills,
        acknowledged: load.acknowledged(),
        ...verdict,
        'answers 503': load.answers.get(503) ?? 0,
        '503 without Retry-After': load.rude,
        'other 5xx': faults,
        'connections without an answer': load.answers.get(0) ?? 0,
        'longest wait (≤ 10 s)': `${(load.longest / 1000).toFixed(1)} s`,
        'recovered, p50': `${(quantile(recoveries, 0.5) / 1000).toFixed(1)} s`,
        'recovered, longest (≤ 15 s)': `${(slowest / 1000).toFixed(1)} s`,
        'the server exited': survived ? 'never' : 'yes',
        'control: tampered databases not noticed': blind.length,
      },
    }
  } finally {
    await context.close()
  }
}

/** Returns the backends that serve the product: child processes of the postmaster with the user attune_login. */
export function backendsOf(postmaster: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
        return parent === postmaster && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('attune_login')
      } catch {
        return false
      }
    })
}
