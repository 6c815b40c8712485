import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/database/migrate/migrate.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { createTestCluster } from '../apps/server/src/testing/database/cluster.ts'
import { createDatabase } from '../apps/server/src/testing/database/database.ts'
import { saveJourneyPractice } from './practice.ts'

/** Starts one Postgres for all journeys; each journey file starts its own server on a copy of one database. */
export default async function setUpJourneys(): Promise<() => Promise<void>> {
  const cluster = await createTestCluster()
  const original = await createDatabase(cluster.adminUrl)
  await migrate(original.url)
  process.env.ATTUNE_TEST_ADMIN_URL = cluster.adminUrl
  process.env.ATTUNE_TEST_ORIGINAL = original.name
  const secrets = mkdtempSync(join(tmpdir(), 'attune-journey-secrets-'))
  loadSecrets(secrets)
  process.env.ATTUNE_TEST_SECRETS = secrets
  await saveJourneyPractice()
  return async () => {
    await cluster.stop()
    rmSync(secrets, { recursive: true })
  }
}
