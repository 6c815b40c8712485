import { entriesOf, leftOut, type FieldList, type ListedField } from '@attune/contract/common/fields'
import type { JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { sql, type Insertable } from 'kysely'
import type { DB } from '../../../platform/database/types.ts'

type StoredField = {
  column: keyof DB['journal_entry'] & string
  type: 'text' | 'jsonb' | 'int' | 'text[]' | 'timestamptz'
}

/** Maps each field that the author writes to its column and the type of that column. */
const entryStorage = {
  id: leftOut('the id selects the row'),
  version: leftOut('each save increments the version'),
  title: { column: 'title', type: 'text' },
  content: { column: 'content', type: 'jsonb' },
  mood: { column: 'mood', type: 'int' },
  tags: { column: 'tags', type: 'text[]' },
  writtenAt: { column: 'written_at', type: 'timestamptz' },
  files: leftOut('the files are rows of their own'),
} as const satisfies FieldList<keyof JournalEntryInput, StoredField>

type EntryStorage = typeof entryStorage
/** A field of an entry that is stored in a column of the table `journal_entry`. */
export type EntryColumnField = ListedField<EntryStorage>
type EntryColumn = Extract<EntryStorage[keyof EntryStorage], StoredField>['column']

const storedEntryFields = entriesOf<keyof JournalEntryInput, StoredField>(entryStorage)
const valueOf = (save: JournalEntryInput, field: keyof JournalEntryInput, { type }: StoredField) =>
  type === 'jsonb' ? JSON.stringify(save[field]) : save[field]

/** Returns the values of an entry for the columns of the table `journal_entry`. */
export const entryValues = (save: JournalEntryInput) =>
  Object.fromEntries(storedEntryFields.map(([field, stored]) => [stored.column, valueOf(save, field, stored)])) as Pick<
    Insertable<DB['journal_entry']>,
    EntryColumn
  >

/** SQL that selects the fields of entry `e`. */
export const entryFieldsSql = sql.join(
  storedEntryFields.map(([field, { column }]) => sql`${sql.ref(`e.${column}`)} as ${sql.ref(field)}`),
)

/** SQL condition that is true if entry `e` already has the values of `save`. */
export const hasEntryValuesSql = (save: JournalEntryInput) =>
  sql.join(
    storedEntryFields.map(
      ([field, stored]) =>
        sql`${sql.ref(`e.${stored.column}`)} is not distinct from ${valueOf(save, field, stored)}::${sql.raw(stored.type)}`,
    ),
    sql` and `,
  )

/** SQL condition that is true if publication `p` has the values of entry `e`. */
export const isPublishedSql = sql.join(
  storedEntryFields.map(
    ([, { column }]) => sql`${sql.ref(`p.${column}`)} is not distinct from ${sql.ref(`e.${column}`)}`,
  ),
  sql` and `,
)
