import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably, syncFolder } from '../process/durable.ts'
import { StartError } from '../process/start-error.ts'

/**
 * The name of a file in the data folder. A restore writes it together with the data. The next start applies the rules of a restore (see
 * `applyRestore`) and then removes the file.
 */
export const restoredFile = 'restored.json'

/** A restore for which the next start still has to call `applyRestore`. */
export type Restored = {
  /** The id of the restore. The audit log contains it, so that the rules of a restore are applied only once. */
  id: string
  /** The moment whose state the restored data has. */
  dataOf: Date
  /** The time at which the backup was restored. */
  restoredAt: Date
}

/**
 * Marks the unpacked data in `folder` as restored. If the data was restored before and never started, keeps the earlier moment, because the data is
 * not newer than that.
 */
export function markRestored(folder: string, { dataOf, restoredAt }: Omit<Restored, 'id'>): void {
  const earlier = readRestored(folder)?.dataOf
  const shown = earlier && earlier < dataOf ? earlier : dataOf
  replaceFileDurably(join(folder, restoredFile), `${JSON.stringify({ id: randomUUID(), dataOf: shown, restoredAt })}\n`)
}

/** Returns the restore whose rules have not been applied yet; null if there is none. Throws a StartError if the file is unreadable. */
export function readRestored(folder: string): Restored | null {
  const path = join(folder, restoredFile)
  if (!existsSync(path)) return null
  const stored = parse(path)
  const [dataOf, restoredAt] = [new Date(String(stored?.dataOf)), new Date(String(stored?.restoredAt))]
  if (typeof stored?.id !== 'string' || Number.isNaN(dataOf.getTime()) || Number.isNaN(restoredAt.getTime()))
    throw new StartError(
      `${path} shows that a backup was restored, but Attune can't read it. Restore the backup again.`,
    )
  return { id: stored.id, dataOf, restoredAt }
}

export function removeRestored(dataDir: string): void {
  rmSync(join(dataDir, restoredFile), { force: true })
  syncFolder(dataDir)
}

function parse(path: string): Partial<Record<keyof Restored, unknown>> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<keyof Restored, unknown>> | null
  } catch {
    return null
  }
}
