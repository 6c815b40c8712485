/** The door of the room: what others may do with series, and the arithmetic of what repeats. */
export { type Occurrence, occurrenceOn, occurrencesOf, type Rule } from './series.dates.ts'
export { extendSeries } from './series.extend.ts'
export { endSeriesOf } from './series.queries.ts'
export { endChangesOf, type Line, noteAll } from './series.rows.ts'
