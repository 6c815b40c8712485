import { scheduleSessionReminder } from '../../features/schedule/schedule/schedule.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { runReminderJob } from '../../features/schedule/session/notify/reminders.ts'
import { connectionOptions } from '../../platform/database/pools.ts'
import type { ReminderJob } from '../../features/schedule/schedule/schedule.ts'
import { queryAsRole } from '../database/database.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

export type ReminderRunner = ReturnType<typeof createReminderRunner>
/** A scheduled reminder. `reader` is the therapist's account or the client's record. */
export type ScheduledReminder = { session: string; reader: string; at: string }

/** Runs the reminder jobs of an app that has no worker. The test chooses the number of parallel workers and the time. */
export function createReminderRunner(app: TestApp) {
  const asTherapist = (id: string) => ({ role: 'therapist', id }) as const
  const connection = connectionOptions(app.databaseUrl, 'attune_login', app.secrets)
  const asWorker = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => {
    const worker = new pg.Client({ ...connection, options: `${connection.options} -c role=attune_worker` })
    await worker.connect()
    return worker.query<Row>(text, values).finally(() => worker.end())
  }
  const read = (text: string) => queryAsRole<Record<string, string>>('backup', app.databaseUrl, text)

  return {
    /** Inserts a session of 50 minutes as if it had just been scheduled. */
    async plan({ accountId }: Person, clients: string[], startsAt: Date): Promise<string> {
      const id = randomUUID()
      const now = app.clock.now()
      await app.db.asActor(asTherapist(accountId), async (tx) => {
        const ends_at = new Date(startsAt.getTime() + 50 * 60_000)
        const times = { starts_at: startsAt, ends_at, booked_at: now }
        const of = { therapist_id: accountId }
        await tx.kysely
          .insertInto('session')
          .values({ id, ...of, ...times, format: 'video', status: 'scheduled' })
          .execute()
        await tx.kysely
          .insertInto('session_client')
          .values(clients.map((client_id) => ({ ...of, session_id: id, client_id, starts_at: startsAt })))
          .execute()
        await scheduleSessionReminder(
          tx,
          { id, therapistId: accountId, startsAt: startsAt.toISOString(), sequence: 0 },
          now,
        )
      })
      return id
    },

    async move({ accountId }: Person, id: string, startsAt: Date): Promise<void> {
      const now = app.clock.now()
      await app.db.asActor(asTherapist(accountId), async (tx) => {
        const { sequence } = await tx.kysely
          .updateTable('session')
          .set((row) => ({
            starts_at: startsAt,
            ends_at: new Date(startsAt.getTime() + 50 * 60_000),
            booked_at: now,
            sequence: row('sequence', '+', 1),
          }))
          .where('id', '=', id)
          .returning('sequence')
          .executeTakeFirstOrThrow()
        await scheduleSessionReminder(
          tx,
          { id, therapistId: accountId, startsAt: startsAt.toISOString(), sequence },
          now,
        )
      })
    },

    /** Runs all waiting jobs of a session, and then the jobs that the first jobs create. Runs each job `workers` times at the same time. */
    async run(session: string, workers = 1): Promise<void> {
      for (let round = 0; round < 2; round++) {
        const { rows } = await asWorker<{ data: ReminderJob }>(
          `update jobs.job_common set state = 'completed' where name = 'reminder' and state = 'created' and data->>'sessionId' = $1 returning data`,
          [session],
        )
        const all = rows.flatMap(({ data }) => Array.from({ length: workers }, () => data))
        await Promise.all(all.map((data) => runReminderJob(app, data)))
      }
    },

    /** Runs the waiting reminder jobs of a therapist, each at its planned time. Returns the reminders that these jobs schedule. */
    async layOut({ accountId }: Person): Promise<ScheduledReminder[]> {
      const seconds = 'extract(epoch from start_after - created_on)::float as wait'
      const mine = `name = 'reminder' and state = 'created' and data->>'therapistId' = $1`
      const { rows: first } = await asWorker<{ data: ReminderJob; wait: number }>(
        `update jobs.job_common set state = 'completed' where ${mine} returning data, ${seconds}`,
        [accountId],
      )
      const planned = app.clock.now().getTime()
      const woken = new Map<string, number>()
      for (const { data, wait } of first) {
        app.clock.advance(planned + wait * 1000 - app.clock.now().getTime())
        woken.set(data.sessionId, app.clock.now().getTime())
        await runReminderJob(app, data)
      }
      const { rows } = await asWorker<{ data: ReminderJob; wait: number }>(
        `select data, ${seconds} from jobs.job_common where ${mine}`,
        [accountId],
      )
      return rows.map(({ data: { sessionId: session, reader = '' }, wait }) => ({
        session,
        reader,
        at: new Date(Math.round(((woken.get(session) ?? 0) + wait * 1000) / 60_000) * 60_000).toISOString(),
      }))
    },

    async waiting(session: string): Promise<number> {
      const { rows } = await asWorker(
        `select from jobs.job_common where name = 'reminder' and state = 'created' and data->>'sessionId' = $1`,
        [session],
      )
      return rows.length
    },

    /** Returns the accounts that got an in-app reminder of a session; an account occurs once for each reminder. */
    told: async (session: string) =>
      (
        await read(
          `select account_id from app.notification where kind = 'session-reminder' and related_id = '${session}' order by 1`,
        )
      ).map((row) => row.account_id),

    /** Returns the accounts to which a reminder of a session was sent by email; an account occurs once for each email. */
    mailed: async (session: string) =>
      (
        await read(
          `select account_id from app.mail where kind = 'session-reminder' and subject_id = '${session}' order by 1`,
        )
      ).map((row) => row.account_id),

    /** Returns the reasons why reminders of a session were not sent. */
    dropped: async (session: string) =>
      (await read(`select why from app.session_reminder where session_id = '${session}' and state = 'dropped'`)).map(
        (row) => row.why,
      ),
  }
}
