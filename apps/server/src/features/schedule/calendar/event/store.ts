import { createDatedId } from '@attune/contract/common/dated-id'
import { sql } from 'kysely'
import type { OccurrenceStore, StoredOccurrence } from '../../recurrence/recurrence.ts'
import { insertEvents } from './add.ts'
import type { EventSeries } from '../calendar.queries.ts'

/**
 * Implements the store of the feature `recurrence` for calendar events. That feature checks no conflicts for events,
 * because events may overlap sessions.
 */
export const eventOccurrences: OccurrenceStore<StoredOccurrence, EventSeries['template']> = {
  isActive: () => true,
  mayBePast: true,
  async daysFrom(tx, seriesId, from) {
    const { rows } = await sql<{ day: string }>`select series_day as day from app.event
      where therapist_id = ${tx.actor.id} and series_id = ${seriesId} and series_day >= ${from}`.execute(tx.kysely)
    return rows.map(({ day }) => day)
  },
  async extend(tx, { id, template }, dates) {
    await insertEvents(
      tx,
      template,
      id,
      dates.map(({ day, startsAt, endsAt }) => ({ id: createDatedId(), day, startsAt, endsAt })),
    )
    return true
  },
}
