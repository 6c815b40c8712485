import pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { AppContext } from '../app-context.ts'
import { connectionOptions, ignoreConnectionErrors } from '../database/pools.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { type AddedJobs, withinBounds } from './added-jobs.ts'
import type { JobName, JobQueues } from './enqueue.ts'
import { failureReason } from './failure-reason.ts'

export type JobAttempt = {
  /** The number of attempts before this one. */
  retryCount: number
  /** Whether no attempt follows if this one fails. */
  last: boolean
}

/**
 * The handler of the jobs of one queue. `run` must be idempotent, because the process may be killed at any line and the job then runs
 * again.
 */
type JobHandler<Name extends JobName> = {
  /** Polling interval in seconds. */
  pollSeconds: number
  /** The number of jobs of this kind that a server runs at a time, at most `mostWorkers`. These workers are reserved for the kind. */
  workers: number
  /** The kinds of jobs that a run may add, with their bounds. */
  adds: AddedJobs
  run(context: AppContext, data: JobQueues[Name], attempt: JobAttempt): Promise<void>
}
/** One handler for each of the queues with these names. */
export type JobHandlers<Name extends JobName = JobName> = { [One in Name]: JobHandler<One> }

export type Jobs = {
  /** Starts processing the jobs of the queues that have a handler. */
  start(handlers: Partial<JobHandlers>, context: AppContext): Promise<void>
  /** Whether the worker can read the queues from the database. */
  ready(): Promise<boolean>
  /** Waits at most five seconds for running jobs and returns unfinished jobs to their queue. */
  stop(): Promise<void>
}

/**
 * The maximum number of workers of one kind: half of the connections of the pool. The other half stays available to requests and other kinds,
 * however many jobs wait.
 */
export const mostWorkers = 5
/** After a full batch, the next batch follows without waiting. */
const batches = { burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const
const stopMilliseconds = 5_000

/**
 * Creates the worker, which runs on pg-boss. The worker has its own pool of two connections with the role
 * attune_worker. No queue is polled less often than every `maxPollSeconds`; pg-boss requires at least 0.5.
 */
export function openJobs(installerUrl: string, secrets: Secrets, log: Log, maxPollSeconds = Infinity): Jobs {
  const connection = connectionOptions(installerUrl, 'attune_login', secrets)
  const { boss, pool } = openBoss(connection, log)

  async function work<Name extends JobName>(name: Name, handler: JobHandler<Name>, context: AppContext) {
    const { workers: batchSize, adds, run } = handler
    const pollingIntervalSeconds = Math.min(handler.pollSeconds, maxPollSeconds)
    const onUnnamed = (added: JobName) =>
      log.error('a job has no bound for a kind that it adds', { job: `${name} ${added}` })
    await boss.work<
      JobQueues[Name],
      JobResult[],
      typeof batches & { batchSize: number; pollingIntervalSeconds: number }
    >(name, { ...batches, batchSize, pollingIntervalSeconds }, (jobs) =>
      Promise.all(
        jobs.map((job) =>
          runJob(log, job, (attempt) => withinBounds({ name, adds, onUnnamed }, () => run(context, job.data, attempt))),
        ),
      ),
    )
  }

  return {
    async start(handlers, context) {
      await boss.start()
      const startQueue = async <Name extends JobName>(name: Name) => {
        const handler: Partial<JobHandlers>[Name] = handlers[name]
        if (handler) await work(name, handler, context)
      }
      for (const name of Object.keys(handlers) as JobName[]) await startQueue(name)
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

function openBoss(connection: ReturnType<typeof connectionOptions>, log: Log): { boss: PgBoss; pool: pg.Pool } {
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
  return { boss, pool }
}

/** Runs a job and returns its result. A failure is logged. */
async function runJob(
  log: Log,
  { name, id, retryCount, retryLimit }: JobWithMetadata,
  run: (attempt: JobAttempt) => Promise<void>,
): Promise<JobResult> {
  try {
    await run({ retryCount, last: retryCount >= retryLimit })
    return { id, status: 'completed' }
  } catch (error) {
    log.warn('a job failed', { job: name, jobId: id, count: retryCount + 1, error })
    // Stores a code instead of the error, because the error's message may contain user input.
    return { id, status: 'failed', output: { reason: failureReason(error) } }
  }
}
