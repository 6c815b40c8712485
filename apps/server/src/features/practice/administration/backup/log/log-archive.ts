import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppContext } from '../../../../../platform/app-context.ts'
import { logSlot } from '../../../../../platform/backup/log/receive.ts'
import type { Config } from '../../../../../platform/config/config.ts'
import { logSpoolFolder } from '../../../../../platform/data-folder/log-record.ts'
import { clusterPath } from '../../../../../platform/database/embedded/paths.ts'
import { readSupportHours } from '../../settings/support-hours.ts'
import { readLogSettings } from './log-destination.ts'

type LogArchiveContext = Pick<AppContext, 'config' | 'db' | 'log'>

const usualMilliseconds = 15_000
/** The time in milliseconds that the archive process has for its last transfer before it is killed. */
const patienceMilliseconds = 15_000
const script = join(import.meta.dirname, 'log-process.ts')
/** The root of the repository. A server without ATTUNE_DATA has its settings there. */
const root = join(import.meta.dirname, '../../../../../../../..')

/**
 * Archives the log of the embedded database while a destination is chosen, until the returned function is called. Keeps a process running, and
 * restarts it when it ends or when its settings change. Without a destination, runs no process and deletes an old slot, because an unread slot fills
 * the disk. Call the returned function after the last response, so that the last writes are archived too. A practice with its own Postgres archives
 * the log itself.
 */
export function scheduleLogArchive(
  context: LogArchiveContext,
  everyMilliseconds = usualMilliseconds,
): () => Promise<void> {
  if (context.config.databaseUrl !== null) return async () => {}
  const archive = new LogArchiveProcess(context)
  let checking: Promise<void> = Promise.resolve()
  const check = () => {
    checking = checking
      .then(() => archive.check())
      .catch((error: unknown) => context.log.warn('the archive of the log could not be started', { error }))
  }
  const timer = setInterval(check, everyMilliseconds)
  timer.unref()
  check()
  return async () => {
    clearInterval(timer)
    await checking
    await archive.stop()
  }
}

class LogArchiveProcess {
  readonly #context: LogArchiveContext
  #child: ChildProcess | null = null
  /** The settings with which the process was started, as text for comparison. */
  #settings = ''

  constructor(context: LogArchiveContext) {
    this.#context = context
  }

  /** Starts the process if it is needed and does not run, restarts it if its settings have changed, and stops it if it is no longer needed. */
  async check(): Promise<void> {
    const { config } = this.#context
    if (!needsLogProcess(config)) return this.stop()
    const { zone } = await readSupportHours(this.#context)
    const settings = JSON.stringify([zone, readLogSettings(config)])
    if (this.#child && settings !== this.#settings) await this.stop()
    if (this.#child) return
    this.#settings = settings
    this.#child = this.#start(zone)
  }

  /** Ends the process after its last transfer, or kills it if that takes longer than `patienceMilliseconds`. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child) return
    const closed = once(child, 'close')
    child.stdin?.end()
    const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds)
    await closed
    clearTimeout(tooLong)
  }

  #start(zone: string): ChildProcess {
    const { dataDir, secretsDir, backupFolders } = this.#context.config
    const child = spawn(process.execPath, [script, root, zone], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: {
        ...process.env,
        ATTUNE_DATA: dataDir,
        ATTUNE_SECRETS: secretsDir,
        BACKUP_FOLDERS: backupFolders.join(','),
      },
    })
    child.stdin.on('error', () => {})
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#context.log.warn('the archive of the log has a problem', { error: new Error(text.trim()) })
    })
    child.on('close', (code) => {
      if (this.#child === child) this.#child = null
      if (code !== 0) this.#context.log.warn('the archive of the log ended', { code: String(code) })
    })
    child.on('error', () => {})
    return child
  }
}

/** Whether the process is needed: a destination is chosen, or data of a removed one still has to be deleted. */
export function needsLogProcess(config: Pick<Config, 'dataDir' | 'secretsDir'>): boolean {
  return (
    readLogSettings(config) !== null ||
    existsSync(join(config.dataDir, logSpoolFolder)) ||
    existsSync(join(clusterPath(config.dataDir), 'pg_replslot', logSlot))
  )
}
