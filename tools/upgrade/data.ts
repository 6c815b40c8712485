// The steps of `npm run upgrade` that touch the data. They run in a process of their own, with the version that made the data:
// node tools/upgrade/data.ts back-up: makes sure that Attune is stopped, backs the data up and sends the backup to the parent process.
// node tools/upgrade/data.ts restore BACKUP: restores such a backup.
import { join } from 'node:path'
import { statSync } from 'node:fs'
import { backUp } from '../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { printProgress } from '../../apps/server/src/features/practice/administration/backup/print-progress.ts'
import { backupTime } from '../../apps/server/src/platform/backup/destination/layout.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { readBackupRecord } from '../../apps/server/src/platform/data-folder/last-backup.ts'
import {
  readRestoreMarker,
  requireNoUnfinishedRestore,
} from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { readRestored, removeRestored } from '../../apps/server/src/platform/data-folder/restored.ts'
import { dailyBackupFolder, removeAbandonedWork } from '../../apps/server/src/platform/data-folder/work-folders.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { withConnection } from '../../apps/server/src/platform/database/connection.ts'
import { hasDatabase } from '../../apps/server/src/platform/database/existing.ts'
import { findUse } from '../../apps/server/src/platform/database/nodes.ts'
import { migrationNumber, unknownMigrations } from '../../apps/server/src/platform/database/migrate/migrate.ts'
import { endProcess } from '../../apps/server/src/platform/process/end-process.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { runOnData } from '../backup/command.ts'
import { replayAlone } from '../backup/moment/replay.ts'
import { restoreData } from '../backup/moment/restore-moment.ts'
import { openFrom } from '../backup/open.ts'
import { withRunningDatabase } from '../backup/running.ts'
import { requireStoppedDatabase } from '../backup/stopped.ts'
import { finishRestore } from '../backup/unpack.ts'

/** The backup that an upgrade restores if it fails. */
type UpgradeBackup = {
  folder: string
  time: string
  /** Whether a restore had made the data and no server had started since. If so, the rules of a restore must still be applied to the data. */
  isRestored: boolean
}

const [step, argument = ''] = process.argv.slice(2)

await runOnData(async (config) => {
  if (step === 'back-up') {
    const backup = await backUpForUpgrade(config)
    process.send?.(backup)
  } else await goBackTo(config, JSON.parse(argument) as UpgradeBackup)
  endProcess(0)
})

async function backUpForUpgrade(config: Config): Promise<UpgradeBackup> {
  const { dataDir, databaseUrl } = config
  if (!(await hasDatabase(config)))
    throw new StartError("There's no data to upgrade yet. Check the version out with git, then run npm start.")
  requireOwnData(dataDir)
  requireNoUnfinishedRestore(dataDir)
  await requireStopped(config)
  const folder = join(dataDir, dailyBackupFolder)
  for (const note of await removeAbandonedWork(dataDir, clusterPath(dataDir), [folder])) console.log(note)
  const at = new Date()
  const { zone } = readBackupRecord(dataDir)
  const options = { at, isProved: true, isForUpgrade: true, zone, onChange: printProgress() }
  await withRunningDatabase(config, (database) => backUp(config, { ...options, database }))
  if (process.stdout.isTTY) console.log()
  // Someone may have started Attune while the backup was made, and people may have used it since.
  await requireStopped({ ...config, databaseUrl })
  return { folder, time: backupTime(at), isRestored: readRestored(dataDir) !== null }
}

/** Throws a StartError if the data belongs to another user, such as that of a service, who could not use the new backup. */
function requireOwnData(dataDir: string): void {
  const owner = statSync(dataDir).uid
  if (process.getuid === undefined || process.getuid() === owner) return
  throw new StartError(
    `The data in ${dataDir} belongs to the system user with the number ${owner}. Upgrade as that user, or follow the steps for a service in docs/guide/host.md.`,
  )
}

/** Throws a StartError if a server uses the data. Returns a function that throws one if a server was started in the meantime. */
async function requireStopped(config: Config): Promise<() => void> {
  if (config.databaseUrl === null) return requireStoppedDatabase(config)
  const uses = await withConnection(config.databaseUrl, (db) => findUse(db, 'server'))
  if (uses.length > 0)
    throw new StartError('Attune is using the database that DATABASE_URL names. Stop it, then try again.')
  return () => {}
}

/**
 * Restores the backup. No request was answered since the backup, so the rules of a restore are not applied: no one has to sign in again, and no
 * message is held. Restores nothing into the practice's own Postgres, and throws a StartError if the new version has changed its tables.
 */
async function goBackTo(config: Config, { folder, time, isRestored }: UpgradeBackup): Promise<void> {
  const { dataDir, databaseUrl } = config
  const isStopped = await requireStopped(config)
  if (databaseUrl !== null) return requireUnchanged(databaseUrl, { folder, time })
  const now = new Date()
  const open = () => openFrom(config, folder, { time })
  const say = (line: string) => console.log(line)
  const terminal = { say, question: () => Promise.resolve('yes'), open }
  const options = { from: folder, time, at: null, zone: null, replace: true, withoutLedger: false, yes: true, now }
  say(`Restoring the backup ${time} of ${folder} …`)
  const marker = readRestoreMarker(dataDir)
  if (marker && !marker.source.startsWith(folder)) requireNoUnfinishedRestore(dataDir)
  const { previous } = marker
    ? await finishRestore(config, open, isStopped, { replay: replayAlone(config) })
    : await restoreData(config, await open(), options, terminal, isStopped)
  if (!isRestored) removeRestored(dataDir)
  if (previous !== null)
    say(
      `The data as the new version had changed it is in ${previous}. Delete that folder once you don't need it to look for the cause.`,
    )
}

async function requireUnchanged(url: string, { folder, time }: Pick<UpgradeBackup, 'folder' | 'time'>): Promise<void> {
  const unknown = await unknownMigrations(url)
  if (unknown.length === 0) return
  throw new StartError(
    `The new version has changed the database in DATABASE_URL (to ${migrationNumber(unknown.at(-1) ?? '')}), and a backup can only be loaded into an empty one. ` +
      `Create an empty database, name it in DATABASE_URL, and run: npm run restore -- ${folder} --backup ${time} --replace`,
  )
}
