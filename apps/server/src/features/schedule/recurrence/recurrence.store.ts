import type { SeriesId } from '@attune/contract/common/ids'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Occurrence } from './recurrence.dates.ts'
import type { StoredOccurrence, StoredSeries } from './recurrence.queries.ts'

/**
 * The functions and properties with which the recurrence feature handles one kind of occurrence: sessions or busy
 * times.
 */
export type OccurrenceStore<Row = StoredOccurrence, Template = unknown> = {
  /** Returns whether an occurrence takes place. For example, a cancelled session does not. */
  isActive(row: Row): boolean
  /** Whether occurrences may be moved into the past. */
  mayBePast: boolean
  /** Returns the days of a series for which rows exist, starting at the day `from`. */
  daysFrom(tx: Tx, seriesId: SeriesId, from: string): Promise<string[]>
  /** Inserts occurrences of a series. Returns false if the store has ended the series instead. */
  extend(tx: Tx, series: StoredSeries<Template>, dates: Occurrence[], now: Date): Promise<boolean>
}
