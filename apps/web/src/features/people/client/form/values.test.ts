// @vitest-environment node
import { expect, test } from 'vitest'
import { emptyClientForm, clientProblems, clientInput } from './values.ts'

const today = '2026-11-19'
const ana = { ...emptyClientForm('en'), firstName: 'Ana', lastName: 'Moreau' }

test('only first and last name are required [5.03]', () => {
  expect(clientProblems(emptyClientForm('en'), today)).toEqual({
    firstName: 'namesRequired',
    lastName: 'namesRequired',
  })
  expect(clientProblems({ ...ana, firstName: '  ' }, today)).toEqual({ firstName: 'namesRequired' })
  expect(clientProblems(ana, today)).toEqual({})
})

test('an email address is validated if one is given [5.03]', () => {
  expect(clientProblems({ ...ana, email: 'ana@' }, today)).toEqual({ email: 'emailWrong' })
  expect(clientProblems({ ...ana, email: ' Ana@Example.org ' }, today)).toEqual({})
})

test.each([
  ['🌿', 'emoji'],
  ['אנה', 'right to left'],
  ["O'Brien-Ñandú", 'marks'],
])('names in any script are valid: %s (%s)', (name) => {
  expect(clientProblems({ ...ana, lastName: name }, today)).toEqual({})
})

test('texts that are too long or cannot be stored, and dates of birth in the future, are reported', () => {
  expect(clientProblems({ ...ana, lastName: 'x'.repeat(101) }, today)).toEqual({ lastName: 'tooLong' })
  expect(clientProblems({ ...ana, lastName: 'a\u0000b' }, today)).toEqual({ lastName: 'unstorable' })
  expect(clientProblems({ ...ana, address: 'a\ud800b' }, today)).toEqual({ address: 'unstorable' })
  expect(clientProblems({ ...ana, dateOfBirth: '2026-11-20' }, today)).toEqual({ dateOfBirth: 'dateWrong' })
})

test('empty email address and date of birth are sent as null', () => {
  expect(clientInput({ ...ana, email: ' ' })).toMatchObject({ email: null, dateOfBirth: null, phone: '' })
})
