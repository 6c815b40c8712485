import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'

/** The name of a file in the data folder that says when the data was last backed up. */
const lastBackupFile = 'last-backup.json'

/** Records that the data in `dataDir` was backed up at a time. */
export function recordBackup(dataDir: string, at: Date): void {
  replaceFileDurably(join(dataDir, lastBackupFile), `${JSON.stringify({ at: at.toISOString() })}\n`)
}

/** Returns the time of the last recorded backup; null if none is recorded. */
export function readLastBackup(dataDir: string): Date | null {
  try {
    const { at } = JSON.parse(readFileSync(join(dataDir, lastBackupFile), 'utf8')) as { at?: unknown }
    const time = typeof at === 'string' ? new Date(at) : null
    return time && !Number.isNaN(time.getTime()) ? time : null
  } catch {
    return null
  }
}
