import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createFileDurably, replaceFileDurably, syncFolder } from '../process/durable.ts'
import { stateOfProcess } from '../process/identity.ts'
import { StartError } from '../process/start-error.ts'

/** The name of a file in the data folder. The file exists from before the first step of a restore until after its last step. */
export const restoreMarkerFile = 'unfinished-restore.json'

/** A rename of a file or folder. Both paths are absolute. */
export type RestoreMove = { from: string; to: string }

/** The record of a running restore, with which an interrupted one is continued or reverted. */
export type RestoreMarker = {
  /** The path of the backup. */
  source: string
  /** The process that runs the restore, as `processIdentity` returns it. */
  owner: string
  /** The path of the folder with the files of the embedded Postgres. */
  cluster: string
  /** The name of the temporary folder in the data folder and, if `cluster` is elsewhere, of the temporary folder beside `cluster`. */
  folder: string
  /** The folder that the previous data is moved to; null if there was no data. */
  previous: string | null
  /**
   * The renames of the restore: `aside` lists those that move the previous data away, `place` those that move the restored data in. Null
   * until the backup is unpacked and checked; until then nothing is moved.
   */
  moves: { aside: RestoreMove[]; place: RestoreMove[] } | null
  /** Set if the person continues the restore although the ledger of erasures does not cover the time since the backup. */
  withoutLedger?: true
  /** Whether the restore replays WAL before it moves any data. If such a restore is interrupted while `moves` is null, it can only be undone. */
  hasLog?: boolean
  /** Set if the database is loaded into the practice's own Postgres. The cluster of this machine is left alone then. */
  ownDatabase?: true
}

/** Returns the marker of the unfinished restore into `dataDir`; null if there is none. Throws a StartError for an unreadable marker. */
export function readRestoreMarker(dataDir: string): RestoreMarker | null {
  const path = join(dataDir, restoreMarkerFile)
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RestoreMarker
  } catch (cause) {
    throw new StartError(`${path} shows that a restore was interrupted, but Attune can't read it.`, { cause })
  }
}

/** Writes the first marker of a restore. Throws a StartError if another restore has a marker in the data folder. */
export function createRestoreMarker(dataDir: string, marker: RestoreMarker): void {
  if (!createFileDurably(join(dataDir, restoreMarkerFile), format(marker))) requireNoUnfinishedRestore(dataDir)
}

export function replaceRestoreMarker(dataDir: string, marker: RestoreMarker): void {
  replaceFileDurably(join(dataDir, restoreMarkerFile), format(marker))
}

export function removeRestoreMarker(dataDir: string): void {
  rmSync(join(dataDir, restoreMarkerFile), { force: true })
  syncFolder(dataDir)
}

/**
 * A draft of the marker that is older than this number of milliseconds belongs to a killed restore, because a draft usually exists only for a moment.
 */
const abandonedDraftMilliseconds = 60_000

/**
 * Removes the drafts of the marker that killed restores left in the data folder, if they are older than `abandonedDraftMilliseconds`. They contain
 * paths, no clinical data.
 */
export function removeAbandonedMarkerDrafts(dataDir: string): void {
  if (!existsSync(dataDir)) return
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(`${restoreMarkerFile}.draft-`)) continue
    const path = join(dataDir, name)
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (writtenAt < Date.now() - abandonedDraftMilliseconds) rmSync(path, { force: true })
  }
}

/** Throws a StartError if a restore into `dataDir` is running or was interrupted. The message says how to continue. */
export function requireNoUnfinishedRestore(dataDir: string): void {
  const marker = readRestoreMarker(dataDir)
  if (marker) throw new StartError(unfinishedRestore(dataDir, marker))
}

function unfinishedRestore(dataDir: string, { source, owner, previous, moves }: RestoreMarker): string {
  if (stateOfProcess(owner) === 'running')
    return `A restore of ${source} into ${dataDir} is running. Wait until it's done.`
  return (
    `A restore of ${source} into ${dataDir} was interrupted. Finish it with npm run restore -- --finish, ` +
    `or undo it with npm run restore -- --undo. ${whereabouts(dataDir, previous, moves !== null)}.`
  )
}

function whereabouts(dataDir: string, previous: string | null, isMoving: boolean): string {
  if (previous === null) return 'There was no data before'
  if (!isMoving) return `The previous data is still in ${dataDir}`
  return `The previous data is in ${previous}, and what hasn't been moved yet is in ${dataDir}`
}

function format(marker: RestoreMarker): string {
  return `${JSON.stringify(marker, null, 2)}\n`
}
