import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { processIdentity, processIdentityPattern, stateOfProcess } from './process-identity.ts'

/** A backup and a restore each write into a temporary folder, which holds clinical data. */
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

/** The name of the folder, in the folder of the program, that backups are written to by default. */
export const defaultBackupFolder = 'backups'

/**
 * Removes or names what killed backups and restores left in the data folder, in the folder of its cluster, beside the data folder and in
 * `backupFolders`. No restore into the data folder may be unfinished. A restore writes into the first two only: what looks like one
 * elsewhere may belong to another data folder, and is named. Returns one sentence per folder.
 */
export function removeAbandonedWork(dataDir: string, cluster: string, backupFolders: readonly string[]): string[] {
  const own = new Set([dataDir, dirname(cluster)])
  const others = new Set([dirname(dataDir), ...backupFolders].filter((folder) => !own.has(folder)))
  return [
    ...[...own].flatMap((folder) => removeAbandonedWorkFolders(folder, ['backup', 'restore'])),
    ...[...others].flatMap((folder) => removeAbandonedWorkFolders(folder, ['backup'])),
  ]
}

/**
 * Removes the temporary folders that killed backups and restores left in `parent`, if their kind is in `removable`. Keeps the folder of a
 * running process, and never follows a symbolic link. Returns one sentence per folder that was removed, or that the reader has to remove
 * because its process is unknown, its kind is not in `removable`, or the removal failed.
 */
function removeAbandonedWorkFolders(parent: string, removable: readonly WorkKind[]): string[] {
  return entriesOf(parent).flatMap((name) => {
    const kind = anyName.exec(name)?.[1] as WorkKind | undefined
    const path = join(parent, name)
    if (!kind || !isFolder(path)) return []
    const owner = ownedName.exec(name)?.[1]
    const state = owner ? stateOfProcess(owner) : 'unknown'
    if (state === 'running') return []
    if (state === 'ended' && removable.includes(kind) && remove(path))
      return [`Removed ${path}. An interrupted ${kind} had left clinical data there.`]
    return [`An interrupted ${kind} left clinical data in ${path}. If no ${kind} is running, delete that folder.`]
  })
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether `path` is a folder. A symbolic link to a folder is none. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function remove(path: string): boolean {
  try {
    // Removes a symbolic link in the folder, not what the link points to.
    rmSync(path, { recursive: true })
    return true
  } catch {
    return false
  }
}
