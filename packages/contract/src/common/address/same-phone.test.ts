import { expect, test } from 'vitest'
import { isSamePhone } from './same-phone.ts'

test.each([
  ['+49 171 1234567', '0171 1234567'],
  ['0049 171 1234567', '0171/123 45 67'],
  ['+49 (0)171 1234567', '+49 171 1234567'],
  ['49 171 1234567', '0171 1234567'],
  ['+49 171 1234567', 'mother: 0171 1234567 (evenings)'],
  ['+49 30 1234567', '1234567'],
  ['030 1234567', '1234567'],
  ['+39 06 1234 5678', '06 1234 5678'],
  ['+36 30 123 4567', '06 30 123 4567'],
  ['+1 301 234 5678', '(301) 234-5678'],
  ['+7 912 345 67 89', '8 912 345 67 89'],
  ['+34 912 345 678', '912345678'],
])('%s and %s can be the same number', (one, other) => {
  expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([true, true])
})

test.each([
  // A number of Spain is the end of a number of Germany.
  ['+34 91 2345678', '+49 34 912345678'],
  // A number of Berlin is the end of a number of Otterbach.
  ['030 1234567', '+49 6301 234567'],
  ['030 1234567', '+49 30 301234567'],
  ['0171 1234567', '+49 171 1234568'],
  ['0171 1234567', '0170 1234567'],
  ['12345', '012345'],
  ['', ''],
  ['call at noon', '+49 171 1234567'],
])('%s and %s are numbers of different people', (one, other) => {
  expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([false, false])
})
