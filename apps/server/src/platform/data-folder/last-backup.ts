import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'

/** The name of the file in the data folder that contains the backup record. */
const lastBackupFile = 'last-backup.json'

export type BackupProblem =
  /** `failed`: no backup was made. `destination`: a backup was made, but did not reach every destination. */
  | { at: Date; why: 'failed' | 'destination' }
  /** No backup was made, because it needs `needed` bytes and the disk has only `free`. */
  | { at: Date; why: 'space'; free: number; needed: number }

/** A backup that was verified. */
export type ProvedBackup = {
  /** The time at which the backup began. */
  at: Date
  /** The size of the data in bytes. */
  size: number
  /** The duration of the backup and its verification. */
  seconds: number
  /** The time of the newest audit log line in the backup; null if the audit log was empty. */
  newest: Date | null
}

export type DestinationState = {
  /** The time of its last backup; null if it has none. */
  at: Date | null
  /** The time of the latest attempt if it failed; otherwise null. */
  failedAt: Date | null
  /** The reason why the attempt failed, or why old backups could not be deleted after it; otherwise null. */
  reason: string | null
}

/** The facts about the latest backups, which a file in the data folder contains. */
export type BackupRecord = {
  /** The time of the last verified backup, or of one that was recorded by hand; null if there was none. */
  at: Date | null
  /** Whether the last backup is on the same disk as the data. */
  onSameDisk: boolean
  /** The problem of the last attempt; null if it succeeded. */
  problem: BackupProblem | null
  /** The last verified backup that Attune made; null if there is none. */
  proved: ProvedBackup | null
  /** The times of the latest backups that were not verified, newest first. Such backups are made before an upgrade or a restore. */
  unproved: Date[]
  /** The destinations by their names. */
  destinations: Record<string, DestinationState>
  /** The time zone that the last backup used to decide which older backups to keep. */
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

/**
 * Records the time of a backup of the data in `dataDir`, and the given facts about it. Facts that are not given stay unchanged, except that a
 * recorded problem is removed.
 */
export const recordBackup = (
  dataDir: string,
  at: Date,
  known: Partial<Omit<BackupRecord, 'at'>> = { onSameDisk: false },
): void => store(dataDir, { ...readBackupRecord(dataDir), problem: null, ...known, at })

/** The maximum number of times of unverified backups that are stored. */
const storedUnproved = 20

/** Records a backup that was not verified. It does not count as the last backup. */
export function recordUnprovedBackup(
  dataDir: string,
  at: Date,
  known: Pick<BackupRecord, 'problem' | 'destinations'>,
): void {
  const record = readBackupRecord(dataDir)
  const problem = known.problem ?? record.problem
  store(dataDir, { ...record, ...known, problem, unproved: [at, ...record.unproved].slice(0, storedUnproved) })
}

/** Records a failed attempt. The record of the last backup stays unchanged. */
export const recordBackupProblem = (dataDir: string, problem: BackupProblem): void =>
  store(dataDir, { ...readBackupRecord(dataDir), problem })

function store(dataDir: string, record: BackupRecord): void {
  replaceFileDurably(join(dataDir, lastBackupFile), `${JSON.stringify(record)}\n`)
}

/** Whether a backup, verified or not, was made within one hour of `now`. A time after `now` also counts, because the clock may have been set back. */
export function hasRecentBackup(dataDir: string, now: Date): boolean {
  const { at, unproved } = readBackupRecord(dataDir)
  return [at, ...unproved].some((time) => time && Math.abs(now.getTime() - time.getTime()) < 60 * 60_000)
}

/** Returns the backup record; an empty record if the file cannot be read. */
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

/** The JSON form of the record, in which times are strings. */
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
