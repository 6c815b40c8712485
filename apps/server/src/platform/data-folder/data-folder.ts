import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { requireOwner } from '../database/embedded/ownership.ts'
import { clusterPath, requireOwnCluster } from '../database/embedded/paths.ts'
import { requireDatabaseOfPractice } from '../database/existing.ts'
import { requireNoUnfinishedRestore } from './restore-marker.ts'
import { StartError } from '../process/start-error.ts'
import { loadSecrets, type Secrets, secretsFile } from '../secrets/secrets.ts'
import { removeAbandonedWork } from './work-folders.ts'

/**
 * Checks the data folder before the database is opened, and loads the secrets. Throws a StartError if the folder belongs to another system
 * user or a restore was interrupted. Also throws if the start would create an empty practice in place of an existing one. Root passes the
 * check of the owner, because the start of the embedded database repairs wrong owners. Removes the files of interrupted backups and
 * restores; `notes` contains a message about each.
 */
export async function openDataFolder(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretsDir'>,
  args: readonly string[],
  backupFolder: string,
): Promise<{ secrets: Secrets; isNew: boolean; notes: string[] }> {
  requireOwnFolders(config)
  requireNoUnfinishedRestore(config.dataDir)
  createFolder('ATTUNE_DATA', config.dataDir)
  createFolder('ATTUNE_SECRETS', config.secretsDir)
  requireFolderOfItsOwn(config.secretsDir)
  const { secrets, isNew, hasPractice } = loadSecrets(config.secretsDir)
  await requireDatabaseOfPractice(config, hasPractice, 'npm start', args)
  const notes = await removeAbandonedWork(config.dataDir, clusterPath(config.dataDir), [backupFolder])
  return { secrets, isNew, notes }
}

/**
 * Creates a folder that only this system user can access, unless the folder exists. Throws a StartError with the reason if the folder can't be
 * created.
 */
function createFolder(name: string, path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`The folder '${path}' (${name}) can't be created: ${reasons[code ?? ''] ?? code}.`, {
      cause: error,
    })
  }
}

const reasons: Record<string, string> = {
  EACCES: "this user isn't allowed to write there",
  EPERM: "this user isn't allowed to write there",
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
}

/**
 * Throws a StartError if a new secrets folder contains other folders, as `/etc` does, because after the first start only the owner of the secrets
 * folder can read it.
 */
function requireFolderOfItsOwn(secretsDir: string): void {
  if (existsSync(join(secretsDir, secretsFile))) return
  const other = readdirSync(secretsDir, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name !== 'lost+found',
  )
  if (other)
    throw new StartError(
      `ATTUNE_SECRETS must be a folder of its own, because only its owner can read it afterwards, but '${secretsDir}' contains the folder '${other.name}'.`,
    )
}

function requireOwnFolders({
  databaseUrl,
  dataDir,
  secretsDir,
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretsDir'>) {
  const uid = process.getuid?.()
  if (uid === undefined || uid === 0) return
  if (databaseUrl === null) requireOwnCluster(dataDir, uid)
  requireOwner(secretsDir, [secretsDir], uid)
}
