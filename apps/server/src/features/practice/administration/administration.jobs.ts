import type { JobId } from '@attune/contract/common/ids'
import {
  failureReasons,
  jobTypes,
  type JobType,
} from '@attune/contract/features/practice/administration/administration.jobs.rules'
import type { FailedJob, JobCounts } from '@attune/contract/features/practice/administration/administration.dashboard'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { JobName } from '../../../platform/jobs/enqueue.ts'
import { describeChange } from '../../../platform/policy/audit.ts'

// Does not compile unless the list contains exactly the existing queues.
const queues = jobTypes satisfies readonly JobName[]
const complete: Exclude<JobName, JobType> extends never ? true : never = true
void complete

/** Returns the counts of each type of job that has waiting, running or failed jobs, in the order of `jobTypes`. */
export async function countJobs(tx: Tx): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select name as type, waiting, waiting_since as "waitingSince", later, running, failed, failed_at as "failedAt"
    from def.job_counts()`.execute(tx.kysely)
  const of = new Map(rows.map((row) => [row.type, row]))
  return queues.flatMap((type) => of.get(type) ?? [])
}

/** Returns one page of the failed jobs of a type, latest first. */
export async function readFailedJobPage(
  tx: Tx,
  { type, after, limit }: { type: JobType; after?: string; limit: number },
): Promise<{ items: FailedJob[]; next: string | null }> {
  const { rows } = await sql<Omit<FailedJob, 'reason'> & { reason: string | null }>`
    select id, failed_at as "failedAt", attempts, reason
    from def.failed_jobs(${type}, ${after ?? null}::uuid, ${limit + 1})`.execute(tx.kysely)
  const items = rows
    .slice(0, limit)
    .map((job) => ({ ...job, reason: failureReasons.find((one) => one === job.reason) ?? 'other' }))
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Runs one failed job again, or all failed jobs of a type, and returns the number of these jobs. Ignores jobs that have not failed. */
export async function runFailedJobs(tx: Tx, { type, id }: { type: JobType; id?: JobId }): Promise<number> {
  const { rows } = await tx.run<{ count: number }>('select def.run_failed_jobs($1, $2) as count', [type, id ?? null])
  const count = rows[0]?.count ?? 0
  describeChange(tx, { after: { type, count } })
  return count
}
