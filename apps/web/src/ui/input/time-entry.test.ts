import { expect, test } from 'vitest'
import { parseTimeEntry } from './time-entry.ts'

// The third column is the time that the same text means at the end of a range, if it differs.
test.each<[string, string | null, string?]>([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['8,30', '08:30'],
  ['9 30', '09:30'],
  ['9 : 30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  [' 1430 ', '14:30'],
  ['2359', '23:59'],
  ['9h15', '09:15'],
  ['14h30', '14:30'],
  ['14 h', '14:00'],
  ['14 h 30', '14:30'],
  ['14\u00a0h\u00a030', '14:30'],
  ['14 Uhr', '14:00'],
  ['14 Uhr 30', '14:30'],
  ['14 heures 30', '14:30'],
  ['14.30 Uhr', '14:30'],
  ['2 pm', '14:00'],
  ['2:30 pm', '14:30'],
  ['12:15 p.m.', '12:15'],
  ['12 am', '00:00', '24:00'],
  ['0', '00:00', '24:00'],
  ['0000', '00:00', '24:00'],
  ['00:00', '00:00', '24:00'],
  ['24', null, '24:00'],
  ['24:00', null, '24:00'],
  ['24:30', null],
  ['2430', null],
  ['24 pm', null],
  ['13 pm', null],
  ['0 am', null],
  ['25', null],
  ['9:60', null],
  ['860', null],
  ['8:3', null],
  ['12345', null],
  ['noon', null],
  ['', null],
])('the typed time "%s" is %s', (typed, time, atEnd = time ?? undefined) => {
  expect(parseTimeEntry(typed)).toBe(time)
  expect(parseTimeEntry(typed, true)).toBe(atEnd ?? null)
})
