import { NewSession } from '@attune/contract/features/schedule/session/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { hasLengthOf, maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { detailColumns } from './session.fields.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

test('the contract and the database allow the same number of characters in each detail of a session', async () => {
  const lengths = await maxColumnLengths(app)
  const wrong = detailColumns.filter(
    ([field, column]) => !hasLengthOf(NewSession.shape[field], lengths.get(`session.${column}`)),
  )
  expect(wrong).toEqual([])
})
