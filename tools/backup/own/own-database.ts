import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../apps/server/src/platform/config/config.ts'
import { loadRestored } from '../../../apps/server/src/platform/backup/snapshot/restore-target.ts'
import { snapshotFolder } from '../../../apps/server/src/platform/backup/snapshot/take-snapshot.ts'
import type { RestoreMarker } from '../../../apps/server/src/platform/data-folder/restore-marker.ts'
import { clusterPath } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { StartError } from '../../../apps/server/src/platform/process/start-error.ts'

type OwnRestore = {
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl'>>
  marker: RestoreMarker
}

/** Creates the data folder. Returns the path of its cluster, whether or not the cluster exists. A practice with its own Postgres has no cluster. */
export function clusterOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return clusterPath(dataDir)
}

/**
 * Returns whether an unpacked backup contains the rows of a practice's own Postgres. Throws a StartError if it contains the embedded database and the
 * target is the practice's own Postgres.
 */
export function requireFittingDatabase(folder: string, marker: RestoreMarker): boolean {
  const isSnapshot = existsSync(join(folder, snapshotFolder))
  if (marker.ownDatabase && !isSnapshot)
    throw new StartError(
      `The backup ${marker.source} is a copy of Attune's built-in database, which can't be loaded into your own Postgres. Nothing was changed. Remove DATABASE_URL to restore it.`,
    )
  return isSnapshot
}

/** Throws a StartError if the command continues an interrupted restore with another kind of database. */
export function requireSameDatabase({ source, ownDatabase }: RestoreMarker, databaseUrl: string | null): void {
  if (ownDatabase && databaseUrl === null)
    throw new StartError(`The restore of ${source} was into your own Postgres. Set DATABASE_URL again, then try again.`)
  if (!ownDatabase && databaseUrl !== null)
    throw new StartError(
      `The restore of ${source} was into Attune's built-in database. Remove DATABASE_URL, then try again.`,
    )
}

/** If the restore is into the practice's own Postgres, calls `work` with its URL and the id of the restore. */
export async function onOwnDatabase(
  { config, marker }: OwnRestore,
  work: (url: string, id: string) => Promise<void>,
): Promise<void> {
  if (marker.ownDatabase && config.databaseUrl) await work(config.databaseUrl, marker.folder)
}

/** Loads the unpacked rows into the practice's own Postgres. Does nothing for a restore into the embedded database. */
export const loadDatabase = (restore: OwnRestore): Promise<void> =>
  onOwnDatabase(restore, (url, id) => loadRestored(url, join(restore.config.dataDir, restore.marker.folder), id))
