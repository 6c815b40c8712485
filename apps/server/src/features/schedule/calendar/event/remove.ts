import type { EventId } from '@attune/contract/common/ids'
import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import { shiftDay } from '@attune/contract/common/time/time'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { addExceptions, endSeriesBefore } from '../../recurrence/recurrence.ts'
import { withCalendarLock } from '../../schedule/schedule.ts'
import { upcomingInScope } from './edit.ts'
import { deleteEvents } from './rows.ts'
import { withUndoRecord } from './undo.ts'
import {
  findStoredEvent,
  findEventSeries,
  type EventSeries,
  listEventsOfSeries,
  type StoredEvent,
} from '../calendar.queries.ts'

type Removal = { id: EventId; scope: EventScope; command?: string | undefined }

/**
 * Removes the event with this id. `scope` extends the removal to the following events or to all events of the series, except other events that have
 * begun. The series creates no new event on the day of a removed one. Refuses with NOT_FOUND.
 */
export async function removeEvent(tx: Tx, { id, scope, command }: Removal, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const known = await findStoredEvent(tx, id)
    if (!known) throw notFound()
    const series = known.seriesId ? await findEventSeries(tx, known.seriesId) : undefined
    if (!series) return deleteEvents(tx, [id])
    await withUndoRecord(tx, series, command, now, () => removeInScope(tx, series, known, scope, now))
  })
}

async function removeInScope(tx: Tx, series: EventSeries, known: StoredEvent, scope: EventScope, now: Date) {
  const day = known.day ?? series.firstDay
  if (scope === 'one') {
    await deleteEvents(tx, [known.id])
    return addExceptions(tx, series.id, [day])
  }
  const rows = upcomingInScope(await listEventsOfSeries(tx, series.id), scope, known, now)
  await deleteEvents(tx, [known.id, ...rows.map((row) => row.id)])
  // The series ends before the first removed event, so it keeps past events and their days.
  await endSeriesBefore(tx, series.id, scope === 'all' ? (rows[0]?.day ?? shiftDay(day, 1)) : day, now)
}
