import type { ExternalCalendarId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'

/** Schedules a sync of a calendar of the acting therapist for the end of the transaction. */
export async function wakeCalendar(tx: Tx, calendarId: ExternalCalendarId, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('external_calendar')
    .set({ next_sync_at: now })
    .where('id', '=', calendarId)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  await enqueue(tx, { name: 'calendar-sync', data: { calendarId, therapistId: tx.actor.id } })
}
