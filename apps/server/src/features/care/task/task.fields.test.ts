import { NewTask } from '@attune/contract/features/care/task/task.fields'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { hasLengthOf, maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { taskContentFields } from './task.fields.ts'

const app = await startSharedApp({ worker: false })

test.each(['task', 'task_template'])(
  'the contract and the table %s allow the same length of each text',
  async (table) => {
    const lengths = await maxColumnLengths(app)
    const wrong = taskContentFields.filter(
      ([field, { column }]) => !hasLengthOf(NewTask.shape[field], lengths.get(`${table}.${column}`)),
    )
    expect(wrong).toEqual([])
  },
)
