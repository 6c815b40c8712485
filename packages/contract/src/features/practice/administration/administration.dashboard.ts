import { z } from 'zod'
import { AccountId, Done, EmptyInput, FeedbackId, JobId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Role } from '../../people/account/account.ts'
import { IceServers } from '../../schedule/call/call.schemas.ts'
import { accountConcerns, countedTypes, healthReasons, storedTypes } from './administration.health.rules.ts'
import type { HealthReason } from './administration.health.rules.ts'
import { failureReasons, jobTypes } from './administration.jobs.rules.ts'

/** The state of one part of the system at its last check. */
export const HealthResult = z.strictObject({
  reason: z.enum(Object.keys(healthReasons) as [HealthReason, ...HealthReason[]]),
  /** The time since which the part of the system has been in this state. */
  since: z.string(),
  checkedAt: z.string(),
  /** The figures in the text of the reason. Only those that the text contains are set. */
  figures: z.strictObject({
    /** The number of emails, notifications or jobs that the reason concerns. */
    count: z.number().optional(),
    /** The number of whole days that remain or have passed. */
    days: z.number().optional(),
    /** The free share of the disk in percent. */
    percent: z.number().optional(),
    /** The free bytes of the disk. */
    bytes: z.number().optional(),
    /** The free bytes that a backup needs. */
    neededBytes: z.number().optional(),
    /** The version that the reason concerns. */
    version: z.string().optional(),
    /** The words with which a server refused the connection, or the HTTP status of its answer. */
    answer: z.string().optional(),
    /** The address of the page that the browser sent as Origin, the address that arrived as Host, and PUBLIC_URL. */
    origin: z.string().optional(),
    host: z.string().optional(),
    publicUrl: z.string().optional(),
    /** The port of the relay, and the milliseconds in which it answered the server. */
    port: z.number().optional(),
    milliseconds: z.number().optional(),
  }),
})
export type HealthResult = z.infer<typeof HealthResult>

/** An account of an admin or a therapist that an admin should check. */
export const AccountToCheck = z.strictObject({
  id: AccountId,
  name: z.string(),
  role: Role,
  concern: z.enum(accountConcerns),
  /** The time since which the concern exists. */
  since: z.string(),
})
export type AccountToCheck = z.infer<typeof AccountToCheck>

/** The jobs of one type. */
const JobCounts = z.strictObject({
  type: z.enum(jobTypes),
  /** The number of due jobs. */
  waiting: z.number(),
  /** The time since which the oldest due job is due; null if none is due. */
  waitingSince: z.string().nullable(),
  /** The number of jobs that start later. */
  later: z.number(),
  running: z.number(),
  failed: z.number(),
  /** The time of the latest failure; null if none failed. */
  failedAt: z.string().nullable(),
})
export type JobCounts = z.infer<typeof JobCounts>

/** A job that failed and is not tried again. */
const FailedJob = z.strictObject({
  id: JobId,
  failedAt: z.string(),
  /** The number of attempts. */
  attempts: z.number(),
  reason: z.enum(failureReasons),
})
export type FailedJob = z.infer<typeof FailedJob>

/** The tables of this feature that a browser of an admin can subscribe to. */
export const administrationTables = {
  feedback: { table: 'feedback', filters: ['id'] },
  health: { table: 'health', filters: ['id'] },
  /** Reports that accounts were added, changed or removed. */
  account_list: { table: 'account_list', filters: ['id'] },
} as const satisfies RealtimeTables

export const dashboardProcedures = {
  /**
   * The relays of video calls with credentials for a test from the browser, valid for five minutes and for no call, and the result of this server's
   * own check of the relay. `items` is empty without a relay.
   */
  videoRelay: read
    .input(EmptyInput)
    .output(z.strictObject({ items: IceServers, health: HealthResult.pick({ reason: true, figures: true }) })),
  /**
   * The number of calls in the last 30 days in which a therapist and a client met, and the minutes that they spent together, without names. `passed`:
   * the time at which an admin first saw the test of video calls pass, and the name of that admin; the name is null if the account was deleted.
   */
  videoCalls: read.input(EmptyInput).output(
    z.strictObject({
      calls: z.number(),
      minutes: z.number(),
      passed: z.strictObject({ at: z.string(), by: z.string().nullable() }).nullable(),
    }),
  ),
  /**
   * Stores that the test of video calls passed in the browser of the acting admin. Once it has passed for the first time, new video sessions of
   * therapists who have neither saved their terms nor entered a session take place in Attune by default.
   */
  passVideoTest: write.input(EmptyInput).output(Done),
  /** The health of the system, in the order of `healthItems`. Omits parts that this installation does not have. */
  health: write.input(EmptyInput).output(z.strictObject({ items: z.array(HealthResult) })),
  /** The number of records of each type, and the bytes that they take, at the time of the call. Contains no names. */
  usage: read.input(EmptyInput).output(
    z.strictObject({
      at: z.string(),
      counts: z.array(z.strictObject({ type: z.enum(countedTypes), count: z.number() })),
      /** `count` is null for the database. */
      storage: z.array(z.strictObject({ type: z.enum(storedTypes), count: z.number().nullable(), bytes: z.number() })),
    }),
  ),
  /** The accounts of admins and therapists that an admin should check, sorted by name, each once. */
  accountsToCheck: read.input(EmptyInput).output(z.strictObject({ items: z.array(AccountToCheck) })),
  /** Marks feedback as done, or as open again. */
  markFeedback: write.input(z.strictObject({ id: FeedbackId, done: z.boolean() })).output(Done),
  /** The job types that have waiting, running or failed jobs, with the numbers of these jobs. */
  jobs: read.input(EmptyInput).output(z.strictObject({ items: z.array(JobCounts) })),
  /** The failed jobs of a type, latest first. Failed jobs are kept for 14 days. */
  failedJobs: read.input(z.strictObject({ type: z.enum(jobTypes), ...paging })).output(pageOf(FailedJob)),
  /**
   * Runs one failed job again, or all of a type, and returns their number. Ignores jobs that have not failed or already run again, so repeating the
   * call changes nothing.
   */
  runFailedJobs: write
    .input(z.strictObject({ type: z.enum(jobTypes), id: JobId.optional() }))
    .output(z.strictObject({ count: z.number() })),
}
