/** The door of the room: what others may do with series. */
export { extendSeries } from './series.extend.ts'
export { endSeriesOf } from './series.queries.ts'
export { endChangesOf, noteAll } from './series.rows.ts'
