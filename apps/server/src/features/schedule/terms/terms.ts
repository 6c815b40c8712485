import type { TherapistId } from '@attune/contract/common/ids'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import type { CallTerms, OwnTerms, Terms } from '@attune/contract/features/schedule/terms/terms'
import type { Tx } from '../../../platform/database/actor.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a therapist’s terms as clients may see them, for any actor. Returns the contract’s defaults if the therapist
 * has not saved terms.
 */
export async function readTerms(tx: Tx, therapistId: TherapistId): Promise<Terms> {
  const row = await tx.kysely
    .selectFrom('session_terms')
    .select([...publicColumns])
    .where('therapist_id', '=', therapistId)
    .executeTakeFirst()
  return row ? termsFromRow(row) : defaults()
}

/**
 * Returns a therapist’s terms, including location, video link and reminders. Only the therapist and jobs have the right
 * to read these columns.
 */
export async function readOwnTerms(tx: Tx, therapistId: TherapistId): Promise<OwnTerms> {
  const row = await tx.kysely
    .selectFrom('session_terms')
    .select([...publicColumns, ...callColumns, 'location', 'video_link', 'calls_in_attune', 'remind_before'])
    .where('therapist_id', '=', therapistId)
    .executeTakeFirst()
  if (!row) return { ...defaultTerms, callsInAttune: await startsInAttune(tx) }
  const { location, video_link: videoLink, calls_in_attune: callsInAttune, remind_before: remindBefore } = row
  return { ...termsFromRow(row), location, videoLink, callsInAttune, ...callTermsFromRow(row), remindBefore }
}

/**
 * Whether video sessions take place in Attune for the acting therapist, who has not saved terms. Returns the contract’s default for any other actor.
 */
async function startsInAttune(tx: Tx): Promise<boolean> {
  if (tx.actor.role !== 'therapist') return defaultTerms.callsInAttune
  const { rows } = await tx.run<{ is: boolean }>('select def.my_calls_start_in_attune() as is')
  return rows[0]?.is === true
}

/** Returns a therapist's settings of calls in Attune, for the therapist and for a client. */
export async function readCallTerms(tx: Tx, therapistId: TherapistId): Promise<CallTerms> {
  const row = await tx.kysely
    .selectFrom('session_terms')
    .select([...callColumns])
    .where('therapist_id', '=', therapistId)
    .executeTakeFirst()
  const { callPhone, callsThroughRelay, asksWhereabouts } = defaultTerms
  return row ? callTermsFromRow(row) : { callPhone, callsThroughRelay, asksWhereabouts }
}

/**
 * Saves the acting therapist’s terms. Removes duplicate reminders and sorts them by lead time, longest first. Settings of calls that are left out do
 * not change. Returns the saved reminders.
 */
export async function saveTerms(tx: Tx, wanted: SavedTerms, now: Date): Promise<Pick<OwnTerms, 'remindBefore'>> {
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
    ...(wanted.callsInAttune !== undefined && { calls_in_attune: wanted.callsInAttune }),
    ...(wanted.callPhone !== undefined && { call_phone: wanted.callPhone }),
    ...(wanted.callsThroughRelay !== undefined && { calls_through_relay: wanted.callsThroughRelay }),
    ...(wanted.asksWhereabouts !== undefined && { asks_whereabouts: wanted.asksWhereabouts }),
  }
  await tx.kysely
    .insertInto('session_terms')
    .values({ therapist_id: tx.actor.id, calls_in_attune: await startsInAttune(tx), ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet({ ...columns, updated_at: now }))
    .execute()
  return { remindBefore }
}

type AboutCalls = CallTerms & Pick<OwnTerms, 'callsInAttune'>
type SavedTerms = Omit<OwnTerms, keyof AboutCalls> & { [Field in keyof AboutCalls]?: AboutCalls[Field] | undefined }

const callColumns = ['call_phone', 'calls_through_relay', 'asks_whereabouts'] as const

const callTermsFromRow = (row: {
  call_phone: string
  calls_through_relay: boolean
  asks_whereabouts: boolean
}): CallTerms => ({
  callPhone: row.call_phone,
  callsThroughRelay: row.calls_through_relay,
  asksWhereabouts: row.asks_whereabouts,
})

const publicColumns = [
  'cancel_late_hours',
  'cancel_blocked_hours',
  'move_late_hours',
  'move_blocked_hours',
  'accept_early_cancels',
  'propose_times',
  'duration_minutes',
] as const

type TermsRow = Record<
  'cancel_late_hours' | 'cancel_blocked_hours' | 'move_late_hours' | 'move_blocked_hours' | 'duration_minutes',
  number
> &
  Record<'accept_early_cancels' | 'propose_times', boolean>

const termsFromRow = (row: TermsRow): Terms => ({
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

/** SQL condition that is true if a therapist has saved terms. `therapist` is an expression for the id of the account. */
export const hasTermsSql = (therapist: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.session_terms t where t.therapist_id = ${therapist})`

/** SQL condition that is true if the acting therapist has a place for video calls. `therapist` is an expression for the id of the account. */
export const hasCallPlaceSql = (therapist: RawBuilder<unknown>) => sql<boolean>`
  coalesce((select t.video_link <> '' or t.calls_in_attune from app.session_terms t where t.therapist_id = ${therapist}),
    def.my_calls_start_in_attune())`
