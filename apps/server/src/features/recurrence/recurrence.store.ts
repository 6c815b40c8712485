import type { Tx } from '../../platform/database/actor.ts'
import type { Occurrence } from './recurrence.dates.ts'
import type { StoredOccurrence, StoredSeries } from './recurrence.queries.ts'

/**
 * The operations and properties by which the recurrence engine handles one kind of occurrences: sessions or busy times.
 */
export type OccurrenceStore<Row = StoredOccurrence, Template = unknown> = {
  /** Whether an occurrence takes place. False, for example, for a cancelled session. */
  isActive(row: Row): boolean
  /** Whether occurrences may be moved into the past. */
  mayBePast: boolean
  /** Returns the days on and after `from` on which a series has an occurrence. */
  daysFrom(tx: Tx, seriesId: string, from: string): Promise<string[]>
  /** Inserts occurrences of a series. Returns false if the store ended the series instead. */
  extend(tx: Tx, series: StoredSeries<Template>, dates: Occurrence[], now: Date): Promise<boolean>
}
