import type { SeriesDate } from '@attune/contract/features/series'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { conflictsOver } from '../session/session.ts'
import type { Occurrence } from './series.dates.ts'

/** So many dates an answer shows at most. */
export const shown = 60

/** The dates with what is in the way of each. @param but sessions that are left out */
export async function withConflicts(tx: Tx, dates: Occurrence[], but: string[] = []): Promise<SeriesDate[]> {
  const conflicts = await conflictsOver(tx, tx.actor.id as string, dates, but)
  return dates.map((date, number) => ({ ...date, conflicts: conflicts[number] ?? [] }))
}

/** The days whose time is taken, where that may be passed over. Refuses SERIES_TAKEN with those dates. */
export function passOverAll(dates: SeriesDate[], anyway: boolean): Set<string> {
  const taken = dates.filter(({ conflicts }) => conflicts.length > 0)
  if (taken.length && !anyway) throw refuse('SERIES_TAKEN', 409, { dates: taken.slice(0, shown) })
  return new Set(taken.map(({ day }) => day))
}
