import { clientFields } from '@attune/contract/features/people/client/client.fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { hasLengthOf, maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { storedFields } from './client.fields.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

test('the contract and the database allow the same number of characters in each field of a client record', async () => {
  const lengths = await maxColumnLengths(app)
  const wrong = storedFields.filter(
    ({ name, table, column }) => !hasLengthOf(clientFields[name], lengths.get(`${table}.${column}`)),
  )
  expect(wrong).toEqual([])
})
