import type { SeriesScope } from '@attune/contract/features/series'
import type { Tx } from '../../platform/database/actor.ts'
import { illegal, lockCalendar, tellOfAct } from '../session/session.ts'
import { type Act, beginAct, doneBefore } from './series.act.ts'
import { endSeriesBefore, holds, toCome } from './series.queries.ts'
import { cancelRows, endChangesOf, noteAll } from './series.rows.ts'

export type Cancel = Act & { scope: SeriesScope; reason: string }

/**
 * Calls off what of a series has not begun, also what was moved by itself: from the session on, or all. The series ends there. The same
 * command again changes nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION where nothing is to come. Answers how many were called off.
 */
export async function cancelSeries(tx: Tx, act: Cancel, now: Date): Promise<number> {
  const [, done] = await Promise.all([lockCalendar(tx, tx.actor.id as string), doneBefore(tx, act, ['cancel'])])
  if (done) return done
  const { series, rows, anchor } = await beginAct(tx, act.sessionId)
  const off = rows.filter(
    (row) => holds(row) && toCome(row, now) && (act.scope === 'all' || row.day >= anchor.day || row.id === anchor.id),
  )
  const [first] = off
  if (!first) throw illegal(anchor.status)
  const from = act.scope === 'all' ? first.day : anchor.day
  const ids = off.map(({ id }) => id)
  await Promise.all([
    cancelRows(tx, ids, false, now),
    endSeriesBefore(tx, series.id, from, now),
    endChangesOf(tx, ids, now),
    noteAll(
      tx,
      act.command,
      off.map(({ id, status, startsAt }) => ({
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
  return off.length
}
