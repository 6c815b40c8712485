/**
 * The public module for recurring sessions and busy times: rules, the days of a rule, changes of a series, and undo.
 */
export {
  canStartOn,
  isUpcoming,
  lastDayOf,
  materializationEnd,
  type Occurrence,
  occurrenceOn,
  occurrencesOf,
  type RecurrenceRule,
  startRecurrence,
} from './recurrence.dates.ts'
export { fitToDay } from './recurrence.changed-rule.ts'
export { planChange, type RecurrenceChange, type RecurrencePlan } from './recurrence.change.ts'
export { extendSeries, materializeSeries } from './recurrence.extend.ts'
export {
  addClientToSeries,
  addExceptions,
  endSeriesBefore,
  endSeriesWhereMaterialized,
  listExceptions,
  insertSeries,
  removeClientFromSeriesOfGroup,
  replaceExceptions,
  findSeries,
  seriesColumns,
  setSeriesTimes,
  type StoredOccurrence,
  type StoredSeries,
  updateSeries,
} from './recurrence.queries.ts'
export type { OccurrenceStore } from './recurrence.store.ts'
export { changedRefusal, restoreSeries, saveUndo, type SeriesSnapshot, findUndoState } from './recurrence.undo.ts'
