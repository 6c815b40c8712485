import { entriesOf, leftOut, type FieldList, type ListedField } from '@attune/contract/common/fields'
import type { NewTask, TaskEdit, TaskTemplate } from '@attune/contract/features/care/task/task.fields'
import { sql, type Insertable } from 'kysely'
import type { DB } from '../../../platform/database/types.ts'

type InputField = keyof NewTask | keyof TaskEdit | keyof Omit<TaskTemplate, 'updatedAt'>
type ContentColumn = {
  /** The name of the column, which is the same in the tables `task` and `task_template`. */
  column: keyof DB['task'] & keyof DB['task_template'] & string
  type: 'text' | 'jsonb'
}

const writtenByAssignTasks = leftOut('assignTasks writes it; templates do not have it')

/**
 * The columns of the content that a task and a template have in common. Every other input field has a reason why it is
 * not in this list.
 */
const contentColumns = {
  title: { column: 'title', type: 'text' },
  description: { column: 'description', type: 'jsonb' },
  form: { column: 'form', type: 'jsonb' },
  priority: { column: 'priority', type: 'text' },
  id: leftOut('the id selects the rows'),
  clientIds: writtenByAssignTasks,
  delivery: writtenByAssignTasks,
  repeat: writtenByAssignTasks,
  sessionId: writtenByAssignTasks,
  dueDay: leftOut('assignTasks and editTask write it; templates do not have it'),
  files: leftOut('the files are rows of their own'),
  version: leftOut('each edit increments the version'),
} as const satisfies FieldList<InputField, ContentColumn>

type Columns = typeof contentColumns
type ContentField = ListedField<Columns>
type Content = Pick<TaskTemplate, ContentField>

/** The fields of the content, as pairs of field and column. */
export const taskContentFields = entriesOf<InputField, ContentColumn>(contentColumns) as [ContentField, ContentColumn][]
const valueOf = (content: Content, field: ContentField, { type }: ContentColumn) =>
  type === 'jsonb' ? JSON.stringify(content[field]) : content[field]

/** Returns the values of the content by column of the tables `task` and `task_template`. */
export const taskContentValues = (content: Content) =>
  Object.fromEntries(
    taskContentFields.map(([field, stored]) => [stored.column, valueOf(content, field, stored)]),
  ) as Pick<Insertable<DB['task']>, Extract<Columns[InputField], ContentColumn>['column']>

/** SQL that lists the names of the content columns. */
export const taskContentColumnsSql = sql.join(taskContentFields.map(([, { column }]) => sql.ref(column)))

/** SQL that lists the values of the content in the order of `taskContentColumnsSql`. */
export const taskContentValuesSql = (content: Content) =>
  sql.join(taskContentFields.map(([field, stored]) => sql`${valueOf(content, field, stored)}::${sql.raw(stored.type)}`))

/** SQL that selects the content of a row `m` of the table `task` or `task_template`. */
export const taskContentSql = sql.join(
  taskContentFields.map(([field, { column }]) => sql`${sql.ref(`m.${column}`)} as ${sql.ref(field)}`),
)
