import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { megabytesOf } from '../bench/memory.ts'
import { runBackupOf } from '../apps/server/src/features/practice/administration/backup/run-backup.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { readBackupProgress } from '../apps/server/src/platform/backup/progress.ts'
import { sizeOf } from '../apps/server/src/platform/backup/space.ts'
import { readBackupRecord } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { readLogRecord } from '../apps/server/src/platform/data-folder/log-record.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import type { BenchServer } from '../bench/server.ts'
import { fillPractice, readChecksums } from './backup-size.fill.ts'
import { type DrillDestination, openDrillDestination, restoreDrillBackup } from './backups.ts'
import { checkConsistency } from './consistency.ts'
import { createDrillContext, type DrillContext } from './context.ts'
import { findMissing } from './backup-kills.check.ts'
import { type DrillLoad, startDrillLoad } from './load.ts'
import type { DrillOptions, DrillOutcome } from './outcome.ts'
import { eachSecond, processTree } from './processes.ts'

const fileCount = 20_000
/** The limits: minutes for each step, megabytes of the server's memory, and seconds of work that a loss of the machine may cost. */
const most = { minutes: 30, megabytes: 100, lostSeconds: 5 * 60 + 60 }
/** The pause between two requests of the load, in milliseconds. */
const pauseMilliseconds = 500

/**
 * Backs up a practice with a database of `gb` gigabytes and 20,000 files under a light load, with the usual rate limit, and archives its log. Then
 * simulates the loss of the machine: kills the server, Postgres and the log archive at once, and restores the practice elsewhere, only from its
 * backup destination. Finally starts the server again on the old disk.
 */
export async function backupSizeDrill(
  short: boolean,
  say: (line: string) => void,
  { gb = short ? 0.2 : 10 }: DrillOptions = {},
): Promise<DrillOutcome> {
  const context = await createDrillContext(1)
  let destination: DrillDestination | null = null
  try {
    const filling = await context.start()
    await fillPractice(context, { bytes: gb * 1024 ** 3, files: short ? 500 : fileCount }, say).finally(filling.stop)
    destination = await openDrillDestination(context)
    return await measure(context, destination, say)
  } finally {
    await context.close()
    destination?.close()
  }
}

async function measure(
  context: DrillContext,
  destination: DrillDestination,
  say: (line: string) => void,
): Promise<DrillOutcome> {
  const server = await context.start(destination.env)
  const beganAt = new Date()
  const load = startDrillLoad(context, () => server.address, { pauseMilliseconds })
  const begun = await findBegin(context)
  say('a backup is being made')
  const backup = await watchBackup(context, server, destination)
  say(`backup: ${JSON.stringify(backup)}`)
  await untilShipped(context, begun)
  const killedAt = performance.now()
  await loseMachine(context, server)
  await load.stop()
  const restored = await restoreDrillBackup(destination, null)
  say(`restored in ${inMinutes(restored.milliseconds / 1000)}`)
  const [there, missing] = await restored.withDatabase(async (url) => [
    await readChecksums(url, beganAt),
    await findMissing(url, load.ledger.plans, () => true),
  ])
  const lostSeconds = secondsLost(load, missing, killedAt)
  restored.close()
  const again = await context.start(destination.env)
  const [here, verdict] = [
    await readChecksums(context.url(), beganAt),
    await checkConsistency(context.url(), load.ledger),
  ]
  await again.stop()
  const minutes = [backup.seconds - backup.proofSeconds, backup.proofSeconds, restored.milliseconds / 1000]
  return {
    passed:
      minutes.every((seconds) => seconds <= most.minutes * 60) &&
      backup.serverGrew <= most.megabytes &&
      here === there &&
      verdict.lost === 0 &&
      lostSeconds <= most.lostSeconds,
    figures: {
      'data: database and files': inGigabytes(backup.size),
      'acknowledged requests meanwhile': load.acknowledged(),
      'backup without its proof (≤ 30 min at 15 MB/s)': inMinutes(minutes[0] ?? 0),
      'of it: copying, packing, encrypting and sending': backup.parts,
      'proof (≤ 30 min)': inMinutes(minutes[1] ?? 0),
      'restore on an empty machine, with the log (≤ 30 min)': inMinutes(minutes[2] ?? 0),
      'size at the destination': inGigabytes(sizeOf(destination.folder)),
      'memory of the server: before, most during the backup (+ ≤ 100 MB)': `${backup.serverBefore.toFixed(0)} MB, ${(backup.serverBefore + backup.serverGrew).toFixed(0)} MB`,
      'most memory of the backup process and its programs': `${backup.processMost.toFixed(0)} MB`,
      'rows that differ after the restore (0)': here === there ? 0 : `${here} / ${there}`,
      'machine gone: seconds of acknowledged work that are lost (≤ 5 min and the transfer)': lostSeconds.toFixed(0),
      'disk kept: acknowledged requests lost (0)': verdict.lost,
    },
  }
}

const inMinutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`
const inGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** Makes a backup as the server does. Measures the durations of its steps and the memory that is used meanwhile. */
async function watchBackup({ dataDir }: DrillContext, server: BenchServer, { env }: DrillDestination) {
  const before = await medianMemory(server)
  const phases: Record<string, number> = {}
  let [serverMost, processMost] = [0, 0]
  const stop = eachSecond(() => {
    const phase = readBackupProgress(dataDir)?.phase
    if (phase) phases[phase] = (phases[phase] ?? 0) + 1
    serverMost = Math.max(serverMost, megabytesOf(server.pid))
    const known = new Set([process.pid, ...processTree(server.pid)])
    const others = processTree(process.pid).filter((pid) => !known.has(pid))
    processMost = Math.max(
      processMost,
      others.reduce((sum, pid) => sum + megabytesIfAny(pid), 0),
    )
  })
  const begun = performance.now()
  const config = readConfig({ ...process.env, DATABASE_URL: '', ...env, ATTUNE_DATA: dataDir }, process.cwd())
  await runBackupOf(config)(new Date(), 'UTC').finally(stop)
  const { proved } = readBackupRecord(dataDir)
  return {
    seconds: (performance.now() - begun) / 1000,
    proofSeconds: phases['prove'] ?? 0,
    parts: ['copy', 'pack', 'send'].map((phase) => inMinutes(phases[phase] ?? 0)).join(', '),
    size: proved?.size ?? 0,
    serverBefore: before,
    serverGrew: Math.max(0, serverMost - before),
    processMost,
  }
}

async function medianMemory({ pid }: BenchServer): Promise<number> {
  const found: number[] = []
  for (let n = 0; n < 15; n++) {
    found.push(megabytesOf(pid))
    await pause(1_000)
  }
  return Math.max(...found)
}

function megabytesIfAny(pid: number): number {
  try {
    return megabytesOf(pid)
  } catch {
    return 0
  }
}

/** Waits until the log archive runs, and returns its position. */
async function findBegin({ dataDir }: DrillContext): Promise<string> {
  for (;;) {
    const { position } = readLogRecord(dataDir)
    if (position !== null) return position
    await pause(500)
  }
}

/** Waits until the log archive has sent something after `begun`, which happens at least every four minutes. */
async function untilShipped({ dataDir }: DrillContext, begun: string): Promise<void> {
  while (readLogRecord(dataDir).position === begun || readLogRecord(dataDir).reachedAt === null) await pause(1_000)
}

/** Kills the server, the archive of the log and Postgres, so that nothing more leaves the machine. */
async function loseMachine({ dataDir }: DrillContext, server: BenchServer): Promise<void> {
  const postmaster = findPostmaster(clusterPath(dataDir))?.pid ?? 0
  const exited = once(server.child, 'exit')
  for (const pid of [...processTree(server.pid), ...processTree(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended together with another one.
    }
  }
  await exited
}

/** Returns the number of seconds between the oldest acknowledged request that is missing and the kill. */
function secondsLost(load: DrillLoad, missing: readonly string[], killedAt: number): number {
  const times = missing.flatMap((id) => load.acknowledgedAt.get(id) ?? [])
  return times.length === 0 ? 0 : (killedAt - Math.min(...times)) / 1000
}
