import { defaultTerms, type OwnTerms, type Terms } from '@attune/contract/features/terms'
import type { Tx } from '../../platform/database/actor.ts'

/** The terms of a therapist, whoever acts; the defaults of the contract until the therapist has said otherwise. */
export async function termsOf(tx: Tx, therapistId: string): Promise<Terms> {
  const row = await tx.kysely
    .selectFrom('session_terms')
    .select([...shown])
    .where('therapist_id', '=', therapistId)
    .executeTakeFirst()
  return row ? toTerms(row) : defaults()
}

/** With place, room and reminders: for the therapist, and for the product in a job. */
export async function ownTermsOf(tx: Tx, therapistId: string): Promise<OwnTerms> {
  const row = await tx.kysely
    .selectFrom('session_terms')
    .select([...shown, 'location', 'video_link', 'remind_before'])
    .where('therapist_id', '=', therapistId)
    .executeTakeFirst()
  if (!row) return { ...defaultTerms }
  return { ...toTerms(row), location: row.location, videoLink: row.video_link, remindBefore: row.remind_before }
}

/** Saves the acting therapist's own. Reminders are kept once each, the longest before the start first. */
export async function saveTerms(tx: Tx, wanted: OwnTerms, now: Date): Promise<OwnTerms> {
  const remindBefore = [...new Set(wanted.remindBefore)].sort((a, b) => b - a)
  const columns = {
    cancel_late_hours: wanted.cancel.lateHours,
    cancel_blocked_hours: wanted.cancel.blockedHours,
    move_late_hours: wanted.move.lateHours,
    move_blocked_hours: wanted.move.blockedHours,
    accept_early_cancels: wanted.acceptEarlyCancels,
    propose_times: wanted.proposeTimes,
    duration_minutes: wanted.durationMinutes,
    location: wanted.location,
    video_link: wanted.videoLink,
    remind_before: remindBefore,
  }
  await tx.kysely
    .insertInto('session_terms')
    .values({ therapist_id: tx.actor.id as string, ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet({ ...columns, updated_at: now }))
    .execute()
  return { ...wanted, remindBefore }
}

const shown = [
  'cancel_late_hours',
  'cancel_blocked_hours',
  'move_late_hours',
  'move_blocked_hours',
  'accept_early_cancels',
  'propose_times',
  'duration_minutes',
] as const

type Row = Record<
  'cancel_late_hours' | 'cancel_blocked_hours' | 'move_late_hours' | 'move_blocked_hours' | 'duration_minutes',
  number
> &
  Record<'accept_early_cancels' | 'propose_times', boolean>

const toTerms = (row: Row): Terms => ({
  cancel: { lateHours: row.cancel_late_hours, blockedHours: row.cancel_blocked_hours },
  move: { lateHours: row.move_late_hours, blockedHours: row.move_blocked_hours },
  acceptEarlyCancels: row.accept_early_cancels,
  proposeTimes: row.propose_times,
  durationMinutes: row.duration_minutes,
})

function defaults(): Terms {
  const { cancel, move, acceptEarlyCancels, proposeTimes, durationMinutes } = defaultTerms
  return { cancel, move, acceptEarlyCancels, proposeTimes, durationMinutes }
}
