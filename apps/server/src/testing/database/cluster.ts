import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPath } from '../../platform/database/embedded/paths.ts'
import { findPostmaster, isProcessAlive, stopPostmaster } from '../../platform/database/embedded/postmaster.ts'
import { startEmbedded } from '../../platform/database/embedded.ts'

export type TestCluster = {
  /** URL of a user that may create databases and roles. */
  adminUrl: string
  stop(): Promise<void>
}

const prefix = 'attune-test-'

/**
 * Starts a Postgres for one test run, with its data in the temporary folder. Postgres does not sync the data to disk. Also removes the clusters of
 * killed test runs.
 */
export async function createTestCluster(): Promise<TestCluster> {
  await removeAbandonedClusters()
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const password = randomBytes(18).toString('base64url')
  const embedded = await startEmbedded({ dataDir, password, throwaway: true })
  return {
    adminUrl: embedded.url,
    async stop() {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Stops and removes the clusters of test runs that ended without removing their cluster. */
async function removeAbandonedClusters(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (!pid || isProcessAlive(Number(pid))) continue
    const dataDir = join(tmpdir(), name)
    const cluster = clusterPath(dataDir)
    const orphan = findPostmaster(cluster)
    if (orphan) await stopPostmaster(orphan.pid, cluster)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
