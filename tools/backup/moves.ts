import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { syncFolder } from '../../apps/server/src/platform/process/durable.ts'
import type { RestoreMarker, RestoreMove } from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

/**
 * The part of the data to move. The database is moved separately from the files, so that the data folder lacks a
 * database only for a short time.
 */
type Part = 'files' | 'database'

/**
 * Moves the previous data from the data folder into the folder `marker.previous`. Skips what was moved before. Throws a StartError if a part of the
 * unpacked data is missing.
 */
export function moveAside(marker: RestoreMarker, part: Part, moved: (name: string) => void): void {
  requireUnpacked(marker)
  if (marker.previous !== null) mkdirSync(marker.previous, { recursive: true, mode: 0o700 })
  for (const { from, to } of chosen(marker, 'aside', part)) if (exists(from) && !exists(to)) move(from, to, moved)
}

/** Moves the unpacked data into the data folder, after the previous data was moved aside. Throws a StartError if something else is in its place. */
export function putInPlace(marker: RestoreMarker, part: Part, moved: (name: string) => void): void {
  for (const { from, to } of chosen(marker, 'place', part)) {
    if (!exists(from)) continue
    requireFree(to)
    move(from, to, moved)
  }
}

/** Moves the unpacked data back into the temporary folder. */
export function takeOut(marker: RestoreMarker, part: Part, moved: (name: string) => void): void {
  for (const each of chosen(marker, 'place', part)) if (isInPlace(marker, each)) move(each.to, each.from, moved)
}

/**
 * Moves the previous data back into the data folder, after the unpacked data was taken out of it. Removes the folder of the previous data once it is
 * empty. Throws a StartError if something else is in the place of the previous data.
 */
export function takeBack(marker: RestoreMarker, part: Part, moved: (name: string) => void): void {
  for (const { from, to } of chosen(marker, 'aside', part)) {
    if (!exists(to)) continue
    requireFree(from)
    move(to, from, moved)
  }
  const { previous } = marker
  if (previous !== null && exists(previous) && readdirSync(previous).length === 0) rmdirSync(previous)
}

/** Whether `path` exists. A broken symbolic link counts too. */
export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function chosen({ moves, cluster }: RestoreMarker, list: 'aside' | 'place', part: Part): RestoreMove[] {
  return (moves?.[list] ?? []).filter(({ from, to }) => (part === 'database') === (from === cluster || to === cluster))
}

/**
 * Whether the unpacked data has been moved to `to`. An existing `to` may also be previous data that was not moved aside
 * yet.
 */
function isInPlace({ moves }: RestoreMarker, { from, to }: RestoreMove): boolean {
  const previous = moves?.aside.find((each) => each.from === to)
  return !exists(from) && exists(to) && (previous === undefined || exists(previous.to))
}

/**
 * Throws a StartError if a part of the unpacked data is missing, for example because someone deleted it. Called before
 * anything is moved.
 */
function requireUnpacked(marker: RestoreMarker): void {
  const missing = marker.moves?.place.find((each) => !exists(each.from) && !isInPlace(marker, each))
  if (missing)
    throw new StartError(
      `The restore can't be finished because ${missing.from} is missing. Undo it with npm run restore -- --undo.`,
    )
}

/** Throws a StartError if `path` exists, because then this restore did not create it. */
function requireFree(path: string): void {
  if (exists(path))
    throw new StartError(`${path} already exists and blocks the restore. Move it somewhere else and try again.`)
}

function move(from: string, to: string, moved: (name: string) => void): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
  // Syncs the target folder before the source folder, so that a power loss between the two calls does not lose the
  // file.
  syncFolder(dirname(to))
  syncFolder(dirname(from))
  moved(basename(from))
}
