import { expect, test } from 'vitest'
import {
  businessDayAfter,
  estimateDueOn,
  estimateTotal,
  federalHolidays,
  isBusinessDay,
  lastPeriodDay,
  requestedDueOn,
  substantialExcess,
} from './estimate.rules.ts'

test('the federal holidays of a year are those that the government observed', () => {
  expect([...federalHolidays(2026)]).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ])
  // 4 July 2027 is a Sunday, 25 December 2027 and 1 January 2028 are Saturdays.
  const next = federalHolidays(2027)
  expect(['2027-05-31', '2027-07-05', '2027-12-24'].map((day) => next.has(day))).toEqual([true, true, true])
  expect(isBusinessDay('2027-12-31')).toBe(false)
})

test('weekends and federal holidays are no business days', () => {
  expect(['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'].map(isBusinessDay)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
  expect(businessDayAfter('2026-11-25', 1)).toBe('2026-11-27')
  expect(businessDayAfter('2026-11-28', 1)).toBe('2026-11-30')
})

test.each([
  ['a session two business days ahead needs no estimate', '2026-03-02', '2026-03-04', null],
  ['three business days ahead: the next business day', '2026-03-02', '2026-03-05', '2026-03-03'],
  ['a Saturday after three business days', '2026-03-03', '2026-03-07', '2026-03-04'],
  ['scheduled on a Saturday for a Tuesday', '2026-03-07', '2026-03-10', null],
  ['scheduled on a Saturday for a Wednesday', '2026-03-07', '2026-03-11', '2026-03-09'],
  ['nine business days ahead', '2026-03-02', '2026-03-13', '2026-03-03'],
  ['ten business days ahead: three business days', '2026-03-02', '2026-03-16', '2026-03-05'],
  ['a weekend lies between', '2026-03-05', '2026-03-19', '2026-03-10'],
  ['Thanksgiving counts neither ahead nor for the deadline', '2026-11-24', '2026-11-30', '2026-11-25'],
  ['one day earlier over Thanksgiving', '2026-11-25', '2026-11-30', null],
  ['a deadline over Independence Day, observed on a Friday', '2026-07-02', '2026-07-08', '2026-07-06'],
  ['a session on the same day', '2026-03-02', '2026-03-02', null],
])('%s', (_name, scheduledOn, sessionOn, due) => {
  expect(estimateDueOn({ scheduledOn, sessionOn })).toBe(due)
})

test('an estimate that a client asked for is due after three business days', () => {
  expect(requestedDueOn('2026-03-06')).toBe('2026-03-11')
  expect(requestedDueOn('2026-12-23')).toBe('2026-12-29')
})

test('a period has at most twelve months', () => {
  expect(['2026-01-01', '2024-02-29', '2026-03-31'].map(lastPeriodDay)).toEqual([
    '2026-12-31',
    '2025-02-27',
    '2027-03-30',
  ])
})

test('the total is exact, and an excess counts from $400', () => {
  expect(
    estimateTotal([
      { quantity: 9999, priceMinor: '1000001' },
      { quantity: 3, priceMinor: null },
    ]),
  ).toBe(9999009999n)
  expect([139_999, 140_000, 140_001].map((billed) => substantialExcess(`${billed}`, '100000'))).toEqual([
    null,
    '40000',
    '40001',
  ])
})
