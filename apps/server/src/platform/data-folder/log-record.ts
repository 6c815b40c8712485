import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'

/** The name of the file in the data folder that says how the continuous archive of the database's log is doing. */
export const logRecordFile = 'log-archive.json'
/** The name of the folder in the data folder in which the log waits for its destinations. */
export const logSpoolFolder = 'log-archive'

/** A part of the log that no destination has. `why`: Postgres or this machine had no more space for it. */
export type LogGap = { at: Date; why: 'lost' | 'space'; from: string; to: string }

/** News for the destinations: a gap, and the first segment of a new slot, at and after which earlier objects do not belong to this log. */
export type LogNews = { systemId: string; timeline: number; gap: LogGap | null; first: string | null }

export type LogRecord = {
  /** The log that was received last, as `<system id>-<timeline>`, and its position; null before the first. */
  log: string | null
  position: string | null
  /** The latest moment at which everything until then had reached all destinations; null if there was none. */
  reachedAt: Date | null
  /** Since when a destination could not be reached; null if the latest attempt succeeded. */
  failingSince: Date | null
  /** The bytes that wait on this machine. */
  waitingBytes: number
  /** The latest gap. A base backup that is newer makes it harmless. */
  gap: LogGap | null
  /** A base backup that began after this moment is needed before the log can be restored; null if none was ever. */
  baseNeededSince: Date | null
  news: LogNews[]
  /** The public keys that open the archived log; null before the first. */
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

/** Returns the record; an empty one if there is none or it cannot be read. */
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

/** Whether the log needs a base backup that is newer than the latest one. */
export const needsBaseBackup = ({ baseNeededSince }: LogRecord, latest: Date | null): boolean =>
  baseNeededSince !== null && (latest === null || latest.getTime() < baseNeededSince.getTime())
