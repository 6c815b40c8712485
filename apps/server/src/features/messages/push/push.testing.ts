import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { pushJobs } from './push.jobs.ts'

type Waiting = { name: keyof typeof pushJobs; data: never; wait: number }

/** Returns the waiting jobs of an account, and the seconds after which each may start. */
export async function waitingPushJobs(app: TestApp, { accountId }: Person): Promise<Waiting[]> {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<Waiting>(
      `select name, data, extract(epoch from start_after - now())::float as wait from jobs.job_common
       where name in ('push', 'push-send', 'push-device') and state = 'created' and data->>'accountId' = $1 order by created_on`,
      [accountId],
    ),
  )
  return rows
}

/** Runs the waiting jobs of an account that are due, and those that they enqueue, as a worker would. */
export async function runDuePushJobs(app: TestApp, person: Person): Promise<void> {
  for (;;) {
    const due = (await waitingPushJobs(app, person)).filter(({ wait }) => wait < 1)
    if (due.length === 0) return
    for (const { name, data } of due) {
      await app.db.asActor({ role: 'worker', id: null }, (tx) =>
        tx.run(`update jobs.job_common set state = 'completed' where name = $1 and data = $2 and state = 'created'`, [
          name,
          data,
        ]),
      )
      await pushJobs[name].run(app, data, { retryCount: 0, last: false })
    }
  }
}
