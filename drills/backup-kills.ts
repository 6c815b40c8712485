import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  backupKeysOf,
  backupTime,
  listBackups,
  timeOfBackup,
} from '../apps/server/src/platform/backup/destination/layout.ts'
import { readBackupProgress } from '../apps/server/src/platform/backup/progress.ts'
import { readBackupRecord } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import type { BenchServer } from '../bench/server.ts'
import { findMissing } from './backup-kills.check.ts'
import { type DrillDestination, openDrillDestination, restoreDrillBackup } from './backups.ts'
import { createDrillContext, type DrillContext } from './context.ts'
import { type DrillLoad, startDrillLoad } from './load.ts'
import type { DrillOutcome } from './outcome.ts'
import { processTree } from './processes.ts'

const root = join(import.meta.dirname, '..')
const script = join(root, 'apps/server/src/features/practice/administration/backup/backup-process.ts')
/** The processes that are killed during the backups, in turn. `null`: no process is killed, in every fourth backup. */
const victims = ['server', 'postgres', 'backup', null] as const
type Victim = (typeof victims)[number]
/** The usual duration of a backup in milliseconds. A kill comes at a random moment within it. */
const usualMilliseconds = 14_000
/**
 * The pause between two requests of a pair, in milliseconds. With a shorter pause, the requests of an hour could reach the end of the period in which
 * sessions can be scheduled.
 */
const pauseMilliseconds = 1_000

type Tally = { made: number; restored: number; lost: number; unproved: number; broken: number; incomplete: number }

/**
 * Makes 50 backups under load, while the server, Postgres or the process of the backup is killed with SIGKILL at a random moment. Each backup that is
 * listed afterwards is restored into an empty folder, and must contain all data that was acknowledged before it began.
 */
export async function backupKillsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const rounds = short ? 5 : 50
  const context = await createDrillContext(8)
  const destination = await openDrillDestination(context)
  const drill = new BackupKills(context, destination)
  try {
    await drill.start()
    for (let round = 0; round < rounds; round++) {
      await drill.round(victims[round % victims.length] ?? null)
      if (round % 5 === 4) say(`${round + 1} backups begun: ${JSON.stringify(drill.tally)}`)
    }
    const isNoticed = await drill.isCutNoticed()
    await drill.stop()
    const { made, restored, lost, unproved, broken, incomplete } = drill.tally
    return {
      passed: made > 0 && lost + unproved + broken + incomplete === 0 && restored >= made && isNoticed,
      figures: {
        'backups begun': rounds,
        'killed: server, Postgres, backup': [...drill.kills.values()].join(', '),
        'backups that ended well': made,
        'of those, without a proof or not listed (0)': unproved,
        'listed backups, each restored': restored,
        'listed backups that cannot be restored (0)': broken,
        'acknowledged sessions from before a backup that its restore lacks (0)': lost,
        'backups that ended badly and are listed although they are incomplete (0)': incomplete,
        'acknowledged requests': drill.acknowledged,
        'control: a listed backup that is cut is noticed': isNoticed ? 'yes' : 'no',
      },
    }
  } finally {
    await drill.stop()
    await context.close()
    destination.close()
  }
}

class BackupKills {
  readonly tally: Tally = { made: 0, restored: 0, lost: 0, unproved: 0, broken: 0, incomplete: 0 }
  readonly kills = new Map([
    ['server', 0],
    ['postgres', 0],
    ['backup', 0],
  ])
  readonly #context: DrillContext
  readonly #destination: DrillDestination
  readonly #verified = new Set<string>()
  #server: BenchServer | null = null
  #load: DrillLoad | null = null

  constructor(context: DrillContext, destination: DrillDestination) {
    this.#context = context
    this.#destination = destination
  }

  get acknowledged(): number {
    return this.#load?.acknowledged() ?? 0
  }

  async start(): Promise<void> {
    this.#server = await this.#context.start(this.#destination.env)
    this.#load = startDrillLoad(this.#context, () => this.#server?.address ?? '', { pauseMilliseconds })
  }

  async stop(): Promise<void> {
    await this.#load?.stop()
    await this.#server?.stop()
  }

  /** Makes one backup during which `victim` is killed, and restores the backups that are listed afterwards. */
  async round(victim: Victim): Promise<void> {
    await this.#untilReady()
    const at = new Date()
    const child = this.#startBackup(at)
    const closed = once(child, 'close') as Promise<[number | null]>
    if (victim) await Promise.race([closed, this.#killLater(victim, child)])
    const [code] = await closed
    const name = backupTime(at)
    const listed = await listBackups(this.#destination.store)
    const isProved = readBackupRecord(this.#context.dataDir).proved?.at.getTime() === at.getTime()
    if (code === 0) this.tally.made++
    if (code === 0 && !(isProved && listed.includes(name))) this.tally.unproved++
    for (const one of listed) if (!this.#verified.has(one)) await this.#verify(one, one === name && code !== 0)
    await this.#untilReady()
  }

  /** Whether a truncated archive makes the restore fail. Only this control changes a backup. */
  async isCutNoticed(): Promise<boolean> {
    const newest = (await listBackups(this.#destination.store)).at(-1)
    if (newest === undefined) return false
    truncateSync(join(this.#destination.folder, backupKeysOf(newest).archive), 5_000)
    const restored = await restoreDrillBackup(this.#destination, newest).catch(() => null)
    restored?.close()
    return restored === null
  }

  async #verify(name: string, wasKilled: boolean): Promise<void> {
    this.#verified.add(name)
    const restored = await restoreDrillBackup(this.#destination, name).catch(() => null)
    if (!restored) {
      if (wasKilled) this.tally.incomplete++
      else this.tally.broken++
      return
    }
    const { plans } = this.#load?.ledger ?? { plans: new Map() }
    const begun = performance.now() - (Date.now() - timeOfBackup(name).getTime())
    const isBefore = (id: string) => (this.#load?.acknowledgedAt.get(id) ?? Number.POSITIVE_INFINITY) < begun
    this.tally.lost += (await restored.withDatabase((url) => findMissing(url, plans, isBefore))).length
    this.tally.restored++
    restored.close()
  }

  #startBackup(at: Date): ChildProcess {
    const env = { ...process.env, ...this.#destination.env, ATTUNE_DATA: this.#context.dataDir, MAX_RATE: '1000000' }
    return spawn(process.execPath, [script, root, at.toISOString(), 'UTC'], { env, stdio: 'ignore' })
  }

  async #killLater(victim: NonNullable<Victim>, child: ChildProcess): Promise<void> {
    await pause(randomInt(200, usualMilliseconds))
    if (child.exitCode !== null) return
    this.kills.set(victim, (this.kills.get(victim) ?? 0) + 1)
    if (victim === 'backup') for (const pid of processTree(child.pid ?? 0).toReversed()) killIfAny(pid)
    if (victim === 'postgres') killIfAny(findPostmaster(clusterPath(this.#context.dataDir))?.pid ?? 0)
    if (victim !== 'server' || !this.#server) return
    const exited = once(this.#server.child, 'exit')
    this.#server.child.kill('SIGKILL')
    await exited
    this.#server = await this.#context.start(this.#destination.env)
  }

  /** Waits until requests are acknowledged again and no backup runs. The server may have started one by itself. */
  async #untilReady(): Promise<void> {
    const before = this.#load?.lastSuccess ?? 0
    while (this.#load?.lastSuccess === before) await pause(100)
    while (readBackupProgress(this.#context.dataDir) !== null) await pause(500)
  }
}

function killIfAny(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
