import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { markStore } from '../../apps/server/src/platform/backup/destination/mark.ts'
import { loadBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../../apps/server/src/testing/app.ts'
import { testSecrets } from '../../apps/server/src/testing/database/database.ts'
import type { DataFolder } from './folders.testing.ts'
import { writeTestSecrets } from './own/own-database.testing.ts'

/** The password of the install user of the embedded Postgres in a data folder with the secrets of the tests. */
export const installPassword = testSecrets.dbPasswords.install

/** Creates an empty data folder with the secrets of the tests, in a new parent folder below `home`. */
export function createDataWithSecrets(home: string): DataFolder {
  const parent = mkdtempSync(join(home, 'practice-'))
  chmodSync(parent, 0o711)
  const dataDir = join(parent, 'data')
  const secretsDir = join(dataDir, 'secrets')
  writeTestSecrets(secretsDir)
  return { dataDir, secretsDir }
}

/** Starts the embedded Postgres and a server on a data folder, as `npm start` does, and stops both after `work`. By default no job runs. */
export async function servePractice<T>(
  data: DataFolder,
  work: (app: TestApp, port: number) => Promise<T>,
  { worker = false, config = {} }: Pick<TestAppOptions, 'worker' | 'config'> = {},
): Promise<T> {
  const embedded = await startEmbedded({ dataDir: data.dataDir, password: installPassword, throwaway: true })
  try {
    const app = await createTestApp({
      databaseUrl: embedded.url,
      worker,
      migrated: false,
      config: { ...data, ...config },
    })
    try {
      return await work(app, embedded.port)
    } finally {
      await app.close()
    }
  } finally {
    await embedded.stop()
  }
}

/** Backs up a running practice into the folder `target`, which is prepared as a destination if it does not exist. The backup is not verified. */
export async function backUpPracticeTo(target: string, data: DataFolder, port: number): Promise<void> {
  mkdirSync(target, { recursive: true })
  const store = new FolderStore(target)
  await markStore(store, target, (await loadBackupKeys(data.secretsDir)).id)
  const places = { ...data, backupFolders: [target], backupLocalHosts: [], backupKilobytesPerSecond: 1_048_576 }
  const to = { store, name: target, folder: target, isDefault: false }
  await backUp(places, { at: new Date(), database: { port }, isProved: false, zone: 'UTC', to })
}
