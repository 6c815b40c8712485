import { withCalendarLock } from '../../schedule/schedule.ts'
import type { SeriesScope } from '@attune/contract/features/schedule/series/series'
import type { Tx } from '../../../../platform/database/actor.ts'
import { illegalTransition } from '../../../../platform/policy/refusal.ts'
import { endSeriesBefore, isUpcoming } from '../../recurrence/recurrence.ts'
import {
  cancelSeriesSessions,
  expireChangeRequestsOf,
  notifyOfBulkCommand,
  recordHistoryEvents,
} from '../../session/session.ts'
import { type SeriesCommand, lockSeriesOf, countRepeatedSessions } from '../series.command.ts'
import { holdsSlot } from '../series.queries.ts'

export type SeriesCancellation = SeriesCommand & { scope: SeriesScope; reason: string }

/**
 * Cancels the upcoming sessions of a series, including individually changed ones: from the given session on, or all.
 * The series then ends before the given session, or with scope ‘all’ before the first cancelled session. Repeating the
 * command changes nothing. Refuses with NOT_FOUND for an unknown session, and with ILLEGAL_TRANSITION if there is no
 * session to cancel. Returns the number of cancelled sessions.
 */
export async function cancelSeries(tx: Tx, act: SeriesCancellation, now: Date): Promise<number> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const repeatedCount = await countRepeatedSessions(tx, act, ['cancel'])
    if (repeatedCount) return repeatedCount
    const { series, rows, anchor } = await lockSeriesOf(tx, act.sessionId)
    const cancelled = rows.filter(
      (row) =>
        holdsSlot(row) &&
        isUpcoming(row, now) &&
        (act.scope === 'all' || row.day >= anchor.day || row.id === anchor.id),
    )
    const [first] = cancelled
    if (!first) throw illegalTransition({ status: anchor.status })
    const from = act.scope === 'all' ? first.day : anchor.day
    const ids = cancelled.map(({ id }) => id)
    await Promise.all([
      cancelSeriesSessions(tx, ids, false, now),
      endSeriesBefore(tx, series.id, from, now),
      expireChangeRequestsOf(tx, ids, now),
      recordHistoryEvents(
        tx,
        act.command,
        cancelled.map(({ id, status, startsAt }) => ({
          sessionId: id,
          action: 'cancel',
          from: status,
          to: 'cancelled',
          before: startsAt,
          after: startsAt,
        })),
        act.reason,
      ),
    ])
    await notifyOfBulkCommand(tx, 'series-cancelled', act.command, ids)
    return cancelled.length
  })
}
