import { expect, test } from 'vitest'
import { Day } from './time.schemas.ts'
import { isDay, isClockTime, momentWithOffset, monthAfter, shiftDay } from './time.ts'

test.each([
  '2026-02-31',
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-2',
  '31.02.2026',
  '',
])('%s is refused as a day by the check and by the schema', (typed) => {
  expect(isDay(typed)).toBe(false)
  expect(Day.safeParse(typed).success).toBe(false)
})

test('leap days and the first and last supported day are valid', () => {
  for (const day of ['2028-02-29', '2000-02-29', '1000-01-01', '2999-12-31']) expect(isDay(day), day).toBe(true)
  expect(isDay('2100-02-29')).toBe(false)
  expect([isClockTime('23:59'), isClockTime('24:00'), isClockTime('7:00')]).toEqual([true, false, false])
})

test('adding days crosses months, years and leap days, forward and back', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
  expect(shiftDay('2027-02-28', 1)).toBe('2027-03-01')
  expect(shiftDay('2026-03-29', -29)).toBe('2026-02-28')
})

test.each([
  ['1000-01-01', true],
  ['1925-02-28', true],
  ['2999-12-31', true],
  ['0999-12-31', false],
  ['0000-01-01', false],
  ['3000-01-01', false],
  ['9999-12-31', false],
  ['2026-02-31', false],
])('the day %s is accepted: %s', (day, can) => {
  expect(Day.safeParse(day).success).toBe(can)
  expect(isDay(day)).toBe(can)
})

test('a month later is the same day of the next month', () => {
  expect([monthAfter('2031-03-10'), monthAfter('2031-12-15')]).toEqual(['2031-04-10', '2032-01-15'])
})

test('a month after the end of a month is the last day of a shorter month', () => {
  expect(monthAfter('2031-01-31')).toBe('2031-02-28')
  expect(monthAfter('2032-01-31')).toBe('2032-02-29')
  expect(monthAfter('2031-08-31')).toBe('2031-09-30')
})

test.each([
  ['2026-01-15T10:00:00Z', 'Europe/Berlin', '2026-01-15T11:00:00.000+01:00'],
  ['2026-07-15T10:00:00.250Z', 'Europe/Berlin', '2026-07-15T12:00:00.250+02:00'],
  ['2026-07-15T23:30:00+00:00', 'Asia/Kolkata', '2026-07-16T05:00:00.000+05:30'],
  ['2026-07-15T10:00:00Z', 'UTC', '2026-07-15T10:00:00.000+00:00'],
])('the moment %s in %s is written with its offset: %s', (instant, zone, written) => {
  expect(momentWithOffset(instant, zone)).toBe(written)
  expect(Date.parse(written)).toBe(Date.parse(instant))
})
