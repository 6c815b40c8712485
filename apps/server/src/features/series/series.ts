/** The public module of the feature: what other features may do with series. */
export { extendSeries } from './series.extend.ts'
export { endSeriesOf } from './series.queries.ts'
export { endChangesOf, noteAll } from './series.rows.ts'
