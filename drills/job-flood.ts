import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { scheduleSession } from '../apps/server/src/features/schedule/session/commands/create.ts'
import { type Db, openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { connectDatabase, createDrillContext, type DrillPair } from './context.ts'
import { openLossyInbox } from './lossy-inbox.ts'
import type { DrillOutcome } from './outcome.ts'

const day = 86_400_000
const flooding = 10_000
/** The number of seconds between two scheduled sessions. */
const every = 2
/** The largest permitted delay that the flood may cause, in seconds: the median and the maximum of all emails and reminders. */
const most = { p50: 1, longest: 3 }

type Delays = { count: number; p50: number; longest: number }

/**
 * Queues 10,000 jobs of one therapist's waiting list, each of which searches all freed times. Meanwhile schedules sessions, each with its emails and
 * reminders. Measures the delay of their jobs, before and during the flood.
 */
export async function jobFloodDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const [calmSeconds, seconds] = short ? [10, 16] : [30, 120]
  const inbox = await openLossyInbox(0)
  const context = await createDrillContext(2 + (calmSeconds + seconds) / every)
  try {
    const server = await context.start({ SMTP_URL: inbox.url, MAIL_FROM: 'post@drill.test' })
    const db = await connectDatabase(context.url())
    const pool = openPool(context.url(), context.secrets, 4)
    try {
      const [pair, ...others] = context.pairs as [DrillPair, ...DrillPair[]]
      await prepareList(db, pair, context.pairs)
      const act = { db, product: openDb(pool) }
      const calmPairs = others.splice(0, calmSeconds / every)
      // The first emails are slower, because their code is loaded first.
      await scheduleFor(act, others.splice(0, 1), async () => {})
      const calm = await scheduleFor(act, calmPairs, async () => {})
      say(`without a flood: ${JSON.stringify(calm)}`)
      const begun = await addFlood(db, pair, flooding)
      const flood = await scheduleFor(act, others, async () => {
        const waiting = await countWaiting(db, begun)
        if (waiting < flooding / 2) await addFlood(db, pair, flooding / 2)
      })
      say(`within the flood: ${JSON.stringify(flood)}`)
      const left = await countWaiting(db, begun)
      const later = { mail: delayBy(calm.mail, flood.mail), reminder: delayBy(calm.reminder, flood.reminder) }
      return {
        passed: isMoment(later.mail) && isMoment(later.reminder) && left > 0 && inbox.taken.size > 0,
        figures: {
          'jobs of the flooding kind that waited from the beginning': flooding,
          'emails, reminders within the flood': `${flood.mail.count}, ${flood.reminder.count}`,
          'email, from due to sent, p50 and longest, without the flood': inSeconds(calm.mail),
          'the same within the flood': inSeconds(flood.mail),
          'reminder, from due to sent, p50 and longest, without the flood': inSeconds(calm.reminder),
          'reminder within the flood': inSeconds(flood.reminder),
          [`later by the flood: p50 (≤ ${most.p50} s), longest (≤ ${most.longest} s), of emails`]: inSeconds(
            later.mail,
          ),
          'of reminders': inSeconds(later.reminder),
          'control: jobs of the flooding kind that still wait at the end': left,
        },
      }
    } finally {
      await server.stop()
      await pool.end()
      await db.end()
    }
  } finally {
    await context.close()
    await inbox.close()
  }
}

const delayBy = (calm: Delays, flood: Delays) => ({ p50: flood.p50 - calm.p50, longest: flood.longest - calm.longest })
const isMoment = ({ p50, longest }: Pick<Delays, 'p50' | 'longest'>) => p50 <= most.p50 && longest <= most.longest
const inSeconds = ({ p50, longest }: Pick<Delays, 'p50' | 'longest'>) => `${p50.toFixed(2)} s, ${longest.toFixed(2)} s`

/**
 * Adds the client and 100 freed times to the therapist's waiting list, and sets the time zone of all people so that their local time is about noon.
 */
async function prepareList(
  db: pg.Client,
  { therapistId, recordId, accountId }: DrillPair,
  all: DrillPair[],
): Promise<void> {
  const offset = new Date().getUTCHours() - 12
  const zone = `Etc/GMT${offset < 0 ? offset : `+${offset}`}`
  await writeAsOwner(db, async () => {
    await db.query('update app.profile set zone = $2 where account_id = any ($1)', [
      all.flatMap((pair) => [pair.therapistId, pair.accountId]),
      zone,
    ])
    await db.query(
      `insert into app.waiting_list_setting (therapist_id, mode, answer_hours) values ($1, 'automatic', 24)`,
      [therapistId],
    )
    await db.query(
      `insert into app.waiting_entry (id, therapist_id, client_id, account_id, format, duration_minutes, weekdays, from_time, until_time, notice_hours, until_day, zone, since)
       values (gen_random_uuid(), $1, $2, $3, 'video', 50, '{1}', '00:00', '00:15', 0, current_date + 60, $4, now())`,
      [therapistId, recordId, accountId, zone],
    )
    await db.query(
      `insert into app.freed_time (therapist_id, starts_at, ends_at, was_session, freed_at)
       select $1, now() + n * interval '6 hours', now() + n * interval '6 hours' + interval '50 minutes', true, now() - interval '1 hour'
       from generate_series(20, 119) n`,
      [therapistId],
    )
  })
}

/** Adds due jobs of the waiting list, and returns the time at which they became due. */
async function addFlood(db: pg.Client, { therapistId }: DrillPair, count: number): Promise<Date> {
  return asOwner(db, async () => {
    const { rows } = await db.query<{ at: Date }>('select now() as at')
    await db.query(
      `insert into jobs.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff,
         retry_delay_max, policy, heartbeat_seconds)
       select q.name, jsonb_build_object('therapistId', $1::text), now(), now() + interval '1 day', q.expire_seconds, q.deletion_seconds, q.retry_limit,
         q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.heartbeat_seconds
       from jobs.queue q, generate_series(1, $2::int) where q.name = 'waiting-list'`,
      [therapistId, count],
    )
    return rows[0]?.at ?? new Date()
  })
}

async function countWaiting(db: pg.Client, since: Date): Promise<number> {
  return asOwner(db, async () => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::int as count from jobs.job_common where name = 'waiting-list' and state = 'created' and start_after >= $1 and start_after <= now()`,
      [since],
    )
    return rows[0]?.count ?? 0
  })
}

/**
 * Schedules a session for each pair, one after another. Each causes emails, and reminders after five seconds. Calls `keepUp` between the sessions,
 * then waits until all jobs have ended. Returns the delays of the jobs in seconds.
 */
async function scheduleFor(
  { db, product }: { db: pg.Client; product: Db },
  pairs: DrillPair[],
  keepUp: () => Promise<void>,
): Promise<{ mail: Delays; reminder: Delays }> {
  const begun = new Date()
  for (const { therapistId, recordId } of pairs) {
    const now = new Date()
    const startsAt = new Date(now.getTime() + day + 5_000).toISOString()
    const wish = { id: randomUUID(), clientIds: [recordId], startsAt, durationMinutes: 50 }
    const how = {
      format: 'video',
      therapyType: 'individual',
      location: '',
      agreed: true,
      typeId: null,
      groupId: null,
      anyway: false,
    } as const
    await product.asActor({ role: 'therapist', id: therapistId }, (tx) => scheduleSession(tx, { ...wish, ...how }, now))
    await keepUp()
    await pause(every * 1_000)
  }
  for (let waited = 0; waited < 120 && (await countDue(db, begun)) > 0; waited++) {
    await pause(1_000)
    await keepUp()
  }
  return { mail: await delaysOf(db, 'mail', begun), reminder: await delaysOf(db, 'reminder', begun) }
}

const countDue = (db: pg.Client, since: Date) =>
  asOwner(db, async () => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::int as count from jobs.job_common where name in ('mail', 'reminder') and state < 'completed'
         and created_on >= $1 and start_after <= now() + interval '1 minute'`,
      [since],
    )
    return rows[0]?.count ?? 0
  })

async function delaysOf(db: pg.Client, name: 'mail' | 'reminder', since: Date): Promise<Delays> {
  return asOwner(db, async () => {
    const { rows } = await db.query<Delays>(
      `select count(*)::int as count, coalesce(percentile_cont(0.5) within group (order by late), 'infinity')::float8 as p50,
         coalesce(max(late), 'infinity')::float8 as longest
       from (select extract(epoch from case when state = 'completed' then completed_on else now() end - start_after) as late
         from jobs.job_common where name = $1 and created_on >= $2 and start_after <= now() and state in ('created', 'retry', 'active', 'completed', 'failed')) j`,
      [name, since],
    )
    return rows[0] ?? { count: 0, p50: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY }
  })
}

async function asOwner<T>(db: pg.Client, work: () => Promise<T>): Promise<T> {
  await db.query('begin; set local role attune_owner')
  try {
    return await work()
  } finally {
    await db.query('commit')
  }
}
