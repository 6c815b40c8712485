import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'

/** The name of the file in the data folder that contains the state of the continuous WAL archive. */
export const logRecordFile = 'log-archive.json'
/** The name of the folder in the data folder that buffers WAL until all destinations have it. */
export const logSpoolFolder = 'log-archive'

/** A part of the WAL that is at no destination. */
export type LogGap = {
  /** The time at which the gap was noticed. */
  at: Date
  /** `lost`: Postgres had already removed the segments. `space`: this machine had no space to buffer them. */
  why: 'lost' | 'space'
  /** The first missing segment. */
  from: string
  /** The last missing segment for `space`; for `lost`, the first one that Postgres still had. */
  to: string
}

/** An update that waits for the destinations. It concerns the WAL of this cluster and timeline. */
export type LogNews = {
  systemId: string
  timeline: number
  /** A gap in the WAL; null if there is none. */
  gap: LogGap | null
  /**
   * The first segment of a new replication slot. From this segment on, earlier objects at a destination do not belong to this WAL. Null if the slot
   * is not new.
   */
  first: string | null
}

/** The state of the continuous archive of the WAL. */
export type LogRecord = {
  /** The cluster and timeline of the WAL that was received last, as `<system id>-<timeline>`; null before any WAL was received. */
  log: string | null
  /**
   * The position up to which this WAL had been received at the last transfer, or at which the last stream of it began; null before any WAL was
   * received.
   */
  position: string | null
  /** The latest moment up to which all WAL has reached all destinations; null if there is none. */
  reachedAt: Date | null
  /** The time since which a destination has been failing to receive the log; null while all transfers succeed. */
  failingSince: Date | null
  /** The number of buffered bytes on this machine. */
  waitingBytes: number
  /** The latest gap. It no longer matters once there is a newer base backup. */
  gap: LogGap | null
  /** Only a base backup that began after this moment makes the WAL restorable; null if no such backup is needed. */
  baseNeededSince: Date | null
  /** The updates that have not reached all destinations. */
  news: LogNews[]
  /** The public keys to which the archived WAL is encrypted; null before the first archive. */
  keys: string | null
}

const emptyRecord: LogRecord = {
  log: null,
  position: null,
  reachedAt: null,
  failingSince: null,
  waitingBytes: 0,
  gap: null,
  baseNeededSince: null,
  news: [],
  keys: null,
}

/** Returns the state of the WAL archive; an empty one if there is no file or it cannot be read. */
export function readLogRecord(dataDir: string): LogRecord {
  try {
    const stored = JSON.parse(readFileSync(join(dataDir, logRecordFile), 'utf8'), reviveDate) as Partial<LogRecord>
    return { ...emptyRecord, ...stored }
  } catch {
    return emptyRecord
  }
}

export function storeLogRecord(dataDir: string, record: LogRecord): void {
  replaceFileDurably(join(dataDir, logRecordFile), `${JSON.stringify(record, null, 2)}\n`)
}

const reviveDate = (key: string, value: unknown) =>
  typeof value === 'string' && (key === 'at' || key.endsWith('At') || key.endsWith('Since')) ? new Date(value) : value

/** Whether the WAL needs a base backup that is newer than `latest`. */
export const needsBaseBackup = ({ baseNeededSince }: LogRecord, latest: Date | null): boolean =>
  baseNeededSince !== null && (latest === null || latest.getTime() < baseNeededSince.getTime())
