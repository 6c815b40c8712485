import { createTestCluster } from '../../apps/server/src/testing/cluster.ts'
import { openTestDatabase, type TestDatabase } from '../../apps/server/src/testing/database.ts'

/** Runs `work` on a Postgres of its own with this program's schema in it; nothing of it is left afterwards. */
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
