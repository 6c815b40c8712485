import { TherapistProfile } from '@attune/contract/features/people/account/account'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { hasLengthOf, maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { therapistProfileFields } from './account.fields.ts'

const app = await startSharedApp({ worker: false })

test('the contract and the database allow the same number of characters in each field of a therapist’s profile', async () => {
  const lengths = await maxColumnLengths(app)
  const wrong = therapistProfileFields.filter(
    ([field, column]) => !hasLengthOf(TherapistProfile.shape[field], lengths.get(`therapist_profile.${column}`)),
  )
  expect(wrong).toEqual([])
})
