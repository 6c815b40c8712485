import { AsyncLocalStorage } from 'node:async_hooks'
import type { Job, JobName } from './enqueue.ts'

/**
 * The maximum number of jobs that one run of a job may add, by kind.
 * - `once`: at most one job without a key, for example itself again
 * - `keyed`: each job has a key, and at most one job per key waits
 * - `each`: one job per row that the run finds or changes, or per person whom it notifies. Only for kinds whose jobs never add jobs of this kind,
 *   neither directly nor through other jobs.
 */
export type AddedJobs = Partial<Record<JobName, 'once' | 'keyed' | 'each'>>

/** The jobs that notify people. A run may add one job of each kind per person. */
export const noticeJobs = { mail: 'each', push: 'each', text: 'each' } as const satisfies AddedJobs

type Run = { name: JobName; adds: AddedJobs; added: Set<JobName>; onUnnamed: (kind: JobName) => void }
const runs = new AsyncLocalStorage<Run>()

/**
 * Runs the work of a job. The jobs that it adds must stay within the bounds of its definition. Calls `onUnnamed` for each kind of job that has no
 * bound.
 */
export const withinBounds = <T>(run: Pick<Run, 'name' | 'adds' | 'onUnnamed'>, work: () => Promise<T>): Promise<T> =>
  runs.run({ ...run, added: new Set() }, work)

/** Throws if the current job adds more jobs than its definition allows. Allows everything outside a job. */
export function assertWithinBounds(jobs: readonly Job[]): void {
  const run = runs.getStore()
  if (!run) return
  for (const { name, key } of jobs) {
    const bound = run.adds[name]
    if (bound === undefined) run.onUnnamed(name)
    if (key !== undefined) continue
    if (bound === 'keyed') throw new Error(`A job ‘${run.name}’ adds a job ‘${name}’ without a key.`)
    if (bound === 'once' && run.added.has(name)) throw new Error(`A job ‘${run.name}’ adds two jobs ‘${name}’.`)
    run.added.add(name)
  }
}

/**
 * Returns the kinds of jobs that could multiply: a run can add two or more jobs without a key, and these add jobs of the same kind, directly or
 * through other jobs. Jobs with a key are bounded by their keys.
 */
export function multiplyingKinds(definitions: Record<string, { adds: AddedJobs }>): string[] {
  const addedBy = (kind: string) =>
    Object.entries(definitions[kind]?.adds ?? {}).filter(([, bound]) => bound !== 'keyed')
  const leadsTo = (from: string, to: string) => {
    const seen = new Set([from])
    for (const kind of seen) {
      if (kind === to) return true
      for (const [next] of addedBy(kind)) seen.add(next)
    }
    return false
  }
  return Object.keys(definitions).filter((kind) => {
    const back = addedBy(kind).filter(([next]) => leadsTo(next, kind))
    return back.length > 1 || back.some(([, bound]) => bound === 'each')
  })
}
