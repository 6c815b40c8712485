import { materializeUntil, materializedMonthsAhead } from '@attune/contract/common/recurrence'
import { sql } from 'kysely'
import type { Auth } from '../auth/auth.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/actor.ts'
import type { Log } from '../log.ts'
import { queueAuthMail } from '../mail/outbox.ts'
import { enqueue } from './enqueue.ts'

type Deps = { db: Db; auth: Auth; clock: Clock; log: Log }

const everyMilliseconds = 5 * 60_000
/** How long changes are kept. A page that was offline for longer reloads its data. */
const changeMilliseconds = 60 * 60_000
const batch = 10_000

/** Enqueues a cleanup every five minutes until the returned function is called. The queue holds one cleanup at a time for all servers. */
export function scheduleCleanup(deps: Pick<Deps, 'db' | 'log'>): () => void {
  const ask = () =>
    deps.db
      .asActor({ role: 'worker', id: null }, (tx) => enqueue(tx, { name: 'prune', data: {} }))
      .catch((error: unknown) => deps.log.warn('a sweep could not be asked for', { error }))
  const timer = setInterval(ask, everyMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Deletes expired rows, enqueues due jobs and applies due factor resets. Idempotent; may be killed at any point. */
export async function runCleanup({ db, auth, clock }: Pick<Deps, 'db' | 'auth' | 'clock'>): Promise<void> {
  const old = new Date(clock.now().getTime() - changeMilliseconds)
  for (;;) {
    const deleted = await db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { numAffectedRows } = await sql`
        delete from app.change where id in (select id from app.change where at < ${old} order by id limit ${batch})`.execute(
        tx.kysely,
      )
      return Number(numAffectedRows ?? 0)
    })
    if (deleted < batch) break
  }
  await enqueueDueCalendars(db, clock.now())
  await enqueueDueSeries(db, clock.now())
  await enqueueDueTasks(db, clock.now())
  // Notifies the owner that the reset was applied.
  for (const userId of await auth.factorResets.applyDue()) {
    await queueAuthMail(db, { kind: 'factor-reset-done', userId, generation: 0 })
  }
  await auth.deleteExpired()
}

/** Enqueues imported calendars that are due; one that is enqueued twice is read once. */
async function enqueueDueCalendars(db: Db, now: Date): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: string; therapist_id: string }>(
      'select id, therapist_id from def.calendars_to_read($1)',
      [now],
    )
    const jobs = rows.map((row) => ({
      name: 'calendar-read' as const,
      data: { calendarId: row.id, therapistId: row.therapist_id },
    }))
    if (jobs.length) await enqueue(tx, ...jobs)
  })
}

/** Enqueues the delivery and the reminders of due tasks; a task that is enqueued twice is delivered and reminded of once. */
async function enqueueDueTasks(db: Db, now: Date): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    type Row = { id: string; therapist_id: string }
    const [toDeliver, toRemind] = await Promise.all([
      tx.run<Row>('select id, therapist_id from def.tasks_to_deliver($1)', [now]),
      tx.run<Row>('select id, therapist_id from def.tasks_to_remind($1)', [now]),
    ])
    const job =
      (name: 'task-deliver' | 'task-remind') =>
      ({ id, therapist_id }: Row) => ({ name, data: { taskId: id, therapistId: therapist_id } })
    await enqueue(tx, ...toDeliver.rows.map(job('task-deliver')), ...toRemind.rows.map(job('task-remind')))
  })
}

/** Enqueues series whose occurrences exist for fewer than `seriesMonthsAhead - 1` months ahead; a weekly series gets four or five at a time. */
async function enqueueDueSeries(db: Db, now: Date): Promise<void> {
  const until = materializeUntil(now.toISOString().slice(0, 10), materializedMonthsAhead - 1)
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: string; therapist_id: string }>(
      'select id, therapist_id from def.series_to_extend($1)',
      [until],
    )
    const jobs = rows.map((row) => ({
      name: 'series-extend' as const,
      data: { seriesId: row.id, therapistId: row.therapist_id },
    }))
    await enqueue(tx, ...jobs)
  })
}
