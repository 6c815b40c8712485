import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { startBenchServer } from './server.ts'

/**
 * The memory of the server and of Postgres in megabytes of PSS, which counts shared memory once, and the number of
 * processes.
 */
export type MemoryFigures = { server: number; postgres: number; processes: number }

const settleMs = 20_000

/** Measures the memory of the product after twenty idle seconds: once with an empty database and once with the demo practice. */
export async function measureMemory(): Promise<{ empty: MemoryFigures; demo: MemoryFigures }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-memory-'))
  try {
    const empty = await idle(dataDir)
    execFileSync(process.execPath, ['tools/demo.ts'], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, ATTUNE_DATA: join(dataDir, 'demo') },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { empty, demo: await idle(join(dataDir, 'demo')) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function idle(dataDir: string): Promise<MemoryFigures> {
  const product = await startBenchServer({ ATTUNE_DATA: dataDir })
  try {
    await pause(settleMs)
    const postmaster = findPostmaster(clusterPath(dataDir))?.pid ?? 0
    const backends = [postmaster, ...childrenOf(postmaster)]
    const postgres = backends.reduce((sum, pid) => sum + megabytesOf(pid), 0)
    return { server: megabytesOf(product.pid), postgres, processes: backends.length + 1 }
  } finally {
    await product.stop()
  }
}

/** Returns the processes that a process has started. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

/**
 * Returns the proportional set size (PSS) of a process in megabytes: its private pages and its share of the shared
 * pages. Returns the resident set size if the PSS cannot be read.
 */
export function megabytesOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  }
}
