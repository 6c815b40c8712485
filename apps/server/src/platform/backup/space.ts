import { lstatSync, readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterPath } from '../database/embedded/paths.ts'
import { dataEntries } from './archive.ts'

/** The space for a backup, in bytes. */
export type BackupSpace = {
  /** The size of the data. */
  data: number
  /** The free space on the disk of the backup. */
  free: number
  /** The capacity of this disk. */
  disk: number
}

/** The share of the disk that stays free. With less free space, the server soon refuses uploads. */
const freeShare = 0.15

/**
 * Returns the number of missing bytes for a backup; null if there is enough space. A backup needs twice the size of the data and leaves 15 % of the
 * disk free.
 */
export function missingSpace({ data, free, disk }: BackupSpace): number | null {
  const missing = 2 * data + freeShare * disk - free
  return missing > 0 ? Math.ceil(missing) : null
}

/** Formats a number of bytes in gigabytes for a message. A gigabyte has 1024³ bytes. */
export const inGigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/**
 * Measures the data and the disk of `folder`. `ownDatabase` is the size of a practice's own Postgres; that of the embedded database is measured by
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

/** Returns the size of a file, or of all files in a folder, in bytes. Files that are deleted in the meantime count 0. */
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
