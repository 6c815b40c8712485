import { expect, test } from 'vitest'
import { createRefusal } from './refusal.ts'

/** Whether the compiler accepts an argument for a parameter. A wrong expectation does not compile. */
type Accepts<Parameter, Argument> = Argument extends Parameter ? 'accepted' : 'refused'
type Code = Parameters<typeof createRefusal>[0]

test('the compiler refuses a code that no procedure declares', () => {
  const declared: Accepts<Code, 'NOT_FOUND'> = 'accepted'
  const misspelt: Accepts<Code, 'NOT_FUOND'> = 'refused'
  const computed: Accepts<Code, string> = 'refused'
  expect([declared, misspelt, computed]).toEqual(['accepted', 'refused', 'refused'])
})

test('the compiler refuses a code whose data a function of its own creates', () => {
  const tooMany: Accepts<Code, 'TOO_MANY'> = 'refused'
  const limit: Accepts<Code, 'LIMIT_REACHED'> = 'refused'
  expect([tooMany, limit]).toEqual(['refused', 'refused'])
})

test('a refusal has the code, the status and the data that it was created with', () => {
  expect(createRefusal('NOT_FOUND', 404)).toMatchObject({ code: 'NOT_FOUND', status: 404, data: undefined })
  expect(createRefusal('STEP_UP', 401, { need: 'code' })).toMatchObject({ status: 401, data: { need: 'code' } })
})
