import type { MailId } from '@attune/contract/common/ids'
import type { AnyActor, Actor, Tx } from '../database/actor.ts'
import { assertWithinBounds } from './added-jobs.ts'

/**
 * The queues by name, each with the payload of its jobs, which contains only ids, never text. A feature adds its queues with `declare
 * module` in its file `*.jobs.ts`; the server's `jobs.ts` must then contain a handler for each.
 */
export interface JobQueues {
  mail: { mailId: MailId }
  prune: Record<string, never>
}
export type JobName = keyof JobQueues

/** A job to be enqueued. */
export type Job<Name extends JobName = JobName> = {
  [One in Name]: {
    name: One
    data: JobQueues[One]
    /** The delay of the start. Without it, the job starts at once. */
    startAfterSeconds?: number
    /** Set if a person waits for the job. It then runs before all jobs of its queue that are not urgent. */
    isUrgent?: true
    /**
     * A job is skipped while another job of its queue with the same key waits or runs. A job must not use its own key to enqueue itself again,
     * because it is still running.
     */
    key?: string
  }
}[Name]

const roles: Record<Actor['role'], string> = {
  therapist: 'attune_app_therapist',
  client: 'attune_app_client',
  admin: 'attune_app_admin',
  worker: 'attune_worker',
  guardian: 'attune_app_guardian',
}

/**
 * The SQL with which pg-boss itself inserts jobs, including the defaults of the queues. The SQL depends on the schema of pg-boss, so the
 * version of pg-boss is pinned.
 */
const insert = `
  insert into jobs.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds,
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds, singleton_key, priority)
  select q.name, j.data::jsonb, t.at, t.at + q.retention_seconds * interval '1 s', q.expire_seconds, q.deletion_seconds,
    q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, case when j.key is null then q.policy else 'exclusive' end, q.heartbeat_seconds, j.key, j.priority
  from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::int[]) as j (name, data, wait, key, priority) join jobs.queue q on q.name = j.name,
    lateral (select jobs.job_now() + j.wait * interval '1 s' as at) t
  on conflict do nothing`

const pending = new WeakMap<Tx<AnyActor>, Job[]>()

/**
 * Adds jobs to the transaction of the change that causes them: either the change and its jobs are committed, or neither. Inserts all jobs
 * at the end of the transaction, together with the commit. Throws if a job adds more than its definition allows.
 */
export async function enqueue(tx: Tx<AnyActor>, ...jobs: Job[]): Promise<void> {
  if (!jobs.length) return
  assertWithinBounds(jobs)
  const before = pending.get(tx)
  if (before) return void before.push(...jobs)
  pending.set(tx, jobs)
  tx.beforeCommit(() => sendJobs(tx, jobs))
}

/**
 * Inserts the jobs with the role attune_jobs_send, which can only insert jobs. The app roles therefore need no right to read or change
 * jobs.
 */
function sendJobs(tx: Tx<AnyActor>, jobs: Job[]): void {
  void tx.run('set local role attune_jobs_send')
  void tx.run(insert, [
    jobs.map((job) => job.name),
    jobs.map((job) => JSON.stringify(job.data)),
    jobs.map((job) => Math.ceil(job.startAfterSeconds ?? 0)),
    jobs.map((job) => job.key ?? null),
    jobs.map((job) => (job.isUrgent ? 1 : 0)),
  ])
  void tx.run(`set local role ${roles[tx.actor.role]}`)
}
