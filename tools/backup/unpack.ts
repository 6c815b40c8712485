import { chmodSync, cpSync, existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { findPostgresPaths, type SystemUser } from '../../apps/server/src/platform/database/embedded/paths.ts'
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
import { requireLedger } from '../../apps/server/src/platform/erasures/require-ledger.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { workFolderName } from '../../apps/server/src/platform/data-folder/work-folders.ts'
import { dataEntries, label, requireLabel, tar } from '../../apps/server/src/platform/backup/archive.ts'
import { exists, moveAside, putInPlace, takeBack, takeOut } from './moves.ts'
import { type AfterStep, runSteps, type Step } from './steps.ts'

type Restore = {
  config: Pick<Config, 'dataDir' | 'secretsDir'>
  marker: RestoreMarker
  requireStopped: () => void
}

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
  { name: 'move the previous files aside', run: ({ marker }, part) => moveAside(marker, 'files', part) },
  { name: 'put the files in place', run: ({ marker }, part) => putInPlace(marker, 'files', part) },
  { name: 'move the previous database aside', run: ({ marker }, part) => moveAside(marker, 'database', part) },
  { name: 'put the database in place', run: ({ marker }, part) => putInPlace(marker, 'database', part) },
  { name: 'remove the marker', run: ({ config }) => removeRestoreMarker(config.dataDir) },
  { name: 'remove the temporary folder', run: removeFolders },
]

const undoSteps: Step<Restore>[] = [
  { name: 'mark the data folder', run: mark },
  { name: 'check that Attune is still stopped', run: ({ requireStopped }) => requireStopped() },
  { name: 'take the database out', run: ({ marker }, part) => takeOut(marker, 'database', part) },
  { name: 'take the previous database back', run: ({ marker }, part) => takeBack(marker, 'database', part) },
  { name: 'take the files out', run: ({ marker }, part) => takeOut(marker, 'files', part) },
  { name: 'take the previous files back', run: ({ marker }, part) => takeBack(marker, 'files', part) },
  { name: 'remove the marker', run: ({ config }) => removeRestoreMarker(config.dataDir) },
  { name: 'remove the temporary folder', run: removeFolders },
]

/**
 * Restores an archive into the data folder. Unpacks it into a temporary folder first, so that a damaged archive changes
 * nothing. Keeps the secrets of the data folder. Stops if the ledger of erasures there does not cover the time since the backup, unless
 * `withoutLedger` is set. If the data folder already has data, moves this data to another folder
 * if `replace` is set, and throws a StartError otherwise. Returns the folder of the previous data, or null if there was
 * none.
 */
export function unpack(
  config: Restore['config'],
  source: string,
  options: { replace: boolean; at: Date; withoutLedger?: boolean },
  requireStopped: () => void,
  afterStep?: AfterStep,
): string | null {
  requireNoUnfinishedRestore(config.dataDir)
  if (!existsSync(source)) throw new StartError(`There's no backup at ${source}.`)
  const { cluster } = findPostgresPaths(config.dataDir)
  const hasData = dataEntries(config).length > 0 || existsSync(cluster)
  if (hasData && !options.replace) {
    throw new StartError(
      `${config.dataDir} already has data. Add --replace to restore the backup. Your current data is moved aside, not deleted.`,
    )
  }
  // Unpacking can take long, so a restore that cannot go on stops before it. The moment of the backup is known only afterwards.
  if (!options.withoutLedger) requireLedger(config.secretsDir, null)
  const marker: RestoreMarker = {
    source,
    owner: processIdentity(),
    cluster,
    folder: workFolderName('restore'),
    previous: hasData ? `${config.dataDir}.replaced-${options.at.toISOString().replace(/[:.]/g, '-')}` : null,
    moves: null,
    ...(options.withoutLedger && { withoutLedger: true }),
  }
  createRestoreMarker(config.dataDir, marker)
  const restore = { config, marker, requireStopped }
  try {
    runSteps(steps, restore, afterStep)
  } catch (error) {
    runSteps(undoSteps, { ...restore, requireStopped: () => {} })
    throw error
  }
  return marker.previous
}

/** Finishes the restore that was interrupted in the data folder. Returns its marker. */
export function finishRestore(
  config: Restore['config'],
  requireStopped: () => void,
  afterStep?: AfterStep,
): RestoreMarker {
  const marker = takeOver(config.dataDir)
  if (!marker.moves && !existsSync(marker.source))
    throw new StartError(`There's no backup at ${marker.source}. Undo the restore with npm run restore -- --undo.`)
  runSteps(steps, { config, marker, requireStopped }, afterStep)
  return marker
}

/** Undoes all changes that an interrupted restore made in the data folder. Returns its marker. */
export function undoRestore(
  config: Restore['config'],
  requireStopped: () => void,
  afterStep?: AfterStep,
): RestoreMarker {
  const marker = takeOver(config.dataDir)
  runSteps(undoSteps, { config, marker, requireStopped }, afterStep)
  return marker
}

function takeOver(dataDir: string): RestoreMarker {
  const marker = readRestoreMarker(dataDir)
  if (!marker) throw new StartError(`There's no interrupted restore in ${dataDir}.`)
  if (stateOfProcess(marker.owner) === 'running') requireNoUnfinishedRestore(dataDir)
  return { ...marker, owner: processIdentity() }
}

/**
 * Writes the marker with the identity of this process. `unpack` has created the marker before, because only creating it
 * fails if another restore has a marker.
 */
function mark({ config, marker }: Restore): void {
  replaceRestoreMarker(config.dataDir, marker)
}

function unpackArchive({ config, marker }: Restore, part: (name: string) => void): void {
  if (marker.moves) return
  const { systemUser } = findPostgresPaths(config.dataDir)
  const [folder, clusterFolder] = foldersOf(config.dataDir, marker)
  removeFolders({ config, marker })
  mkdirSync(folder, { mode: 0o700 })
  tar(['-xzf', marker.source, '-C', folder], `${marker.source} isn't a complete backup. Nothing was changed`)
  part('packed data')
  const dataOf = requireLabel(folder, marker.source)
  if (!marker.withoutLedger) requireLedger(config.secretsDir, dataOf)
  rmSync(join(folder, label))
  markRestored(folder, { dataOf, restoredAt: new Date() })
  if (clusterFolder !== folder) {
    mkdirSync(clusterFolder, { mode: 0o711 })
    moveAcrossDisks(join(folder, 'postgres'), join(clusterFolder, 'postgres'))
  }
  if (systemUser) setOwner(join(clusterFolder, 'postgres'), systemUser)
}

function syncUnpacked({ config, marker }: Restore): void {
  if (!marker.moves) for (const folder of foldersOf(config.dataDir, marker)) syncTree(folder)
}

function planMoves({ config, marker }: Restore): void {
  if (marker.moves) return
  const { dataDir } = config
  const { cluster, previous } = marker
  const [folder, clusterFolder] = foldersOf(dataDir, marker)
  const files = (names: string[]) => names.filter((name) => join(dataDir, name) !== cluster && name !== 'postgres')
  const aside = previous === null ? [] : files(dataEntries(config))
  marker.moves = {
    aside: aside.map((name) => ({ from: join(dataDir, name), to: join(previous ?? '', name) })),
    place: files(readdirSync(folder)).map((name) => ({ from: join(folder, name), to: join(dataDir, name) })),
  }
  if (previous !== null && exists(cluster)) {
    const to = dirname(cluster) === dataDir ? join(previous, basename(cluster)) : `${cluster}.${basename(previous)}`
    marker.moves.aside.push({ from: cluster, to })
  }
  marker.moves.place.push({ from: join(clusterFolder, 'postgres'), to: cluster })
  replaceRestoreMarker(dataDir, marker)
}

/**
 * Returns the two temporary folders of a restore: the folder of the files, and the folder of the database cluster. The
 * latter is on the same disk as the cluster.
 */
function foldersOf(dataDir: string, { cluster, folder }: RestoreMarker): [string, string] {
  return [join(dataDir, folder), join(dirname(cluster), folder)]
}

function removeFolders({ config, marker }: Pick<Restore, 'config' | 'marker'>): void {
  for (const folder of foldersOf(config.dataDir, marker)) rmSync(folder, { recursive: true, force: true })
}

function moveAcrossDisks(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true })
  }
}

function setOwner(folder: string, { uid, gid }: SystemUser): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid)
  lchownSync(folder, uid, gid)
  chmodSync(folder, 0o700)
}
