import { entriesOf, isLeftOut, leftOut, type FieldList, type LeftOut } from '@attune/contract/common/fields'
import { sql } from 'kysely'
import type { DB } from '../../../../platform/database/types.ts'
import { editedDetailColumns, type EditedDetail } from '../session.fields.ts'
import type { NewSeriesSession, SeriesSession, UpdatedSession } from './rows.ts'

/** A column of the table `session` that a statement writes for many sessions at once. */
type BulkColumn = {
  column: keyof DB['session'] & string
  type: 'uuid' | 'date' | 'timestamptz' | 'text' | 'int' | 'boolean'
}

const time = {
  day: { column: 'series_day', type: 'date' },
  startsAt: { column: 'starts_at', type: 'timestamptz' },
  endsAt: { column: 'ends_at', type: 'timestamptz' },
} as const
const id = { column: 'id', type: 'uuid' } as const
const status = { column: 'status', type: 'text' } as const
const sequence = { column: 'sequence', type: 'int' } as const
const videoUrl = { column: 'video_url', type: 'text' } as const
const callInAttune = { column: 'in_attune', type: 'boolean' } as const
const bookedAnyway = { column: 'booked_anyway', type: 'boolean' } as const
const detached = { column: 'detached', type: 'boolean' } as const
const details = Object.fromEntries(
  editedDetailColumns.map(([field, column]) => [field, { column, type: 'text' }]),
) as Record<EditedDetail, { column: keyof DB['session'] & string; type: 'text' }>

const selectsRow = leftOut('the id selects the row')

/**
 * The columns that differ between the new sessions of a series. All other columns have the same value for every new
 * session.
 */
const newColumns: FieldList<keyof NewSeriesSession, BulkColumn> = {
  id,
  ...time,
  videoUrl,
  callInAttune,
  bookedAnyway: leftOut('only a therapist may write it'),
}

/** The columns that a change of a series writes for each session. */
const updatedColumns: FieldList<keyof UpdatedSession, BulkColumn> = {
  id: selectsRow,
  ...time,
  ...details,
  status,
  sequence,
  videoUrl,
  callInAttune,
  bookedAnyway,
  detached,
  moved: leftOut('it decides whether booked_at changes'),
  answer: leftOut('the answers are in the rows of the participants'),
}

/** The columns of a session of a series. `undo` determines whether the undo of a move restores the column. */
const storedColumns: FieldList<keyof SeriesSession, BulkColumn & { undo: 'restore' | LeftOut }> = {
  id: { ...id, undo: selectsRow },
  day: { ...time.day, undo: 'restore' },
  startsAt: { ...time.startsAt, undo: 'restore' },
  endsAt: { ...time.endsAt, undo: 'restore' },
  detached: { ...detached, undo: 'restore' },
  ...(Object.fromEntries(
    Object.entries(details).map(([field, stored]) => [field, { ...stored, undo: 'restore' }]),
  ) as Record<EditedDetail, BulkColumn & { undo: 'restore' }>),
  status: { ...status, undo: 'restore' },
  videoUrl: { ...videoUrl, undo: 'restore' },
  callInAttune: { ...callInAttune, undo: 'restore' },
  bookedAnyway: { ...bookedAnyway, undo: 'restore' },
  bookedAt: { column: 'booked_at', type: 'timestamptz', undo: 'restore' },
  sequence: { ...sequence, undo: leftOut('the sequence increases, so that calendars adopt the restored time') },
  revision: { column: 'revision', type: 'int', undo: leftOut('each change increments the revision') },
  deleted: leftOut('lockSeriesSessions derives it from deleted_at'),
}

type Column<Field extends string> = readonly [Field, BulkColumn]

export const newSessionColumns = entriesOf(newColumns)
export const updatedSessionColumns = entriesOf(updatedColumns)
const stored = entriesOf(storedColumns)
export const restoredSessionColumns = stored.filter(([, { undo }]) => !isLeftOut(undo))

/** SQL that selects the columns of a session of a series, named as in `SeriesSession`. */
export const seriesSessionSql = sql.join(
  stored.map(([field, { column }]) => sql`${sql.ref(column)} as ${sql.ref(field)}`),
)

/** SQL that lists the names of the columns. */
export const columnsSql = (columns: Column<string>[]) => sql.join(columns.map(([, { column }]) => sql.ref(column)))

/** SQL for the arguments of `unnest`: one array per column with the values of all rows. */
export const arraysSql = <Field extends string>(rows: Record<Field, unknown>[], columns: Column<Field>[]) =>
  sql.join(columns.map(([field, { type }]) => sql`${rows.map((row) => row[field])}::${sql.raw(type)}[]`))

/** SQL that sets each column to its value in the row `v`. */
export const assignmentsSql = (columns: Column<string>[]) =>
  sql.join(columns.map(([, { column }]) => sql`${sql.ref(column)} = ${sql.ref(`v.${column}`)}`))
