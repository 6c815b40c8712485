import { z } from 'zod'
import { Done, EmptyInput, Id } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Role } from '../../people/account/account.ts'
import { accountConcerns, countedTypes, healthReasons, storedTypes } from './administration.health.rules.ts'
import type { HealthReason } from './administration.health.rules.ts'
import { failureReasons, jobTypes } from './administration.jobs.rules.ts'

/** The state of one part of the system at its latest check. */
export const HealthResult = z.strictObject({
  reason: z.enum(Object.keys(healthReasons) as [HealthReason, ...HealthReason[]]),
  /** From when the part has been in this state. */
  since: z.string(),
  checkedAt: z.string(),
  figures: z.strictObject({
    /** How many emails, notifications or jobs the reason concerns. */
    count: z.number().optional(),
    /** How many whole days are left or have passed. */
    days: z.number().optional(),
    /** The free share of the disk in percent, and its free bytes. */
    percent: z.number().optional(),
    bytes: z.number().optional(),
    /** The free bytes that a backup needs. */
    neededBytes: z.number().optional(),
    version: z.string().optional(),
  }),
})
export type HealthResult = z.infer<typeof HealthResult>

/** An account of an admin or a therapist that an admin should check. */
export const AccountToCheck = z.strictObject({
  id: Id,
  name: z.string(),
  role: Role,
  concern: z.enum(accountConcerns),
  since: z.string(),
})
export type AccountToCheck = z.infer<typeof AccountToCheck>

const JobCounts = z.strictObject({
  type: z.enum(jobTypes),
  /** Due jobs, and since when the oldest of them has been due. */
  waiting: z.number(),
  waitingSince: z.string().nullable(),
  /** Jobs that start at a later time. */
  later: z.number(),
  running: z.number(),
  failed: z.number(),
  /** When the latest of the failed jobs failed. */
  failedAt: z.string().nullable(),
})
export type JobCounts = z.infer<typeof JobCounts>

const FailedJob = z.strictObject({
  id: Id,
  failedAt: z.string(),
  attempts: z.number(),
  reason: z.enum(failureReasons),
})
export type FailedJob = z.infer<typeof FailedJob>

/** The tables of this feature that a browser of an admin can subscribe to. */
export const administrationTables = {
  feedback: { table: 'feedback', filters: ['id'] },
  health: { table: 'health', filters: ['id'] },
  /** Accounts that were added, changed or removed. */
  account_list: { table: 'account_list', filters: ['id'] },
} as const satisfies RealtimeTables

export const dashboardProcedures = {
  /** The health of the system, by the order of `healthItems`. A part that this installation does not have is missing. */
  health: write.input(EmptyInput).output(z.strictObject({ items: z.array(HealthResult) })),
  /** How many things of each type there are, and how many bytes they take, at the time of the call. Names no one. */
  usage: read.input(EmptyInput).output(
    z.strictObject({
      at: z.string(),
      counts: z.array(z.strictObject({ type: z.enum(countedTypes), count: z.number() })),
      /** `count` is null for the database. */
      storage: z.array(z.strictObject({ type: z.enum(storedTypes), count: z.number().nullable(), bytes: z.number() })),
    }),
  ),
  /** The accounts of admins and therapists that an admin should check, by name. One account appears once. */
  accountsToCheck: read.input(EmptyInput).output(z.strictObject({ items: z.array(AccountToCheck) })),
  /** Marks feedback as done, or as open again. */
  markFeedback: write.input(z.strictObject({ id: Id, done: z.boolean() })).output(Done),
  /** The jobs of each type that has waiting, running or failed ones. */
  jobs: read.input(EmptyInput).output(z.strictObject({ items: z.array(JobCounts) })),
  /** The failed jobs of a type, the latest first. Failed jobs are kept for 14 days. */
  failedJobs: read.input(z.strictObject({ type: z.enum(jobTypes), ...paging })).output(pageOf(FailedJob)),
  /**
   * Runs one failed job once more, or all of a type. Returns how many. A job that has not failed, or runs again already, is left alone, so that
   * a repeated call changes nothing.
   */
  runFailedJobs: write
    .input(z.strictObject({ type: z.enum(jobTypes), id: Id.optional() }))
    .output(z.strictObject({ count: z.number() })),
}
