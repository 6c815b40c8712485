import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing/app.ts'
import { markRestored } from '../data-folder/restored.ts'

/**
 * Starts further servers on the database of `app`, as if it had just been restored. They use the ledger of erasures in the secrets folder of `app`.
 * Call this function at the top of a test file.
 */
export function openRestoredData(app: TestApp) {
  const folders: string[] = []
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

  /** Returns a data folder that a restore has just filled with data of an hour ago. */
  function restoredFolder(): string {
    const dataDir = mkdtempSync(join(tmpdir(), 'attune-restored-'))
    folders.push(dataDir)
    const now = app.clock.now().getTime()
    markRestored(dataDir, { dataOf: new Date(now - 3_600_000), restoredAt: new Date(now) })
    return dataDir
  }

  const startOn = (dataDir: string, options: TestAppOptions = {}): Promise<TestApp> =>
    createTestApp({
      worker: false,
      databaseUrl: app.databaseUrl,
      migrated: true,
      ...options,
      config: { dataDir, secretsDir: app.config.secretsDir, ...options.config },
    })

  /** Starts a server on a data folder and closes it. Returns the notes that it printed. */
  async function startAndClose(dataDir: string): Promise<string[]> {
    const node = await startOn(dataDir)
    const { notes } = node
    await node.close()
    return notes
  }
  return { restoredFolder, startOn, startAndClose }
}
