import { createTestCluster } from '../apps/server/src/testing/cluster.ts'

/** One Postgres for all journeys; each journey makes its own database in it and starts its own server. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await createTestCluster()
  process.env.ATTUNE_TEST_ADMIN_URL = cluster.adminUrl
  return () => cluster.stop()
}
