import { entriesOf, type FieldList } from '@attune/contract/common/fields'
import { sql, type RawBuilder } from 'kysely'
import type { DB } from '../../../../platform/database/types.ts'
import type { textsOf } from '../record-export.texts.ts'

type RecordTexts = ReturnType<typeof textsOf>

/** Describes how the export reads and shows a column of a table. */
type ExportedColumn<Row> = {
  /** The name of the value in the row. */
  as: keyof Row & string
  /** Returns SQL for the value, given SQL for the column. Default: the column itself. */
  select?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Returns the text of the value in the facts of an entry. If omitted, the value is shown elsewhere in the entry. */
  fact?: (row: Row, texts: RecordTexts) => string
}

/** A list of all columns of a table. The facts of an entry have the same order. */
export type ExportedColumns<Table extends keyof DB, Row> = FieldList<keyof DB[Table] & string, ExportedColumn<Row>>

/** Returns SQL that selects the listed columns of the table with this alias. */
export const exportedColumnsSql = <Table extends keyof DB, Row>(alias: string, list: ExportedColumns<Table, Row>) =>
  sql.join(
    entriesOf<keyof DB[Table] & string, ExportedColumn<Row>>(list).map(([column, { as, select }]) => {
      const stored = sql.ref(`${alias}.${column}`)
      return sql`${select?.(stored) ?? stored} as ${sql.ref(as)}`
    }),
  )

/** Returns the facts of a row in the order of the list. A fact without a value is empty. */
export const factsOf = <Table extends keyof DB, Row>(list: ExportedColumns<Table, Row>, row: Row, texts: RecordTexts) =>
  entriesOf<keyof DB[Table] & string, ExportedColumn<Row>>(list).map(([, { fact }]) => fact?.(row, texts) ?? '')
