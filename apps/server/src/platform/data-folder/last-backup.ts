import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'

/** The name of a file in the data folder that says when the data was last backed up. */
const lastBackupFile = 'last-backup.json'

/**
 * Why the latest attempt made no backup, or only one that did not reach its destination. `space` has the free bytes of the disk and those that the backup
 * would have needed.
 */
export type BackupProblem =
  | { at: Date; why: 'failed' | 'destination' }
  | { at: Date; why: 'space'; free: number; needed: number }

/** The result of the proof of a backup: the size of the data in bytes, how long the backup and its proof took, and its newest record. */
export type ProvedBackup = { at: Date; size: number; seconds: number; newest: Date | null }

/** The state of a destination: the time of its last backup, and the time and reason of the latest attempt if it failed. */
export type DestinationState = { at: Date | null; failedAt: Date | null; reason: string | null }

export type BackupRecord = {
  /** The time of the last backup that was proved, or recorded by hand; null if there was none. */
  at: Date | null
  /** Whether the last backup is on the same disk as the data. */
  onSameDisk: boolean
  /** The problem of the latest attempt; null if it made the last backup. */
  problem: BackupProblem | null
  /** The last proof; null if Attune has made no backup yet. */
  proved: ProvedBackup | null
  /** The times of the latest backups that were made without a proof, before an upgrade or a restore, newest first. */
  unproved: Date[]
  /** The destinations by their names. */
  destinations: Record<string, DestinationState>
  /** The zone by whose days the last backup decided which older ones are kept. */
  zone: string
}

const noRecord: BackupRecord = {
  at: null,
  onSameDisk: false,
  problem: null,
  proved: null,
  unproved: [],
  destinations: {},
  zone: 'UTC',
}

/** Records that the data in `dataDir` was backed up at a time, and what else is known about the backup. What is left out stays as it was. */
export const recordBackup = (
  dataDir: string,
  at: Date,
  known: Partial<Omit<BackupRecord, 'at'>> = { onSameDisk: false },
): void => store(dataDir, { ...readBackupRecord(dataDir), problem: null, ...known, at })

/** So many times of unproved backups are stored. */
const storedUnproved = 20

/** Records a backup that was not proved, which does not count as the last one. */
export function recordUnprovedBackup(
  dataDir: string,
  at: Date,
  known: Pick<BackupRecord, 'problem' | 'destinations'>,
): void {
  const record = readBackupRecord(dataDir)
  const problem = known.problem ?? record.problem
  store(dataDir, { ...record, ...known, problem, unproved: [at, ...record.unproved].slice(0, storedUnproved) })
}

/** Records that an attempt made no backup. The last backup stays recorded. */
export const recordBackupProblem = (dataDir: string, problem: BackupProblem): void =>
  store(dataDir, { ...readBackupRecord(dataDir), problem })

function store(dataDir: string, record: BackupRecord): void {
  replaceFileDurably(join(dataDir, lastBackupFile), `${JSON.stringify(record)}\n`)
}

/** Whether a backup, proved or not, was made in the hour before `now`. */
export function hasRecentBackup(dataDir: string, now: Date): boolean {
  const { at, unproved } = readBackupRecord(dataDir)
  return [at, ...unproved].some((time) => time && Math.abs(now.getTime() - time.getTime()) < 60 * 60_000)
}

/** Returns the record of the backups. A file that cannot be read counts as no record. */
export function readBackupRecord(dataDir: string): BackupRecord {
  const stored = parse(dataDir)
  const { problem, proved } = stored
  const problemAt = timeOf(problem?.at)
  const provedAt = timeOf(proved?.at)
  const destinations = Object.entries(stored.destinations ?? {}).map(([name, { at, failedAt, reason }]) => {
    return [name, { at: timeOf(at), failedAt: timeOf(failedAt), reason: reason ?? null }] as const
  })
  return {
    ...noRecord,
    at: timeOf(stored.at),
    onSameDisk: stored.onSameDisk === true,
    problem: problem && problemAt ? { ...problem, at: problemAt } : null,
    proved: proved && provedAt ? { ...proved, at: provedAt, newest: timeOf(proved.newest) } : null,
    unproved: Array.isArray(stored.unproved) ? stored.unproved.flatMap((time) => timeOf(time) ?? []) : [],
    destinations: Object.fromEntries(destinations),
    ...(typeof stored.zone === 'string' && { zone: stored.zone }),
  }
}

/** The record as its file has it, with times as texts. */
type Stored = Partial<Record<'at' | 'onSameDisk' | 'unproved' | 'zone', unknown>> & {
  problem?: BackupProblem | null
  proved?: ProvedBackup | null
  destinations?: Record<string, { at: unknown; failedAt: unknown; reason?: string | null }>
}

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
