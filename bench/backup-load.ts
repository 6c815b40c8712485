import { setTimeout as pause } from 'node:timers/promises'
import type { BackupPhase } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { runBackupOf } from '../apps/server/src/features/practice/administration/backup/run-backup.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { readBackupProgress } from '../apps/server/src/platform/backup/progress.ts'
import { readBackupRecord } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { median, quantile } from './load.ts'
import { type BenchPractice, createBenchPractice } from './practice.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { openSlices } from './slices.ts'

export type BackupLoadFigures = {
  pairs: number
  /** `size` is the size of the data in bytes at the last backup. `seconds` is the median duration of a backup. */
  size: number
  seconds: number
  /** The medians of the pairs: milliseconds without and during a backup, and their ratio. */
  p50: { calm: number; during: number }
  p95: { calm: number; during: number }
  ratio: number
  /** The ratio of each pair. */
  ratios: number[]
  /** The p95 in each phase of the backups, in milliseconds. */
  phases: [phase: string, p95: number][]
}

/** The number of slices without a backup in each pair. */
const calmSlices = 10
const settleMilliseconds = 5_000

/**
 * Measures requests of a practice alternately without and during a backup. The backup is made and verified as the server does it each night, in a
 * separate process with the usual rate limit.
 */
export async function measureBackupLoad(
  { pairs, sessions }: { pairs: number; sessions: number },
  say: (line: string) => void,
): Promise<BackupLoadFigures> {
  const practice = await createBenchPractice(sessions, Math.min(5_000, Math.ceil(sessions / 40)))
  let server: BenchServer | null = null
  try {
    server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    const slice = openSlices(practice, server.address)
    const turns: Turn[] = []
    // The first pair is a warm-up and is not counted.
    for (let pair = 0; pair <= pairs; pair++) {
      const calm: number[] = []
      for (let n = 0; n < calmSlices; n++) calm.push(...(await slice()))
      const during = await whileBackedUp(practice, slice)
      const turn = { calm: calm.toSorted(ascending), ...during }
      say(`${pair === 0 ? 'warm-up' : `pair ${pair}`}: p95 ${of95(turn.calm)} ms, ${of95(turn.during)} ms`)
      if (pair > 0) turns.push(turn)
      await pause(settleMilliseconds)
    }
    return figuresOf(turns, readBackupRecord(practice.dataDir).proved?.size ?? 0)
  } finally {
    await server?.stop()
    await practice.close()
  }
}

type Turn = { calm: number[]; during: number[]; phases: Map<string, number[]>; seconds: number }

const ascending = (one: number, other: number) => one - other
const of95 = (sorted: number[]) => quantile(sorted, 0.95).toFixed(1)

async function whileBackedUp({ dataDir }: BenchPractice, slice: () => Promise<number[]>): Promise<Omit<Turn, 'calm'>> {
  const phases = new Map<string, number[]>()
  const during: number[] = []
  const begun = performance.now()
  let isRunning = true
  const config = readConfig({ ...process.env, DATABASE_URL: '', ATTUNE_DATA: dataDir }, process.cwd())
  const backup = runBackupOf(config)(new Date(), 'UTC').finally(() => (isRunning = false))
  while (isRunning) {
    const before = readBackupProgress(dataDir)?.phase
    const latencies = await slice()
    const phase: BackupPhase | undefined = readBackupProgress(dataDir)?.phase
    during.push(...latencies)
    // A slice that belongs to two phases is not counted.
    if (phase && phase === before) phases.set(phase, [...(phases.get(phase) ?? []), ...latencies])
  }
  await backup
  return { during: during.toSorted(ascending), phases, seconds: (performance.now() - begun) / 1000 }
}

function figuresOf(turns: readonly Turn[], size: number): BackupLoadFigures {
  const at = (part: number) => ({
    calm: median(turns.map(({ calm }) => quantile(calm, part))),
    during: median(turns.map(({ during }) => quantile(during, part))),
  })
  const ratios = turns.map(({ calm, during }) => quantile(during, 0.95) / quantile(calm, 0.95))
  const names = [...new Set(turns.flatMap(({ phases }) => [...phases.keys()]))]
  const phases = names.map((name): [string, number] => {
    const all = turns.flatMap((turn) => turn.phases.get(name) ?? [])
    return [name, quantile(all.toSorted(ascending), 0.95)]
  })
  const seconds = median(turns.map((turn) => turn.seconds))
  return { pairs: turns.length, size, seconds, p50: at(0.5), p95: at(0.95), ratio: median(ratios), ratios, phases }
}
