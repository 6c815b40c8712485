import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../../platform/config/config.ts'
import {
  type DestinationState,
  readBackupRecord,
  recordBackup,
  recordBackupProblem,
  recordUnprovedBackup,
} from '../../../../platform/data-folder/last-backup.ts'
import { dailyBackupFolder, workFolderName } from '../../../../platform/data-folder/work-folders.ts'
import { embeddedUrl } from '../../../../platform/database/embedded/cluster.ts'
import { isMigrating } from '../../../../platform/database/migrate/migrate.ts'
import { copyErasures } from '../../../../platform/erasures/copy-erasures.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { loadSecrets, type Secrets } from '../../../../platform/secrets/secrets.ts'
import { backupTime } from '../../../../platform/backup/destination/layout.ts'
import {
  type BackupDestination,
  type DestinationPlaces,
  openDefaultDestination,
} from '../../../../platform/backup/destination/settings.ts'
import { loadBackupKeys, recipientsOf } from '../../../../platform/backup/encryption/backup-keys.ts'
import { type BackedUpPlaces, type PackedBackup, packRunning } from '../../../../platform/backup/pack-running.ts'
import { type BackupProgress, type ReportProgress, withBackupLock } from '../../../../platform/backup/progress.ts'
import { inGigabytes, measureSpace, missingSpace } from '../../../../platform/backup/space.ts'
import { ownDatabaseBytes } from '../../../../platform/backup/snapshot/database-size.ts'
import { deliver } from './deliver.ts'
import { type BackupProof, proveBackup } from './prove.ts'

export type BackupPlaces = DestinationPlaces & BackedUpPlaces & Pick<Config, 'backupKilobytesPerSecond'>

/** The database to back up: the running embedded one on a loopback port, or the practice's own Postgres from DATABASE_URL. */
export type BackupDatabase = { port: number } | { url: string }

/** Returns the URL with which the install user connects to a database. */
export const installerUrlOf = (database: BackupDatabase, { dbPasswords }: Pick<Secrets, 'dbPasswords'>): string =>
  'url' in database ? database.url : embeddedUrl(database.port, dbPasswords.install)

type BackUp = {
  at: Date
  database: BackupDatabase
  /** Whether the backup is verified by restoring it. Otherwise it does not count as the last backup. */
  isProved: boolean
  /** The time zone of the practice. Retention counts days in this zone. */
  zone: string
  /** The destination to use instead of the chosen ones. */
  to?: BackupDestination
  /**
   * Whether the backup stays in the default folder and can also be opened with this machine's own key, so that an upgrade that fails can restore it
   * without a network and without the printed words. Such a backup never counts as a regular one, even if it is verified.
   */
  isForUpgrade?: boolean
  onChange?: (progress: BackupProgress) => void
}

/**
 * Backs up the data of a running database: copies it, verifies the copy, encrypts it, stores it at its destinations and deletes the old backups
 * there. Records the backup or the problem for the dashboard of admins. Throws a StartError if another backup runs, if there is not enough space, or
 * if the copy or its verification fails; no destination then has a new backup. Returns the names of the destinations that have it.
 */
export function backUp(places: BackupPlaces, options: BackUp): Promise<string[]> {
  const { dataDir } = places
  const work = async (report: ReportProgress) => {
    const bytes = await requireSpace(places, options)
    const folder = join(dataDir, dailyBackupFolder, workFolderName('backup'))
    try {
      return await makeBackup(places, options, { folder, bytes }, report)
    } catch (error) {
      if (readBackupRecord(dataDir).problem?.at.getTime() !== options.at.getTime())
        recordBackupProblem(dataDir, { at: options.at, why: 'failed' })
      throw error
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return withBackupLock(dataDir, options.at, work, options.onChange)
}

/** Returns the size of the data in bytes. If the disk has too little space for a backup, records the problem and throws a StartError. */
async function requireSpace(places: BackupPlaces, { at, database }: BackUp): Promise<number> {
  const folder = join(places.dataDir, dailyBackupFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { free, ...space } = await measureSpace(
    places,
    folder,
    'url' in database ? await ownDatabaseBytes(database.url) : null,
  )
  const missing = missingSpace({ free, ...space })
  if (missing === null) return space.data
  recordBackupProblem(places.dataDir, { at, why: 'space', free, needed: free + missing })
  throw new StartError(
    `There isn't enough space for a backup: ${inGigabytes(free)} are free and ${inGigabytes(free + missing)} are needed, which is twice the data and 15 % of the disk. Free up space and try again.`,
  )
}

async function makeBackup(
  places: BackupPlaces,
  options: BackUp,
  { folder, bytes }: { folder: string; bytes: number },
  report: ReportProgress,
): Promise<string[]> {
  const { dataDir, secretsDir } = places
  const { at, zone } = options
  const begun = performance.now()
  const { secrets } = loadSecrets(secretsDir)
  const database = sourceOf(places, options.database, secrets)
  const installerUrl = installerUrlOf(options.database, secrets)
  if (await isMigrating(installerUrl))
    throw new StartError("Attune is just updating its database, so no backup was made. Try again when it's done.")
  // A stopped server has not copied the latest erasures of other servers, and its ledger is not complete up to this backup.
  await copyErasures(installerUrl, secretsDir, at)
  const keys = await loadBackupKeys(secretsDir)
  const { isForUpgrade = false } = options
  const recipients = isForUpgrade ? [...new Set([keys.own.recipient, ...recipientsOf(keys)])] : recipientsOf(keys)
  mkdirSync(folder, { mode: 0o700 })
  report.phase('copy', bytes)
  const steps = {
    report: report.add,
    afterStep: (step: string) => (step === 'keep the new files' ? report.phase('pack') : undefined),
  }
  const packed = await packRunning(places, folder, { at, recipients }, database, steps)
  let proof: BackupProof | null = null
  if (options.isProved) {
    report.phase('prove')
    proof = await proveBackup(dataDir, packed)
  }
  const isRegular = options.isProved && !isForUpgrade
  const backup = { ...packed, name: backupTime(at), recipients, keys, zone, at, isProved: isRegular }
  const to = isForUpgrade ? openDefaultDestination(places) : (options.to ?? null)
  const states = await deliver(places, backup, to, report)
  const reached = Object.entries(states).flatMap(([name, { failedAt }]) => (failedAt === null ? name : []))
  record(
    places,
    options,
    states,
    isForUpgrade ? null : proof && { ...proof, seconds: Math.round((performance.now() - begun) / 1000), packed },
  )
  return reached
}

/**
 * Returns the database together with the credentials that its copy needs: the password of the install user, or the secrets with the password of the
 * backup role.
 */
function sourceOf(
  { backupKilobytesPerSecond: kilobytesPerSecond }: BackupPlaces,
  database: BackupDatabase,
  secrets: Secrets,
) {
  return 'url' in database
    ? { ...database, secrets, kilobytesPerSecond }
    : { ...database, password: secrets.dbPasswords.install, kilobytesPerSecond }
}

type Proved = { newest: Date | null; seconds: number; packed: PackedBackup }

function record(
  { dataDir }: BackupPlaces,
  { at, zone, isForUpgrade = false }: BackUp,
  states: Record<string, DestinationState>,
  proof: Proved | null,
): void {
  const reached = Object.entries(states).filter(([, { failedAt }]) => failedAt === null)
  const known = readBackupRecord(dataDir).destinations
  const destinations = Object.fromEntries(
    Object.entries(states).map(([name, state]) => [name, { ...state, at: state.at ?? known[name]?.at ?? null }]),
  )
  const problem = reached.length < Object.keys(states).length ? ({ at, why: 'destination' } as const) : null
  if (proof === null)
    return recordUnprovedBackup(dataDir, at, { problem, destinations: isForUpgrade ? known : destinations })
  const { size } = JSON.parse(proof.packed.header) as { size: number }
  const onSameDisk = reached.every(([name]) => isOnSameDisk(dataDir, name))
  const proved = { at, size, seconds: proof.seconds, newest: proof.newest }
  recordBackup(dataDir, at, { onSameDisk, problem, proved, destinations, zone })
}

/** Whether a destination is on the disk of the data. Returns false for a destination that is not a folder. */
function isOnSameDisk(dataDir: string, name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.dev === statSync(dataDir).dev
}
