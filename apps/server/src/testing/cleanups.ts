import { runCleanups } from '../jobs.ts'
import type { JobName, JobQueues } from '../platform/jobs/enqueue.ts'
import type { TestApp } from './app.ts'

/** Moves the clock to noon of tomorrow, runs the cleanups twice, and returns the data of all jobs of a kind. */
export async function jobsAfterCleanups<Name extends JobName>(app: TestApp, name: Name): Promise<JobQueues[Name][]> {
  const noon = new Date(app.clock.now())
  noon.setUTCHours(12)
  app.clock.advance(noon.getTime() - app.clock.now().getTime() + 24 * 60 * 60_000)
  await runCleanups(app)
  await runCleanups(app)
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ data: JobQueues[Name] }>('select data from jobs.job where name = $1', [name]),
  )
  return rows.map(({ data }) => data)
}
