import { createTestCluster } from '../../apps/server/src/testing/database/cluster.ts'
import { openTestDatabase, type TestDatabase } from '../../apps/server/src/testing/database/database.ts'

/** Runs `work` on a temporary Postgres with the current schema, and removes the Postgres afterwards. */
export async function withScratchDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const cluster = await createTestCluster()
  try {
    const database = await openTestDatabase(cluster.adminUrl)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await cluster.stop()
  }
}
