import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { secureCluster } from '../../apps/server/src/platform/database/embedded/ownership.ts'
import { findPostgresPaths } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { syncTree } from '../../apps/server/src/platform/process/durable.ts'
import { processIdentity, stateOfProcess } from '../../apps/server/src/platform/process/identity.ts'
import {
  createRestoreMarker,
  readRestoreMarker,
  removeRestoreMarker,
  replaceRestoreMarker,
  requireNoUnfinishedRestore,
  type RestoreMarker,
} from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { markRestored } from '../../apps/server/src/platform/data-folder/restored.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { workFolderName } from '../../apps/server/src/platform/data-folder/work-folders.ts'
import { dataEntries } from '../../apps/server/src/platform/backup/archive.ts'
import { loadIntoNewCluster } from '../../apps/server/src/platform/backup/snapshot/new-cluster.ts'
import { emptyRestored, releaseRestored } from '../../apps/server/src/platform/backup/snapshot/restore-target.ts'
import { snapshotFolder } from '../../apps/server/src/platform/backup/snapshot/take-snapshot.ts'
import type { OpenedBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import {
  clusterOf,
  loadDatabase,
  onOwnDatabase,
  requireFittingDatabase,
  requireSameDatabase,
} from './own/own-database.ts'
import { exists, moveAside, putInPlace, takeBack, takeOut } from './moves.ts'
import { addStoredLedgers, requireRestoreLedger } from './restore-ledgers.ts'
import { foldersOf, moveAcrossDisks, removeFolders, secretsName, unpackSecrets } from './restore-folders.ts'
import { type AfterStep, runSteps, type Step } from './steps.ts'

/** The folders of a practice, and the URL of its own Postgres if it has one. */
export type RestorePlaces = Pick<Config, 'dataDir' | 'secretsDir'> &
  Partial<Pick<Config, 'databaseUrl' | 'backupLocalHosts'>>

type Restore = {
  config: RestorePlaces
  marker: RestoreMarker
  /** The backup; null once the restore no longer needs it. */
  backup: OpenedBackup | null
  requireStopped: () => void
  /** Replays the log into the unpacked database; null if that is already done. */
  replay: Replay | null
}

/** Replays the log into an unpacked database. Returns the moment to which the database was restored; null if that is the moment of the backup. */
export type Replay = (draft: RestoreDraft) => Promise<Date | null>

/** `isSnapshot`: whether the cluster was loaded from the rows of a practice's own Postgres. A log cannot continue such a cluster. */
export type RestoreDraft = { cluster: string; marker: RestoreMarker; isSnapshot: boolean }

/**
 * The steps of a restore. The database is moved last, so that the data folder lacks a database only between two
 * renames. A step does nothing if an earlier run of the same restore has done it.
 */
const steps: Step<Restore>[] = [
  { name: 'mark the data folder', run: mark },
  { name: 'unpack the backup', run: unpackArchive },
  { name: 'write the unpacked data to the disk', run: syncUnpacked },
  { name: 'check that Attune is still stopped', run: ({ requireStopped }) => requireStopped() },
  { name: 'write the moves into the marker', run: planMoves },
  { name: 'load the own database', run: loadDatabase },
  { name: 'move the previous files aside', run: ({ marker }, part) => moveAside(marker, 'files', part) },
  { name: 'put the files in place', run: ({ marker }, part) => putInPlace(marker, 'files', part) },
  { name: 'move the previous database aside', run: ({ marker }, part) => moveAside(marker, 'database', part) },
  { name: 'put the database in place', run: ({ marker }, part) => putInPlace(marker, 'database', part) },
  { name: 'remove the marker', run: ({ config }) => removeRestoreMarker(config.dataDir) },
  { name: 'release the own database', run: (restore) => onOwnDatabase(restore, releaseRestored) },
  { name: 'remove the temporary folder', run: removeFolders },
]

const undoSteps: Step<Restore>[] = [
  { name: 'mark the data folder', run: mark },
  { name: 'check that Attune is still stopped', run: ({ requireStopped }) => requireStopped() },
  { name: 'empty the own database', run: (restore) => onOwnDatabase(restore, emptyRestored) },
  { name: 'take the database out', run: ({ marker }, part) => takeOut(marker, 'database', part) },
  { name: 'take the previous database back', run: ({ marker }, part) => takeBack(marker, 'database', part) },
  { name: 'take the files out', run: ({ marker }, part) => takeOut(marker, 'files', part) },
  { name: 'take the previous files back', run: ({ marker }, part) => takeBack(marker, 'files', part) },
  { name: 'remove the marker', run: ({ config }) => removeRestoreMarker(config.dataDir) },
  { name: 'remove the temporary folder', run: removeFolders },
]

/**
 * Restores a backup into the data folder. Unpacks it into a temporary folder first, so that a damaged backup changes nothing. Keeps the secrets of
 * the data folder; without any, restores those of the backup, if it has them. Returns the folder to which present data was moved; null if there was
 * none. Throws a StartError if:
 * - the data folder has data and `replace` is not set
 * - no ledger of erasures covers the time since the backup and `withoutLedger` is not set
 */
export async function unpack(
  config: RestorePlaces,
  backup: OpenedBackup,
  options: { replace: boolean; at: Date; withoutLedger?: boolean; replay?: Replay },
  requireStopped: () => void,
  afterStep?: AfterStep,
): Promise<string | null> {
  requireNoUnfinishedRestore(config.dataDir)
  const isOwn = typeof config.databaseUrl === 'string'
  const cluster = isOwn ? clusterOf(config) : findPostgresPaths(config.dataDir).cluster
  const others = dataEntries(config).filter((name) => join(config.dataDir, name) !== cluster)
  const hasData = others.length > 0 || (!isOwn && existsSync(cluster))
  if (hasData && !options.replace) {
    throw new StartError(
      `${config.dataDir} already has data. Add --replace to restore the backup. Your current data is moved aside, not deleted.`,
    )
  }
  const marker: RestoreMarker = {
    source: backup.source,
    owner: processIdentity(),
    cluster,
    folder: workFolderName('restore'),
    previous: hasData ? `${config.dataDir}.replaced-${options.at.toISOString().replace(/[:.]/g, '-')}` : null,
    moves: null,
    ...(options.withoutLedger && { withoutLedger: true }),
    hasLog: options.replay !== undefined && backup.log !== null,
    ...(isOwn && { ownDatabase: true }),
  }
  createRestoreMarker(config.dataDir, marker)
  const restore = { config, marker, backup, requireStopped, replay: options.replay ?? null }
  try {
    await runSteps(steps, restore, afterStep)
  } catch (error) {
    await runSteps(undoSteps, { ...restore, requireStopped: () => {} })
    throw error
  }
  return marker.previous
}

/**
 * Finishes the interrupted restore in the data folder. Calls `open` to open its backup if that was not unpacked yet. Returns the marker of the
 * restore.
 */
export async function finishRestore(
  config: RestorePlaces,
  open: (source: string) => Promise<OpenedBackup>,
  requireStopped: () => void,
  { afterStep, replay = null }: { afterStep?: AfterStep; replay?: Replay | null } = {},
): Promise<RestoreMarker> {
  const marker = takeOver(config)
  // The moment that the person requested is not stored, and a person must confirm the content first.
  if (marker.hasLog && !marker.moves)
    throw new StartError(
      'The restore was interrupted before anything was changed. Undo it with npm run restore -- --undo, then start it again.',
    )
  const backup = marker.moves
    ? null
    : await open(marker.source).catch((cause: unknown) => {
        throw new StartError(`${(cause as Error).message} Or undo the restore with npm run restore -- --undo.`, {
          cause,
        })
      })
  await runSteps(steps, { config, marker, backup, requireStopped, replay }, afterStep)
  return marker
}

/** Undoes all changes that an interrupted restore made in the data folder. Returns the marker of the restore. */
export async function undoRestore(
  config: RestorePlaces,
  requireStopped: () => void,
  afterStep?: AfterStep,
): Promise<RestoreMarker> {
  const marker = takeOver(config)
  await runSteps(undoSteps, { config, marker, backup: null, requireStopped, replay: null }, afterStep)
  return marker
}

function takeOver({ dataDir, databaseUrl = null }: RestorePlaces): RestoreMarker {
  const marker = readRestoreMarker(dataDir)
  if (!marker) throw new StartError(`There's no interrupted restore in ${dataDir}.`)
  if (stateOfProcess(marker.owner) === 'running') requireNoUnfinishedRestore(dataDir)
  requireSameDatabase(marker, databaseUrl)
  return { ...marker, owner: processIdentity() }
}

/**
 * Writes the marker with the identity of this process. `unpack` has created the marker before, because only creating it
 * fails if another restore has a marker.
 */
function mark({ config, marker }: Restore): void {
  replaceRestoreMarker(config.dataDir, marker)
}

async function unpackArchive({ config, marker, backup, replay }: Restore, part: (name: string) => void): Promise<void> {
  if (marker.moves || !backup) return
  const [folder, clusterFolder] = foldersOf(config, marker)
  removeFolders({ config, marker })
  mkdirSync(folder, { mode: 0o700 })
  const unpackedOf = await backup.unpackInto(folder)
  await unpackSecrets(config, marker, backup)
  await addStoredLedgers(config, marker, backup)
  requireRestoreLedger(config, marker, unpackedOf)
  part('packed data')
  const isSnapshot = requireFittingDatabase(folder, marker)
  const draft = join(clusterFolder, 'postgres')
  if (!marker.ownDatabase) await prepareCluster(config, [folder, clusterFolder], isSnapshot)
  const replayed = marker.ownDatabase ? null : await replay?.({ cluster: draft, marker, isSnapshot })
  // The ledger of erasures must also cover the time since the restored moment, which is later than the start of the backup.
  if (replayed) requireRestoreLedger(config, marker, replayed)
  markRestored(folder, { dataOf: replayed ?? unpackedOf, restoredAt: new Date() })
}

/** Makes the unpacked database a cluster that the system user of Postgres owns. */
async function prepareCluster(
  { dataDir }: RestorePlaces,
  [folder, clusterFolder]: readonly [string, string],
  isSnapshot: boolean,
): Promise<void> {
  const { systemUser } = findPostgresPaths(dataDir)
  if (clusterFolder !== folder) mkdirSync(clusterFolder, { mode: 0o711 })
  if (isSnapshot) return loadIntoNewCluster(folder, clusterFolder)
  const unpacked = join(clusterFolder, 'postgres')
  if (clusterFolder !== folder) moveAcrossDisks(join(folder, 'postgres'), unpacked)
  secureCluster(unpacked, systemUser)
}

function syncUnpacked({ config, marker }: Restore): void {
  if (!marker.moves) for (const folder of new Set(foldersOf(config, marker))) if (existsSync(folder)) syncTree(folder)
}

function planMoves({ config, marker }: Restore): void {
  if (marker.moves) return
  const { dataDir, secretsDir } = config
  const { cluster, previous } = marker
  const [folder, clusterFolder, secretsFolder] = foldersOf(config, marker)
  const alone = ['postgres', secretsName, snapshotFolder]
  const isMovedAlone = (name: string) => join(dataDir, name) === cluster || alone.includes(name)
  const files = (names: string[]) => names.filter((name) => !isMovedAlone(name))
  const aside = previous === null ? [] : files(dataEntries(config))
  marker.moves = {
    aside: aside.map((name) => ({ from: join(dataDir, name), to: join(previous ?? '', name) })),
    place: files(readdirSync(folder)).map((name) => ({ from: join(folder, name), to: join(dataDir, name) })),
  }
  if (previous !== null && exists(cluster) && !marker.ownDatabase) {
    const to = dirname(cluster) === dataDir ? join(previous, basename(cluster)) : `${cluster}.${basename(previous)}`
    marker.moves.aside.push({ from: cluster, to })
  }
  const secrets = join(secretsFolder, secretsName)
  if (exists(secrets)) marker.moves.place.push({ from: secrets, to: secretsDir })
  if (!marker.ownDatabase) marker.moves.place.push({ from: join(clusterFolder, 'postgres'), to: cluster })
  replaceRestoreMarker(dataDir, marker)
}
