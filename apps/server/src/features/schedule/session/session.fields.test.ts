import { NewSession } from '@attune/contract/features/schedule/session/session'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { hasLengthOf, maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { detailColumns } from './session.fields.ts'

const app = await startSharedApp({ worker: false })

test('the contract and the database allow the same number of characters in each detail of a session', async () => {
  const lengths = await maxColumnLengths(app)
  const wrong = detailColumns.filter(
    ([field, column]) => !hasLengthOf(NewSession.shape[field], lengths.get(`session.${column}`)),
  )
  expect(wrong).toEqual([])
})
