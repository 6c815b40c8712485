import pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionOptions, ignoreConnectionErrors } from '../database/pools.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import type { Job } from './enqueue.ts'

type DataOf<Name extends Job['name']> = Extract<Job, { name: Name }>['data']

/** One handler for every kind of job. Each must be idempotent and may be killed at any line. */
export type JobHandlers = { [Name in Job['name']]: (data: DataOf<Name>, attempt: JobAttempt) => Promise<void> }
export type JobAttempt = { retryCount: number; last: boolean }

export type Jobs = {
  /** Starts processing jobs. */
  start(handlers: JobHandlers): Promise<void>
  /** Whether the queue can be read. */
  ready(): Promise<boolean>
  /** Waits a few seconds for running jobs and returns the others to the queue. */
  stop(): Promise<void>
}

/** Polling interval of each queue, in seconds. */
const pollSeconds: Record<Job['name'], number> = {
  mail: 1,
  farewell: 5,
  'session-due': 5,
  'calendar-read': 5,
  prune: 20,
  reminder: 5,
  'series-extend': 5,
  'file-check': 1,
  'task-deliver': 5,
  'task-remind': 5,
}
/** Five jobs at a time; a full batch is followed by the next one without waiting. */
const batches = { batchSize: 5, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const
const stopMilliseconds = 5_000

/** The worker of pg-boss, on two connections of its own with the role attune_worker. */
export function openJobs(installerUrl: string, secrets: Secrets, log: Log): Jobs {
  const connection = connectionOptions(installerUrl, 'attune_login', secrets)
  const pool = new pg.Pool({
    ...connection,
    options: `${connection.options} -c role=attune_worker`,
    application_name: 'attune_worker',
    max: 2,
  })
  ignoreConnectionErrors(pool)

  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn('the queue does not answer', { error }))

  async function work<Name extends Job['name']>(name: Name, handle: JobHandlers[Name]) {
    await boss.work<DataOf<Name>, JobResult[], typeof batches & { pollingIntervalSeconds: number }>(
      name,
      { ...batches, pollingIntervalSeconds: pollSeconds[name] },
      (jobs) => Promise.all(jobs.map((job) => runJob(name, job, handle))),
    )
  }

  async function runJob<Name extends Job['name']>(
    name: Name,
    job: JobWithMetadata<DataOf<Name>>,
    handle: JobHandlers[Name],
  ): Promise<JobResult> {
    const { id, retryCount, retryLimit } = job
    try {
      await handle(job.data, { retryCount, last: retryCount >= retryLimit })
      return { id, status: 'completed' }
    } catch (error) {
      log.warn('a job failed', { job: name, jobId: id, count: retryCount + 1, error })
      // Does not store the error in the queue: its message may contain user input.
      return { id, status: 'failed' }
    }
  }

  return {
    async start(handlers) {
      await boss.start()
      await work('mail', handlers.mail)
      await work('farewell', handlers.farewell)
      await work('session-due', handlers['session-due'])
      await work('calendar-read', handlers['calendar-read'])
      await work('prune', handlers.prune)
      await work('reminder', handlers.reminder)
      await work('series-extend', handlers['series-extend'])
      await work('file-check', handlers['file-check'])
      await work('task-deliver', handlers['task-deliver'])
      await work('task-remind', handlers['task-remind'])
    },
    ready: () =>
      pool.query('select name from jobs.queue').then(
        ({ rows }) => rows.length > 0,
        () => false,
      ),
    async stop() {
      await boss
        .stop({ graceful: true, timeout: stopMilliseconds })
        .catch((error: unknown) => log.warn('jobs did not stop', { error }))
      await pool.end()
    },
  }
}
