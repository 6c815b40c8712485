import { listConflictsInSpans, lockedConflictsInSpans } from '../schedule/schedule.ts'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import type { SeriesDate } from '@attune/contract/features/schedule/series/series'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import type { Occurrence } from '../recurrence/recurrence.ts'

/** The maximum number of dates in a response. */
export const maxSeriesDates = 60

/**
 * Returns each date with its conflicts. Use this function only for previews: it does not require the calendar lock, so
 * the conflicts can change.
 * @param but the ids of sessions to ignore
 */
export async function addConflicts(tx: Tx, dates: Occurrence[], but: string[] = []): Promise<SeriesDate[]> {
  return join(dates, await listConflictsInSpans(tx, tx.actor.id, dates, but))
}

/**
 * Like `addConflicts`, but throws without the calendar lock. Use this function to decide whether a change is possible.
 */
export async function addLockedConflicts(tx: Tx, dates: Occurrence[], but: string[] = []): Promise<SeriesDate[]> {
  return join(dates, await lockedConflictsInSpans(tx, tx.actor.id, dates, but))
}

const join = (dates: Occurrence[], conflicts: Conflict[][]): SeriesDate[] =>
  dates.map((date, number) => ({ ...date, conflicts: conflicts[number] ?? [] }))

/**
 * Refuses with SERIES_TAKEN if dates have conflicts and `anyway` does not contain their days. The refusal contains at
 * most `maxSeriesDates` of these dates. Otherwise returns the days with conflicts.
 */
export function assertNoSeriesConflict(dates: SeriesDate[], anyway: string[]): Set<string> {
  const taken = dates.filter(({ conflicts }) => conflicts.length > 0)
  const others = taken.filter(({ day }) => !anyway.includes(day))
  if (others.length) throw createRefusal('SERIES_TAKEN', 409, { dates: others.slice(0, maxSeriesDates) })
  return new Set(taken.map(({ day }) => day))
}
