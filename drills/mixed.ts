import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { createTestCluster } from '../apps/server/src/testing/database/cluster.ts'
import { openTestDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'
import { runMixedFaults } from '../apps/server/src/testing/faults/mixed-faults.ts'
import { seedTherapist } from '../apps/server/src/testing/practice.ts'
import type { DrillOutcome } from './outcome.ts'

/**
 * Sends 2,000 requests (500 in the short form) of six people over eight connections, with aborts, timeouts, cancels and
 * terminated connections.
 */
export async function mixedFaultsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const cluster = await createTestCluster()
  try {
    const app = await openTestDatabase(cluster.adminUrl, 2)
    const therapists = [await seedTherapist(app.installer, 2), await seedTherapist(app.installer, 2)]
    const pool = openPool(app.url, testSecrets, 8)
    say('asking')
    const sum = await runMixedFaults({
      url: app.url,
      db: openDb(pool),
      therapists,
      requests: short ? 500 : 2_000,
      lanes: 32,
    })
    await pool.end()
    await app.close()
    const { foreignRows, hanging, lost, phantoms } = sum
    return { passed: foreignRows + hanging + lost + phantoms === 0 && sum.terminated > 0, figures: sum }
  } finally {
    await cluster.stop()
  }
}
