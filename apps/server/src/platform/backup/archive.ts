import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterPointerFile } from '../database/embedded/paths.ts'
import { restoreMarkerFile } from '../data-folder/restore-marker.ts'
import { StartError } from '../process/start-error.ts'
import { dailyBackupFolder, isWorkFolder } from '../data-folder/work-folders.ts'

/** The name of the first entry of every archive. A restore checks this entry before it replaces data. */
export const label = 'attune-backup.json'
type Label = { app: 'attune'; format: 1; at: string; postgres: string }

export function writeLabel(folder: string, at: Date, postgres: string): void {
  const words: Label = { app: 'attune', format: 1, at: at.toISOString(), postgres }
  writeFileSync(join(folder, label), JSON.stringify(words))
}

/**
 * Returns the time of the unpacked archive `source` in `folder`, which its data shows. Throws a StartError if it has no label that this version
 * can read.
 */
export function requireLabel(folder: string, source: string): Date {
  const path = join(folder, label)
  const words = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Label>) : {}
  const at = new Date(words.at ?? '')
  if (words.app !== 'attune' || words.format !== 1 || Number.isNaN(at.getTime()))
    throw new StartError(`This version of Attune can't read the backup ${source}.`)
  return at
}

/**
 * Returns the entries of the data folder that belong in a backup. Excludes the secrets, files that are still being
 * written (`.draft-`) and the file with the path of the database cluster on this machine. Also excludes the marker and
 * the temporary folders of restores and backups, and the daily backups.
 */
export function dataEntries({ dataDir, secretsDir }: Pick<Config, 'dataDir' | 'secretsDir'>): string[] {
  const [secrets = '', ...deeper] = relative(dataDir, secretsDir).split(/[\\/]/)
  if (secrets !== '..' && deeper.length > 0)
    throw new StartError(
      'ATTUNE_SECRETS must be directly inside ATTUNE_DATA or outside it. Otherwise backups would include the secrets.',
    )
  const excluded = [secrets, clusterPointerFile, restoreMarkerFile, dailyBackupFolder]
  return existsSync(dataDir)
    ? readdirSync(dataDir).filter(
        (name) => !excluded.includes(name) && !name.includes('.draft-') && !isWorkFolder(name),
      )
    : []
}

export function tar(args: string[], failure: string): void {
  const { status, error, stderr } = spawnSync('tar', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  if (status !== 0)
    throw new StartError(`${failure}: ${(error?.message ?? stderr).trim().split('\n')[0]}.`, { cause: error })
}
