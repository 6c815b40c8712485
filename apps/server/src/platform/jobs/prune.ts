import { layOutUntil, seriesMonthsAhead } from '@attune/contract/common/recurrence'
import { sql } from 'kysely'
import type { Auth } from '../auth/auth.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/actor.ts'
import type { Log } from '../log.ts'
import { postAuthMail } from '../mail/outbox.ts'
import { enqueue } from './enqueue.ts'

type Deps = { db: Db; auth: Auth; clock: Clock; log: Log }

const everyMilliseconds = 5 * 60_000
/** Changes are news, not history: a page that was away for longer reads everything anew. */
const changeMilliseconds = 60 * 60_000
const batch = 10_000

/** Asks for a sweep every five minutes, until what it gives back is called; the queue keeps one at a time, however many servers ask. */
export function startSweeping(deps: Pick<Deps, 'db' | 'log'>): () => void {
  const ask = () =>
    deps.db
      .asActor({ role: 'worker', id: null }, (tx) => enqueue(tx, { name: 'prune', data: {} }))
      .catch((error: unknown) => deps.log.warn('a sweep could not be asked for', { error }))
  const timer = setInterval(ask, everyMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Deletes what is over, and asks for what is due. Safe to run twice, and to be killed in between. */
export async function sweep({ db, auth, clock }: Pick<Deps, 'db' | 'auth' | 'clock'>): Promise<void> {
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
  await askForCalendars(db, clock.now())
  await askForSeries(db, clock.now())
  await askForTasks(db, clock.now())
  // Its owner learns at once that it is done, by whoever asked for it.
  for (const userId of await auth.factorResets.takeEffect()) {
    await postAuthMail(db, { kind: 'factor-reset-done', userId, generation: 0 })
  }
  await auth.prune()
}

/** Calendars elsewhere whose time has come; one that is asked for twice is read once. */
async function askForCalendars(db: Db, now: Date): Promise<void> {
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

/** Tasks that are to reach their clients, and those whose day it is; one that is asked for twice is delivered and reminded of once. */
async function askForTasks(db: Db, now: Date): Promise<void> {
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

/** What repeats and is laid out for less than so many months ahead is laid out further: of what goes on weekly, four or five at a time. */
async function askForSeries(db: Db, now: Date): Promise<void> {
  const until = layOutUntil(now.toISOString().slice(0, 10), seriesMonthsAhead - 1)
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
