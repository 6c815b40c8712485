import type { AnyActor, Tx } from '../database/actor.ts'
import type { JobName, JobQueues } from './enqueue.ts'

/** Returns the data of the jobs of some kinds that wait, run, or will be repeated. The worker's role reads them. */
export async function listOpenJobs<Name extends JobName>(
  tx: Tx<AnyActor>,
  names: readonly Name[],
): Promise<JobQueues[Name][]> {
  const { rows } = await tx.run<{ data: JobQueues[Name] }>(
    `select data from jobs.job where name = any ($1) and state < 'completed'`,
    [names],
  )
  return rows.map(({ data }) => data)
}
