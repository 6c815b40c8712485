import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'

const day = 24 * 60 * 60_000
/**
 * The time in milliseconds before a session at which its reminders are enqueued. The longest lead time of a reminder is 14 days. One day is added,
 * because a reminder that would be due at night is sent on the evening before.
 */
export const leadMilliseconds = 15 * day
/** The longest delay of a job, in milliseconds. A job that must wait longer enqueues itself again. */
const longestWaitMilliseconds = 365 * day

export type ReminderJob = {
  sessionId: SessionId
  therapistId: TherapistId
  /** The number of times that the session has been moved. */
  sequence: number
  /** Whether the job skips reminders that are already due. */
  onlyToCome?: boolean
  /** The lead time of the reminder. */
  minutesBefore?: number
  /** The person who gets the reminder. Without it, the job enqueues the reminders of all participants. */
  reader?: string
}

type Subject = { id: SessionId; therapistId: TherapistId; startsAt: string; sequence: number }

/**
 * Enqueues one job per session, in the transaction that sets the times of the sessions. The job later decides who gets
 * reminders and when. A reminder is dropped if the session was moved (a higher `sequence`) or cancelled, or if the
 * therapist’s terms no longer contain it.
 */
export const scheduleSessionReminders = (tx: Tx, sessions: Subject[], now: Date): Promise<void> =>
  enqueue(
    tx,
    ...sessions.map(({ id: sessionId, therapistId, sequence, startsAt }) => ({
      name: 'reminder' as const,
      data: { sessionId, therapistId, sequence },
      startAfterSeconds: delaySecondsOf(Date.parse(startsAt) - leadMilliseconds - now.getTime()),
    })),
  )

export const scheduleSessionReminder = (tx: Tx, session: Subject, now: Date): Promise<void> =>
  scheduleSessionReminders(tx, [session], now)

/**
 * Enqueues the reminders of upcoming sessions again after the acting therapist has changed the reminder settings.
 * Reminders that are already due are not sent again.
 */
export async function rescheduleReminders(tx: Tx, now: Date): Promise<void> {
  const therapistId = tx.actor.id
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

export const delaySecondsOf = (milliseconds: number) =>
  Math.ceil(Math.min(Math.max(milliseconds, 0), longestWaitMilliseconds) / 1000)
