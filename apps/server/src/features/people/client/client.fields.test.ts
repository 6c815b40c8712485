import { clientFields } from '@attune/contract/features/people/client/client.fields'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { hasLengthOf, maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { storedFields } from './client.fields.ts'

const app = await startSharedApp({ worker: false })

test('the contract and the database allow the same number of characters in each field of a client record', async () => {
  const lengths = await maxColumnLengths(app)
  const wrong = storedFields.filter(
    ({ name, table, column }) => !hasLengthOf(clientFields[name], lengths.get(`${table}.${column}`)),
  )
  expect(wrong).toEqual([])
})
