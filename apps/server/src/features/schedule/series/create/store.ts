import type { ClientId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import { fitsCall } from '@attune/contract/features/schedule/session/session.rules'
import { scheduleSessionReminders } from '../../schedule/schedule.ts'
import { daysBetween } from '@attune/contract/common/time/recurrence'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notify } from '../../../messages/notification/notification.ts'
import {
  addExceptions,
  endSeriesWhereMaterialized,
  type Occurrence,
  type OccurrenceStore,
} from '../../recurrence/recurrence.ts'
import {
  insertSeriesSessions,
  notifyOfBulkCommand,
  recordHistoryEvents,
  type SeriesSession,
  readCallPlaces,
} from '../../session/session.ts'
import { addLockedConflicts } from '../series.conflicts.ts'
import { holdsSlot, type SeriesTemplate, type SessionSeriesRow } from '../series.queries.ts'

/**
 * Implements the recurrence of sessions. When a series is extended, dates with conflicts are skipped and the therapist
 * is notified of them. A series without active clients ends instead.
 */
export const sessionOccurrences: OccurrenceStore<SeriesSession, SeriesTemplate> = {
  isActive: holdsSlot,
  mayBePast: false,
  async daysFrom(tx, seriesId, from) {
    const { rows } = await sql<{ day: string }>`select series_day as day from app.session
      where therapist_id = ${tx.actor.id} and series_id = ${seriesId} and series_day >= ${from}`.execute(tx.kysely)
    return rows.map(({ day }) => day)
  },
  extend: insertSessions,
}

/**
 * Inserts the sessions of the given dates, except dates with conflicts. If all clients are inactive, ends the series
 * and returns false.
 */
async function insertSessions(tx: Tx, series: SessionSeriesRow, dates: Occurrence[], now: Date): Promise<boolean> {
  const therapistId = tx.actor.id
  const { template } = series
  const { rows: clients } = await sql<{ id: ClientId; firstName: string; lastName: string }>`
    select id, first_name as "firstName", last_name as "lastName" from app.client_state
    where therapist_id = ${therapistId} and id = any (${template.clientIds}::uuid[]) and status <> 'inactive'`.execute(
    tx.kysely,
  )
  if (!clients.length) {
    await endSeriesWhereMaterialized(tx, series.id, now)
    return false
  }
  const datesWithConflicts = await addLockedConflicts(tx, dates)
  const free = datesWithConflicts.filter(({ conflicts }) => !conflicts.length)
  const taken = datesWithConflicts.filter(({ conflicts }) => conflicts.length)
  const { callInAttune, videoUrls } = await readCallPlaces(tx, free.length, {
    ...template,
    callInAttune: template.callInAttune === true && fitsCall(clients.length),
    clients: clients.length,
  })
  const rows = free.map((date, number) => ({
    ...date,
    id: createDatedId(),
    videoUrl: videoUrls[number] ?? null,
    callInAttune,
    bookedAnyway: false,
  }))
  const status = template.agreed ? ('confirmed' as const) : ('scheduled' as const)
  const of = { seriesId: series.id, therapistId, clientIds: clients.map(({ id }) => id), status, now }
  await Promise.all([
    insertSeriesSessions(tx, rows, { ...template, ...of }),
    recordHistoryEvents(
      tx,
      null,
      rows.map(({ id, startsAt }) => ({
        sessionId: id,
        action: 'create',
        from: null,
        to: status,
        before: null,
        after: startsAt,
      })),
    ),
    scheduleSessionReminders(
      tx,
      rows.map(({ id, startsAt }) => ({ id, startsAt, therapistId, sequence: 0 })),
      now,
    ),
    addExceptions(
      tx,
      series.id,
      taken.map(({ day }) => day),
    ),
    notifyOfExceptions(tx, series, taken, clients.map(shortName).join(', ')),
  ])
  // Null sends no emails, because the clients were emailed when the series was scheduled.
  await notifyOfBulkCommand(
    tx,
    'series-planned',
    randomUUID(),
    rows.map(({ id }) => id),
    null,
  )
  return true
}

/**
 * Notifies the therapist once about the skipped dates. The email lists the skipped dates after the day `materializedUntil`.
 * Its generation is the number of this day (see `dayNumber`).
 */
async function notifyOfExceptions(tx: Tx, series: SessionSeriesRow, taken: Occurrence[], name: string): Promise<void> {
  const [first] = taken
  const [client] = series.template.clientIds
  if (!first || !client) return
  const therapistId = tx.actor.id
  await notify(tx, {
    to: therapistId,
    type: 'series-gap',
    params: { name, startsAt: first.startsAt, count: taken.length },
    about: { type: 'client', id: client },
    email: { subject: series.id, generation: dayNumber(series.materializedUntil) },
  })
}

/** Returns the number of days from 1 January 1970 to a day. */
export const dayNumber = (day: string) => daysBetween('1970-01-01', day)
