// @vitest-environment node
import { expect, test } from 'vitest'
import { noFacts, problemsOf, sentOf } from './facts.ts'

const today = '2026-11-19'
const ana = { ...noFacts('en'), firstName: 'Ana', lastName: 'Moreau' }

test('only first and last name are required [5.03]', () => {
  expect(problemsOf(noFacts('en'), today)).toEqual({ firstName: 'namesRequired', lastName: 'namesRequired' })
  expect(problemsOf({ ...ana, firstName: '  ' }, today)).toEqual({ firstName: 'namesRequired' })
  expect(problemsOf(ana, today)).toEqual({})
})

test('an email address is validated if one is given [5.03]', () => {
  expect(problemsOf({ ...ana, email: 'ana@' }, today)).toEqual({ email: 'emailWrong' })
  expect(problemsOf({ ...ana, email: ' Ana@Example.org ' }, today)).toEqual({})
})

test.each([
  ['🌿', 'emoji'],
  ['אנה', 'right to left'],
  ["O'Brien-Ñandú", 'marks'],
])('names in any script are valid: %s (%s)', (name) => {
  expect(problemsOf({ ...ana, lastName: name }, today)).toEqual({})
})

test('texts that are too long or unstorable, and dates of birth in the future, are reported', () => {
  expect(problemsOf({ ...ana, lastName: 'x'.repeat(101) }, today)).toEqual({ lastName: 'tooLong' })
  expect(problemsOf({ ...ana, lastName: 'a\u0000b' }, today)).toEqual({ lastName: 'unstorable' })
  expect(problemsOf({ ...ana, notes: 'a\ud800b' }, today)).toEqual({ notes: 'unstorable' })
  expect(problemsOf({ ...ana, dateOfBirth: '2026-11-20' }, today)).toEqual({ dateOfBirth: 'dateWrong' })
})

test('empty email address and date of birth are sent as null', () => {
  expect(sentOf({ ...ana, email: ' ' })).toMatchObject({ email: null, dateOfBirth: null, phone: '' })
})
