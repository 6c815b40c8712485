import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import type { OpenedBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import type { RestoreMarker } from '../../apps/server/src/platform/data-folder/restore-marker.ts'

type Folders = Pick<Config, 'dataDir' | 'secretsDir'>

/**
 * Returns the temporary folders of a restore: for the files, for the database cluster, and for the secrets. Each is on the same disk as its target.
 */
export function foldersOf(
  { dataDir, secretsDir }: Folders,
  { cluster, folder }: RestoreMarker,
): [string, string, string] {
  return [join(dataDir, folder), join(dirname(cluster), folder), join(dirname(secretsDir), folder)]
}

export function removeFolders({ config, marker }: { config: Folders; marker: RestoreMarker }): void {
  for (const folder of foldersOf(config, marker)) rmSync(folder, { recursive: true, force: true })
}

export function moveAcrossDisks(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true })
  }
}

/** The name of the folder with the secrets of the backup, in the temporary folder beside the secrets folder. */
export const secretsName = 'restored-secrets'

/**
 * Unpacks the secrets of the backup into the temporary folder beside the secrets folder, unless this machine has secrets already. Removes an empty
 * secrets folder.
 */
export async function unpackSecrets(
  { dataDir, secretsDir }: Folders,
  marker: RestoreMarker,
  backup: OpenedBackup,
): Promise<void> {
  if (existsSync(secretsDir)) {
    if (readdirSync(secretsDir).length > 0) return
    rmdirSync(secretsDir)
  }
  const [, , secretsFolder] = foldersOf({ dataDir, secretsDir }, marker)
  const target = join(secretsFolder, secretsName)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  if (!(await backup.unpackSecrets(target))) rmdirSync(target)
}
