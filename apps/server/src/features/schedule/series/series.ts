export { sessionOccurrences } from './create/store.ts'
export { endSeriesWithoutClients } from './series.queries.ts'
