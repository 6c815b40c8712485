import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../bench/load.ts'
import { isConsistent, checkConsistency, checkControl } from './consistency.ts'
import { startDrillLoad } from './load.ts'
import type { DrillOutcome } from './outcome.ts'
import { createDrillContext } from './context.ts'

/** Runs the load of eight pairs while the server is killed with SIGKILL at random times and restarted. Postgres keeps running. */
export async function serverKillsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const kills = short ? 20 : 200
  const context = await createDrillContext(8)
  try {
    let product = await context.start()
    const load = startDrillLoad(context, () => product.address)
    const ready: number[] = []
    for (let kill = 1; kill <= kills; kill++) {
      await pause(randomInt(50, 3_000))
      product.child.kill('SIGKILL')
      await once(product.child, 'exit')
      product = await context.start()
      ready.push(product.ready)
      if (kill % 10 === 0) say(`${kill} kills, ${load.acknowledged()} acknowledged`)
    }
    await pause(1_000)
    await load.stop()
    const url = context.url()
    const verdict = await checkConsistency(url, load.ledger)
    const blind = await checkControl(url, load.ledger)
    await product.stop()
    ready.sort((a, b) => a - b)
    const faults = load.answers.get(500) ?? 0
    const p95 = quantile(ready, 0.95)
    return {
      passed: isConsistent(verdict) && blind.length === 0 && faults === 0 && p95 <= 5_000,
      figures: {
        kills,
        acknowledged: load.acknowledged(),
        ...verdict,
        'answers 500': faults,
        'ready p50': `${(quantile(ready, 0.5) / 1000).toFixed(1)} s`,
        'ready p95 (≤ 5 s)': `${(p95 / 1000).toFixed(1)} s`,
        'control: tampered databases not noticed': blind.length,
      },
    }
  } finally {
    await context.close()
  }
}
