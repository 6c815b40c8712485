import { expect, test } from 'vitest'
import { createTestCluster } from '../../../testing/database/cluster.ts'
import { createDatabase, runQuery } from '../../../testing/database/database.ts'
import { migrate, readMigrations } from './migrate.ts'

test(
  'parallel migrations of several databases in a new cluster create its roles once',
  { timeout: 60_000 },
  async () => {
    const cluster = await createTestCluster()
    try {
      const databases = await Promise.all(Array.from({ length: 6 }, () => createDatabase(cluster.adminUrl)))
      const results = await Promise.all(databases.map((database) => migrate(database.url)))
      expect(results).toEqual(
        databases.map(() => ({ applied: readMigrations().map(({ name }) => name), before: null })),
      )
      const [{ roles } = { roles: 0 }] = await runQuery<{ roles: number }>(
        cluster.adminUrl,
        `select count(*)::int as roles from pg_roles where rolname like 'attune\\_%' and rolname <> 'attune_wal'`,
      )
      expect(roles).toBe(12)
    } finally {
      await cluster.stop()
    }
  },
)
