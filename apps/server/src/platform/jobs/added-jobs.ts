import { AsyncLocalStorage } from 'node:async_hooks'
import type { Job, JobName } from './enqueue.ts'

/**
 * The bound of the jobs that one run of a job may add, by their kind:
 * - `once`: at most one without a key, for example itself again
 * - `keyed`: each has a key, of which one waits at a time
 * - `each`: one for each row that the run finds or changes, or for each person whom it notifies. Only for kinds that never lead back to this one.
 */
export type AddedJobs = Partial<Record<JobName, 'once' | 'keyed' | 'each'>>

/** The jobs that notify people, of which a run adds one for each person. */
export const noticeJobs = { mail: 'each', push: 'each', text: 'each' } as const satisfies AddedJobs

type Run = { name: JobName; adds: AddedJobs; added: Set<JobName>; onUnnamed: (kind: JobName) => void }
const runs = new AsyncLocalStorage<Run>()

/** Does the work of a job. What it adds must be within the bounds of its definition; `onUnnamed` gets each kind that has none. */
export const withinBounds = <T>(run: Pick<Run, 'name' | 'adds' | 'onUnnamed'>, work: () => Promise<T>): Promise<T> =>
  runs.run({ ...run, added: new Set() }, work)

/** Throws if the job that runs now adds more jobs than its definition allows. Outside a job everything is allowed. */
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
 * Returns the kinds of jobs that could multiply: those of which one run can add two or more without a key that lead back to the same kind.
 * Keys bound a kind, so jobs with a key are left out.
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
