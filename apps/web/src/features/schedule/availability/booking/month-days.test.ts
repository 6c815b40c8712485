// @vitest-environment node
import { expect, test } from 'vitest'
import { freeDayForKey, slotsByDayPart, monthQueryRange, addMonths, slotsByDay, weeksInMonth } from './month-days.ts'

const slot = (startsAt: string) => ({ startsAt, endsAt: startsAt, location: '' })

test('a month is split into weeks from Monday to Sunday', () => {
  const weeks = weeksInMonth('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksInMonth('2027-02')).toHaveLength(4)
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(monthQueryRange('2026-02')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})

test('free times are grouped by the day and the part of the day in the reader’s zone', () => {
  const slots = ['2026-11-24T09:00:00.000Z', '2026-11-24T23:30:00.000Z'].map(slot)
  expect([...slotsByDay(slots, 'Europe/Berlin').keys()]).toEqual(['2026-11-24', '2026-11-25'])
  expect([...slotsByDay(slots, 'America/New_York').keys()]).toEqual(['2026-11-24'])
  const parts = slotsByDayPart([...slots, slot('2026-11-24T18:00:00.000Z')], 'America/New_York')
  expect(parts.map(({ part, slots: some }) => [part, some.length])).toEqual([
    ['morning', 1],
    ['afternoon', 1],
    ['evening', 1],
  ])
})

test('arrow keys move between free days up to the last one of the month', () => {
  const free = ['2026-11-20', '2026-11-23', '2026-11-26', '2026-11-30']
  expect(freeDayForKey('ArrowRight', '2026-11-20', free)).toBe('2026-11-23')
  expect(freeDayForKey('ArrowDown', '2026-11-20', free)).toBe('2026-11-30')
  expect(freeDayForKey('ArrowUp', '2026-11-30', free)).toBe('2026-11-23')
  expect(freeDayForKey('ArrowRight', '2026-11-30', free)).toBeNull()
  expect(freeDayForKey('ArrowLeft', '2026-11-20', free)).toBeNull()
  expect(freeDayForKey('End', '2026-11-20', free)).toBe('2026-11-30')
  expect(freeDayForKey('x', '2026-11-20', free)).toBeUndefined()
})
