import { lstatSync, readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterPath } from '../database/embedded/paths.ts'
import { dataEntries } from './archive.ts'

/** All figures are bytes: what the data takes, what is free on the disk of the backup, and what this disk holds. */
export type BackupSpace = { data: number; free: number; disk: number }

/** This share of the disk stays free. With less, the server refuses uploads soon after. */
const freeShare = 0.15

/**
 * Returns how many bytes are missing for a backup that cannot fill the disk, which needs twice the size of the data and leaves 15 % of the disk
 * free; null if there are enough.
 */
export function missingSpace({ data, free, disk }: BackupSpace): number | null {
  const missing = 2 * data + freeShare * disk - free
  return missing > 0 ? Math.ceil(missing) : null
}

/** Returns a number of bytes as a text for a message. */
export const inGigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/**
 * Measures the data and the disk of `folder`. The size of a practice's own Postgres is given as `ownDatabase`; the one of the embedded database is that of
 * its files.
 */
export async function measureSpace(
  config: Pick<Config, 'dataDir' | 'secretsDir'>,
  folder: string,
  ownDatabase: number | null = null,
): Promise<BackupSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const cluster = clusterPath(config.dataDir)
  const others = dataEntries(config).map((name) => join(config.dataDir, name))
  const files = others.filter((path) => path !== cluster).reduce((sum, path) => sum + sizeOf(path), 0)
  const data = files + (ownDatabase ?? sizeOf(cluster))
  return { data, free: bavail * bsize, disk: blocks * bsize }
}

/** Returns the size of a file, or of everything in a folder; 0 for what is deleted meanwhile. */
export function sizeOf(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return entry?.size ?? 0
  try {
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
