import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'

/** The name of a file in the data folder that says when the data was last backed up. */
const lastBackupFile = 'last-backup.json'

/** Why the latest attempt made no backup. `space` has the free bytes of the disk and those that the backup would have needed. */
export type BackupProblem = { at: Date; why: 'failed' } | { at: Date; why: 'space'; free: number; needed: number }

export type BackupRecord = {
  /** The time of the last backup; null if there was none. */
  at: Date | null
  /** Whether the last backup is on the same disk as the data. */
  onSameDisk: boolean
  /** The problem of the latest attempt; null if it made the last backup. */
  problem: BackupProblem | null
}

/** Records that the data in `dataDir` was backed up at a time. */
export const recordBackup = (dataDir: string, at: Date, onSameDisk = false): void =>
  store(dataDir, { at, onSameDisk, problem: null })

/** Records that an attempt made no backup. The last backup stays recorded. */
export const recordBackupProblem = (dataDir: string, problem: BackupProblem): void =>
  store(dataDir, { ...readBackupRecord(dataDir), problem })

function store(dataDir: string, record: BackupRecord): void {
  replaceFileDurably(join(dataDir, lastBackupFile), `${JSON.stringify(record)}\n`)
}

/** Returns the record of the backups. A file that cannot be read counts as no record. */
export function readBackupRecord(dataDir: string): BackupRecord {
  const stored = parse(dataDir)
  const { problem } = stored
  const problemAt = timeOf(problem?.at)
  return {
    at: timeOf(stored.at),
    onSameDisk: stored.onSameDisk === true,
    problem: problem && problemAt ? { ...problem, at: problemAt } : null,
  }
}

type Stored = { at?: unknown; onSameDisk?: unknown; problem?: BackupProblem | null }

function parse(dataDir: string): Stored {
  try {
    return (JSON.parse(readFileSync(join(dataDir, lastBackupFile), 'utf8')) as Stored | null) ?? {}
  } catch {
    return {}
  }
}

function timeOf(stored: unknown): Date | null {
  const time = typeof stored === 'string' ? new Date(stored) : null
  return time && !Number.isNaN(time.getTime()) ? time : null
}
