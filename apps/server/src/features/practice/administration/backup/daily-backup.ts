import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isBackupDue } from '../../../../platform/backup/daily-backup.rules.ts'
import { readBackupRecord, recordBackupProblem } from '../../../../platform/data-folder/last-backup.ts'
import { clusterPath } from '../../../../platform/database/embedded/paths.ts'
import { readSupportHours } from '../settings/support-hours.ts'

type DailyBackupContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>

const everyMilliseconds = 60_000
const script = join(import.meta.dirname, 'backup-process.ts')
/** The root of the repository, below which the settings of a server without ATTUNE_DATA are. */
const root = join(import.meta.dirname, '../../../../../../..')

/**
 * Backs up the embedded database and the files once a day, at the first moment after 03:00 of the practice's zone, until the returned function is
 * called. A practice with its own Postgres is backed up by its database host.
 */
export function scheduleDailyBackup(context: DailyBackupContext): () => void {
  if (context.config.databaseUrl !== null) return () => {}
  let running: Promise<void> | null = null
  const check = () => {
    running ??= backUpIfDue(context)
      .catch((error: unknown) => context.log.warn('the daily backup could not be made', { error }))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(check, everyMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Makes the backup if it is due. `run` makes it, and rejects if there is none afterwards. */
export async function backUpIfDue(context: DailyBackupContext, run = runBackup): Promise<void> {
  const { dataDir } = context.config
  const now = context.clock.now()
  const { at, problem } = readBackupRecord(dataDir)
  const latest = at ?? statSync(join(clusterPath(dataDir), 'PG_VERSION')).mtime
  const { zone } = await readSupportHours(context)
  if (!isBackupDue({ latest, failedAt: problem?.at ?? null }, now, zone)) return
  try {
    await run(now)
  } catch (error) {
    // The process records the problem that it meets. If it was killed, nothing is recorded, and the next attempt must not follow at once.
    const isRecorded = readBackupRecord(dataDir).problem?.at.getTime() !== problem?.at.getTime()
    if (!isRecorded) recordBackupProblem(dataDir, { at: now, why: 'failed' })
    throw error
  }
}

async function runBackup(now: Date): Promise<void> {
  const child = spawn(process.execPath, [script, root, now.toISOString()], { stdio: ['ignore', 'ignore', 'pipe'] })
  let reason = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reason = (reason + text).slice(-2_000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the backup process ended with ${code}: ${reason.trim()}`)
}
