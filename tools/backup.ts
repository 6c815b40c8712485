// npm run backup: backs up the data, while the server runs or when it is stopped.
// npm run backup -- --to FOLDER: backs it up to a prepared folder.
// npm run backup -- --init FOLDER: prepares a folder for backups.
// npm run backup -- --use FOLDER: sends all further backups to a prepared folder. `--use data/backups` returns to the default folder.
// npm run backup -- --key: shows the words of a new key once, to print, and encrypts backups to it.
// npm run backup -- --record: records that you have backed up the data by other means, for the dashboard of admins.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/platform/config/config.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { readBackupRecord, recordBackup } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import {
  defaultBackupFolder,
  dailyBackupFolder,
  removeAbandonedWork,
} from '../apps/server/src/platform/data-folder/work-folders.ts'
import { markStore } from '../apps/server/src/platform/backup/destination/mark.ts'
import {
  type BackupDestination,
  chooseDestinations,
  openDestination,
} from '../apps/server/src/platform/backup/destination/settings.ts'
import { hasPrintedKey, loadBackupKeys } from '../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { backUp } from '../apps/server/src/features/practice/administration/backup/back-up.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { readArguments, repositoryRoot, runOnData } from './backup/command.ts'
import { printKey } from './backup/print-key.ts'
import { printProgress } from '../apps/server/src/features/practice/administration/backup/print-progress.ts'
import { withRunningDatabase } from './backup/running.ts'
import { lowerPriority } from '../apps/server/src/platform/process/lower-priority.ts'

const { values, positionals } = readArguments(() =>
  parseArgs({
    allowPositionals: true,
    options: {
      record: { type: 'boolean' },
      key: { type: 'boolean' },
      init: { type: 'string' },
      to: { type: 'string' },
      use: { type: 'string' },
    },
  }),
)

if (values.record) {
  recordBackup(readConfig(process.env, repositoryRoot).dataDir, new Date())
  console.log('Recorded: the data was backed up just now.')
  process.exit()
}

await runOnData(async (config) => {
  if (positionals.length > 0)
    throw new StartError(
      'A backup consists of several files now. Name a folder: npm run backup -- --init FOLDER, then npm run backup -- --to FOLDER.',
    )
  if (values.key) {
    await printKey(config.secretsDir)
    console.log('From now on, only these words open new backups. Earlier backups open with the words of their time.')
    return
  }
  if (values.init !== undefined) return prepare(config, resolve(values.init))
  if (values.use !== undefined) return use(config, resolve(values.use))
  // Lowers the priority, so that a running server still answers quickly.
  lowerPriority(10)
  requireNoUnfinishedRestore(config.dataDir)
  const folders = [join(repositoryRoot, defaultBackupFolder), join(config.dataDir, dailyBackupFolder)]
  for (const note of await removeAbandonedWork(config.dataDir, clusterPath(config.dataDir), folders)) console.log(note)
  const to = values.to === undefined ? undefined : await openChosen(config, resolve(values.to))
  const { zone } = readBackupRecord(config.dataDir)
  const reached = await withRunningDatabase(config, (database) =>
    backUp(config, { at: new Date(), database, isProved: true, zone, to, onChange: printProgress() }),
  )
  console.log(`Backup saved to ${reached.join(', ')}.`)
  for (const [name, { reason }] of Object.entries(readBackupRecord(config.dataDir).destinations))
    if (reason !== null) console.error(`It couldn't be saved to ${name}: ${reason}`)
  if (!hasPrintedKey(await loadBackupKeys(config.secretsDir)))
    console.log(
      `The key that opens it is in ${config.secretsDir}. Keep a copy of that folder elsewhere: without it, nobody can open the backup.`,
    )
})

/** Marks a folder for the backups of this practice. */
async function prepare(config: Config, folder: string): Promise<void> {
  const { store, name } = openDestination(config, { kind: 'folder', folder })
  await markStore(store, name, (await loadBackupKeys(config.secretsDir)).id)
  console.log(`${name} is prepared for the backups of this practice.`)
}

/**
 * Sends all further backups to a folder instead of the destinations chosen before. If `folder` is the default folder, no destination remains chosen.
 */
async function use(config: Config, folder: string): Promise<void> {
  const isDefault = folder === join(config.dataDir, dailyBackupFolder)
  await chooseDestinations(config, isDefault ? [] : [{ kind: 'folder', folder }])
  console.log(`From now on, backups go to ${folder}.`)
}

/** Opens the folder of `--to`. Throws a StartError if no key was printed yet, because only backups under a printed key may go to another folder. */
async function openChosen(config: Config, folder: string): Promise<BackupDestination> {
  const destination = openDestination(config, { kind: 'folder', folder })
  if (!hasPrintedKey(await loadBackupKeys(config.secretsDir)))
    throw new StartError('Print the key of the backups first. Only backups under a printed key go to another folder.')
  return destination
}
