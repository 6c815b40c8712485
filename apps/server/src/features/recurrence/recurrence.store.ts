import type { Tx } from '../../platform/database/actor.ts'
import type { Occurrence } from './recurrence.dates.ts'
import type { StoredOccurrence, StoredSeries } from './recurrence.queries.ts'

/** One kind of occurrences, as the engine needs it: sessions, or busy times. */
export type OccurrenceStore<Row = StoredOccurrence, Template = unknown> = {
  /** Whether an occurrence takes place: a cancelled session does not. */
  isActive(row: Row): boolean
  /** Whether occurrences may be moved to times that have begun. */
  mayBePast: boolean
  /** The days of a series, from a day on, that have an occurrence. */
  daysFrom(tx: Tx, seriesId: string, from: string): Promise<string[]>
  /** Inserts occurrences of a series; false if the series has ended instead. */
  extend(tx: Tx, series: StoredSeries<Template>, dates: Occurrence[], now: Date): Promise<boolean>
}
