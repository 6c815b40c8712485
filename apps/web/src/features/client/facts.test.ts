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

test('an e-mail address is checked where one is given [5.03]', () => {
  expect(problemsOf({ ...ana, email: 'ana@' }, today)).toEqual({ email: 'emailWrong' })
  expect(problemsOf({ ...ana, email: ' Ana@Example.org ' }, today)).toEqual({})
})

test.each([
  ['🌿', 'emoji'],
  ['אנה', 'right to left'],
  ["O'Brien-Ñandú", 'marks'],
])('names of any script pass: %s (%s)', (name) => {
  expect(problemsOf({ ...ana, lastName: name }, today)).toEqual({})
})

test('overlong and unstorable texts, and days that are not past, are named', () => {
  expect(problemsOf({ ...ana, lastName: 'x'.repeat(101) }, today)).toEqual({ lastName: 'tooLong' })
  expect(problemsOf({ ...ana, lastName: 'a\u0000b' }, today)).toEqual({ lastName: 'unstorable' })
  expect(problemsOf({ ...ana, notes: 'a\ud800b' }, today)).toEqual({ notes: 'unstorable' })
  expect(problemsOf({ ...ana, dateOfBirth: '2026-11-20' }, today)).toEqual({ dateOfBirth: 'dateWrong' })
})

test('what is empty is sent as nothing', () => {
  expect(sentOf({ ...ana, email: ' ' })).toMatchObject({ email: null, dateOfBirth: null, phone: '' })
})
