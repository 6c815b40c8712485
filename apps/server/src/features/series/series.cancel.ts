import { withCalendarLock } from '../schedule/schedule.ts'
import type { SeriesScope } from '@attune/contract/features/series'
import type { Tx } from '../../platform/database/actor.ts'
import { illegal, tellOfAct } from '../session/session.ts'
import { type Act, beginAct, doneBefore } from './series.act.ts'
import { endSeriesBefore, holds, toCome } from './series.queries.ts'
import { cancelRows, endChangesOf, noteAll } from './series.rows.ts'

export type Cancel = Act & { scope: SeriesScope; reason: string }

/**
 * Cancels the upcoming sessions of a series, including overridden ones: from this session on, or all. The series ends
 * there. Repeating the command changes nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION where nothing is upcoming.
 * Returns the number of cancelled sessions.
 */
export async function cancelSeries(tx: Tx, act: Cancel, now: Date): Promise<number> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const repeatedCount = await doneBefore(tx, act, ['cancel'])
    if (repeatedCount) return repeatedCount
    const { series, rows, anchor } = await beginAct(tx, act.sessionId)
    const cancelled = rows.filter(
      (row) => holds(row) && toCome(row, now) && (act.scope === 'all' || row.day >= anchor.day || row.id === anchor.id),
    )
    const [first] = cancelled
    if (!first) throw illegal(anchor.status)
    const from = act.scope === 'all' ? first.day : anchor.day
    const ids = cancelled.map(({ id }) => id)
    await Promise.all([
      cancelRows(tx, ids, false, now),
      endSeriesBefore(tx, series.id, from, now),
      endChangesOf(tx, ids, now),
      noteAll(
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
    await tellOfAct(tx, 'series-cancelled', act.command, ids)
    return cancelled.length
  })
}
