import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPhase } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { createFileDurably, replaceFileDurably } from '../process/durable.ts'
import { processIdentity, stateOfProcess } from '../process/identity.ts'
import { StartError } from '../process/start-error.ts'
import { sha256Of } from '../secrets/sha256.ts'

/** The name of a file in the data folder that exists while a backup runs. It prevents a second backup and contains the progress of the first. */
export const progressFile = 'backup-progress.json'

export type BackupProgress = {
  /** In ISO 8601. */
  startedAt: string
  phase: BackupPhase
  /** The bytes of the phase that are done. */
  done: number
  /** The bytes of the phase; 0 if they are unknown. */
  total: number
}
type Stored = BackupProgress & { owner: string }

/** The file is written at most once in this number of milliseconds. */
const writeMilliseconds = 500
/** The age in milliseconds at which a progress file of another machine or container counts as left by a killed backup. */
const abandonedMilliseconds = 3 * 60 * 60 * 1000

/** Returns the progress of the running backup; null if none runs or if it was killed. */
export function readBackupProgress(dataDir: string): BackupProgress | null {
  const stored = readStored(dataDir)
  if (!stored || hasEnded(dataDir, stored)) return null
  const { startedAt, phase, done, total } = stored
  return { startedAt, phase, done, total }
}

function hasEnded(dataDir: string, { owner }: Stored): boolean {
  const state = stateOfProcess(owner)
  if (state !== 'unknown') return state === 'ended'
  const writtenAt = statSync(join(dataDir, progressFile), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - writtenAt > abandonedMilliseconds
}

function readStored(dataDir: string): Stored | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, progressFile), 'utf8')) as Stored
  } catch {
    return null
  }
}

/** Another backup of the data folder runs. */
export class BackupRunningError extends StartError {}

/** Functions with which a backup reports its progress. */
export type ReportProgress = {
  /** Starts a phase with this number of bytes; 0 if it is unknown. */
  phase(phase: BackupPhase, total?: number): void
  /** Adds to the number of bytes that are done in this phase. */
  add(bytes: number): void
}

/** Runs `work`. Throws a BackupRunningError if another backup of the data folder runs. Calls `onChange` each time the progress file is written. */
export async function withBackupLock<Result>(
  dataDir: string,
  at: Date,
  work: (report: ReportProgress) => Promise<Result>,
  onChange: (progress: BackupProgress) => void = () => {},
): Promise<Result> {
  const state: Stored = { owner: processIdentity(), startedAt: at.toISOString(), phase: 'copy', done: 0, total: 0 }
  lock(dataDir, state)
  let writtenAt = 0
  const write = (isNow: boolean) => {
    if (!isNow && performance.now() - writtenAt < writeMilliseconds) return
    writtenAt = performance.now()
    replaceProgress(dataDir, state)
    onChange(state)
  }
  try {
    return await work({
      phase(phase, total = 0) {
        Object.assign(state, { phase, total, done: 0 })
        write(true)
      },
      add(bytes) {
        state.done += bytes
        write(false)
      },
    })
  } finally {
    rmSync(join(dataDir, progressFile), { force: true })
  }
}

/**
 * Creates the progress file, or takes over the file of a killed backup. If two processes try to take it over, only the one that creates a second
 * file, named after the owner of the killed backup, succeeds. The other one throws a BackupRunningError.
 */
function lock(dataDir: string, state: Stored): void {
  const path = join(dataDir, progressFile)
  const content = JSON.stringify(state)
  if (createFileDurably(path, content)) return
  const found = readStored(dataDir)
  if (found && !hasEnded(dataDir, found)) refuse(found)
  const claim = `${path}.draft-${sha256Of(found?.owner ?? '').slice(0, 12)}`
  if (!createFileDurably(claim, '')) refuse(found)
  try {
    if (readStored(dataDir)?.owner !== found?.owner) refuse(readStored(dataDir))
    replaceFileDurably(path, content)
  } finally {
    rmSync(claim, { force: true })
  }
}

function refuse(running: Stored | null): never {
  throw new BackupRunningError(
    `A backup is already running${running ? ` since ${running.startedAt}` : ''}. Wait until it's done.`,
  )
}

/** Replaces the file without syncing it, because after a power loss the progress is worthless anyway. */
function replaceProgress(dataDir: string, state: Stored): void {
  const path = join(dataDir, progressFile)
  writeFileSync(`${path}.draft-${process.pid}`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${path}.draft-${process.pid}`, path)
}
