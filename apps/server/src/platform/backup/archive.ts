import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterPointerFile } from '../database/embedded/paths.ts'
import { logRecordFile, logSpoolFolder } from '../data-folder/log-record.ts'
import { restoreMarkerFile } from '../data-folder/restore-marker.ts'
import { StartError } from '../process/start-error.ts'
import { backupFormat } from './destination/layout.ts'
import { progressFile } from './progress.ts'
import { fileHashesFile } from './users-files.ts'
import { filePlaceFile } from '../files/file-place.ts'
import { dailyBackupFolder, isWorkFolder } from '../data-folder/work-folders.ts'
import { exportsFolder } from '../data-folder/exports-folder.ts'

/** The name of the first entry of every archive. A restore checks this entry before it replaces data. */
export const label = 'attune-backup.json'
/** The content of the first entry of an archive. */
type Label = {
  app: 'attune'
  format: number
  /** The time at which the backup began, in ISO 8601. */
  at: string
  /** The version of Postgres. */
  postgres: string
  /** The SHA-256 of the unencrypted header, so that a change of the header is noticed. Absent in format 1. */
  header?: string
}

export function writeLabel(folder: string, words: Omit<Label, 'app' | 'format'>): void {
  writeFileSync(join(folder, label), JSON.stringify({ app: 'attune', format: backupFormat, ...words } satisfies Label))
}

/**
 * Returns the time at which the backup began, from the label of the unpacked archive in `folder`. Throws a StartError if the label is missing or has
 * another format or header. The messages of the errors contain `source`.
 */
export function requireLabel(folder: string, source: string, expected: Pick<Label, 'format' | 'header'>): Date {
  const path = join(folder, label)
  const words = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Label>) : {}
  const at = new Date(words.at ?? '')
  if (words.app !== 'attune' || words.format !== expected.format || Number.isNaN(at.getTime()))
    throw new StartError(`This version of Attune can't read the backup ${source}.`)
  if (words.header !== expected.header)
    throw new StartError(`The header of the backup ${source} was changed. Restore another backup.`)
  return at
}

/**
 * Returns the entries of the data folder that belong in a backup. Excludes the secrets, files that are still being written (`.draft-`) and the file
 * with the path of the database cluster on this machine. Also excludes the marker and the temporary folders of restores and backups, the daily
 * backups, the files of running backups, the file that records the place of users' files, the stored exports of people's data, and the part of the
 * log that no destination has yet. Throws a StartError if the secrets folder is inside the data folder but not directly in it.
 */
export function dataEntries({ dataDir, secretsDir }: Pick<Config, 'dataDir' | 'secretsDir'>): string[] {
  const [secrets = '', ...deeper] = relative(dataDir, secretsDir).split(/[\\/]/)
  if (secrets !== '..' && deeper.length > 0)
    throw new StartError(
      'ATTUNE_SECRETS must be directly inside ATTUNE_DATA or outside it. Otherwise backups would include the secrets.',
    )
  const excluded = [
    secrets,
    clusterPointerFile,
    restoreMarkerFile,
    dailyBackupFolder,
    progressFile,
    fileHashesFile,
    logSpoolFolder,
    logRecordFile,
    filePlaceFile,
    exportsFolder,
  ]
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
