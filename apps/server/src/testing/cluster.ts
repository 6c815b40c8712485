import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterOf } from '../platform/database/embedded/places.ts'
import { findPostmaster, isAlive, stopPostmaster } from '../platform/database/embedded/postmaster.ts'
import { startEmbedded } from '../platform/database/embedded.ts'

export type TestCluster = {
  /** Address of a user that may create databases and roles, as on a server of one's own. */
  adminUrl: string
  stop(): Promise<void>
}

const prefix = 'attune-test-'

/** A Postgres of its own for one test run, in the system's temporary folder, fast and not kept safe on disk. */
export async function createTestCluster(): Promise<TestCluster> {
  await sweepClusters()
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

/** Stops and removes what a killed run left behind. */
async function sweepClusters(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const dataDir = join(tmpdir(), name)
    const cluster = clusterOf(dataDir)
    const orphan = findPostmaster(cluster)
    if (orphan) await stopPostmaster(orphan.pid, cluster)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
