import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPostmaster, stopPostmaster } from '../database/embedded/postmaster.ts'
import { processIdentity, processIdentityPattern, stateOfProcess } from '../process/identity.ts'
import { removeAbandonedMarkerDrafts } from './restore-marker.ts'

/** A backup and a restore each write into a temporary folder, which contains clinical data. */
export type WorkKind = 'backup' | 'restore'

const anyName = /^\.attune-(backup|restore)-/
const ownedName = new RegExp(`^\\.attune-(?:backup|restore)-(${processIdentityPattern})-[0-9a-f]+$`)

/** Returns a new name for a temporary folder. The name contains the process that owns the folder. */
export function workFolderName(kind: WorkKind): string {
  return `.attune-${kind}-${processIdentity()}-${randomBytes(4).toString('hex')}`
}

export function isWorkFolder(name: string): boolean {
  return anyName.test(name)
}

/** The name of the default folder for backups, within the folder of the program. */
export const defaultBackupFolder = 'backups'
/** The name of the folder in the data folder with the daily backups. */
export const dailyBackupFolder = 'backups'

/**
 * Removes the temporary folders of killed backups and restores, and drafts of the restore's marker. Looks for folders in the data folder, in the
 * parent folder of the cluster, in the parent folder of the data folder, and in `backupFolders`. Call it only when no restore into the data folder is
 * unfinished. In the last two places, a folder of a restore may belong to another data folder, so it is reported but not removed. Returns one
 * sentence for the user per folder.
 */
export async function removeAbandonedWork(
  dataDir: string,
  cluster: string,
  backupFolders: readonly string[],
): Promise<string[]> {
  removeAbandonedMarkerDrafts(dataDir)
  const own = new Set([dataDir, dirname(cluster)])
  const others = new Set([dirname(dataDir), ...backupFolders].filter((folder) => !own.has(folder)))
  const notes: string[] = []
  for (const folder of own) notes.push(...(await removeAbandonedWorkFolders(folder, ['backup', 'restore'])))
  for (const folder of others) notes.push(...(await removeAbandonedWorkFolders(folder, ['backup'])))
  return notes
}

/**
 * Removes the temporary folders that killed backups and restores left in `parent`, if their kind is in `removable`. Keeps the folder of a
 * running process, and never follows a symbolic link. Returns one sentence for the user per folder that was removed or that the user has to
 * remove. The user has to remove a folder if its process is unknown, its kind is not in `removable`, or the removal failed.
 */
async function removeAbandonedWorkFolders(parent: string, removable: readonly WorkKind[]): Promise<string[]> {
  const notes: string[] = []
  for (const name of entriesOf(parent)) {
    const kind = anyName.exec(name)?.[1] as WorkKind | undefined
    const path = join(parent, name)
    if (!kind || !isFolder(path)) continue
    const owner = ownedName.exec(name)?.[1]
    const state = owner ? stateOfProcess(owner) : 'unknown'
    if (state === 'running') continue
    if (state === 'ended' && removable.includes(kind) && (await remove(path)))
      notes.push(`Removed ${path}. An interrupted ${kind} had left clinical data there.`)
    else
      notes.push(`An interrupted ${kind} left clinical data in ${path}. If no ${kind} is running, delete that folder.`)
  }
  return notes
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether `path` is a folder. A symbolic link to a folder does not count. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Removes a temporary folder. First stops the Postgres in it, which keeps running when its restore or verification is killed. Returns false if the
 * removal fails.
 */
async function remove(path: string): Promise<boolean> {
  try {
    const cluster = join(path, 'postgres')
    const running = findPostmaster(cluster)
    if (running) await stopPostmaster(running.pid, cluster)
    // For a symbolic link in the folder, removes the link but not its target.
    rmSync(path, { recursive: true })
    return true
  } catch {
    return false
  }
}
