import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../../database/embedded.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { snapshotFolder } from './take-snapshot.ts'

/**
 * Loads the snapshot in an unpacked archive into a new cluster of the embedded Postgres, `postgres` in `target`, and deletes the tables of the
 * archive. The cluster is stopped afterwards. Its password is random until the next start sets the one from the secrets.
 */
export async function loadIntoNewCluster(unpacked: string, target: string): Promise<void> {
  const postgres = await startEmbedded({ dataDir: target, password: randomBytes(24).toString('hex') })
  try {
    await loadSnapshot(postgres.url, unpacked)
  } finally {
    await postgres.stop()
  }
  rmSync(join(unpacked, snapshotFolder), { recursive: true })
}
