import { lstatSync, readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { dataEntries } from './archive.ts'

/** All figures are bytes: what the data takes, what is free on the disk of the backup, and what this disk holds. */
export type BackupSpace = { data: number; free: number; disk: number }

/** This share of the disk stays free. With less, the server refuses uploads soon after. */
const freeShare = 0.15

const inGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** Throws a StartError with the figures if a backup could fill the disk: it needs twice the size of the data, and 15 % of the disk stay free. */
export function requireSpace({ data, free, disk }: BackupSpace): void {
  const needed = 2 * data + freeShare * disk
  if (free >= needed) return
  throw new StartError(
    `There isn't enough space for a backup: ${inGigabytes(free)} are free and ${inGigabytes(needed)} are needed, which is twice the data and 15 % of the disk. Delete what isn't needed, or name a file on another disk.`,
  )
}

/** Measures the data and the disk of `folder`. */
export async function measureSpace(
  config: Pick<Config, 'dataDir' | 'secretsDir'>,
  folder: string,
): Promise<BackupSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const paths = [clusterPath(config.dataDir), ...dataEntries(config).map((name) => join(config.dataDir, name))]
  const data = [...new Set(paths)].reduce((sum, path) => sum + sizeOf(path), 0)
  return { data, free: bavail * bsize, disk: blocks * bsize }
}

/** Returns the size of a file, or of everything in a folder; 0 for what is deleted meanwhile. */
function sizeOf(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return entry?.size ?? 0
  try {
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
