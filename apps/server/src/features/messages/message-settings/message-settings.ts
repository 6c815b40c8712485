import type { TherapistId } from '@attune/contract/common/ids'
import type {
  OwnMessageSettings,
  ReadingPeriod,
  WeeklyReadingHours,
} from '@attune/contract/features/messages/message-settings/message-settings'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

export { findQuickReplies } from './message-settings.quick-replies.ts'

/** Returns the acting therapist’s message settings. `absence` is null if it has ended; its text is returned anyway. */
export async function readOwnMessageSettings(tx: Tx, now: Date): Promise<OwnMessageSettings> {
  const { rows } = await sql<OwnMessageSettings>`
    select reading_hours as "readingHours", absence_text as "absenceText",
      case when absence_ends > ${now} then json_build_object('id', absence_id, 'text', absence_text,
        'startsAt', ${instantSql(sql`absence_starts`)}, 'endsAt', ${instantSql(sql`absence_ends`)}) end as absence,
      json_build_object('items', quick_replies, 'version', quick_replies_version) as "quickReplies"
    from app.message_settings where therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { readingHours: [], absence: null, absenceText: '', quickReplies: { items: [], version: 0 } }
}

/** SQL for an instant in UTC in the format of the API. */
const instantSql = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Saves the weekly hours in which the acting therapist reads messages; an empty list removes them. */
export async function saveReadingHours(tx: Tx, hours: ReadingPeriod[]): Promise<void> {
  const reading_hours = JSON.stringify(hours)
  await tx.kysely
    .insertInto('message_settings')
    .values({ therapist_id: tx.actor.id, reading_hours })
    .onConflict((on) => on.column('therapist_id').doUpdateSet({ reading_hours }))
    .execute()
}

/**
 * Returns the hours in which a therapist reads messages, for a client who is or was connected to the therapist. Refuses
 * with NOT_FOUND for any other therapist.
 */
export async function readReadingHours(tx: Tx, therapistId: TherapistId): Promise<WeeklyReadingHours> {
  const { rows } = await sql<WeeklyReadingHours>`
    select coalesce(s.reading_hours, '[]') as "readingHours", p.zone
    from app.client_name c join app.person p on p.account_id = c.therapist_id
      left join app.message_settings s on s.therapist_id = c.therapist_id
    where c.therapist_id = ${therapistId} and c.account_id = ${tx.actor.id} limit 1`.execute(tx.kysely)
  const [found] = rows
  if (!found) throw notFound()
  return found
}
