import { slotHoldingStatuses } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

const day = 24 * 60 * 60_000
/**
 * The job that schedules the reminders of a session starts this long before the session. This is the longest lead time
 * of a reminder plus one day, because a reminder that falls in the night is due on the evening before.
 */
export const leadMilliseconds = 15 * day
/** The longest time for which a job is enqueued ahead. A job that must wait longer is enqueued again. */
const longestWaitMilliseconds = 365 * day

/** `sequence` counts the moves of the session. A job without a `reader` schedules the reminders of all participants. */
export type ReminderJob = {
  sessionId: string
  therapistId: string
  sequence: number
  /** Whether the job skips reminders that are already due. */
  onlyToCome?: boolean
  minutesBefore?: number
  reader?: string
}

type Subject = { id: string; therapistId: string; startsAt: string; sequence: number }

/**
 * Enqueues the reminders of sessions in the transaction that sets the times of the sessions. The job decides later whom
 * to remind and when. The job drops a reminder after a move (a higher `sequence`), a cancellation or a change of the
 * terms that removes this reminder.
 */
export const scheduleSessionReminders = (tx: Tx, sessions: Subject[], now: Date): Promise<void> =>
  enqueue(
    tx,
    ...sessions.map(({ id: sessionId, therapistId, sequence, startsAt }) => ({
      name: 'reminder' as const,
      data: { sessionId, therapistId, sequence },
      startAfterSeconds: secondsOf(Date.parse(startsAt) - leadMilliseconds - now.getTime()),
    })),
  )

export const scheduleSessionReminder = (tx: Tx, session: Subject, now: Date): Promise<void> =>
  scheduleSessionReminders(tx, [session], now)

/**
 * Enqueues the reminders of upcoming sessions again after the acting therapist has changed the reminder settings,
 * except reminders that are already due.
 */
export async function rescheduleReminders(tx: Tx, now: Date): Promise<void> {
  const therapistId = tx.actor.id as string
  const ahead = await tx.kysely
    .selectFrom('session')
    .select(['id', 'sequence'])
    .where('therapist_id', '=', therapistId)
    .where('starts_at', '>', sql<string>`${now}`)
    .where('starts_at', '<', sql<string>`${new Date(now.getTime() + leadMilliseconds)}`)
    .where('status', 'in', slotHoldingStatuses)
    .execute()
  const jobs = ahead.map(({ id, sequence }) => ({
    name: 'reminder' as const,
    data: { sessionId: id, therapistId, sequence, onlyToCome: true },
  }))
  await enqueue(tx, ...jobs)
}

export const secondsOf = (milliseconds: number) =>
  Math.ceil(Math.min(Math.max(milliseconds, 0), longestWaitMilliseconds) / 1000)
