import { expect, test } from 'vitest'
import { usedHours } from '../use-calendar-content.ts'
import { hourHeightFor, openingHour } from './hour-height.ts'

test.each([
  ['07:00 to 21:00 on a screen of 800 px', { from: 7, to: 21 }, 800, false, 38],
  ['eleven hours on a screen of 800 px', { from: 8, to: 19 }, 800, false, 48],
  ['few hours, which do not grow', { from: 9, to: 17 }, 1080, false, 54],
  ['a whole day, which scrolls', { from: 0, to: 24 }, 800, false, 38],
  ['any hours on a phone', { from: 7, to: 21 }, 844, true, 54],
])('the height of an hour fits %s', (_, hours, screen, phone, expected) => {
  expect(hourHeightFor(hours, screen, phone)).toBe(expected)
})

test.each([
  ['another week, at the first hour', { from: 8, to: 19 }, 11, null, 8],
  ['the present day, at the first hour if the present time is visible', { from: 8, to: 19 }, 11, 16.5, 8],
  ['a small screen, in the middle of which is the present time', { from: 8, to: 19 }, 6, 16.5, 13.5],
  ['the night, before the present time', { from: 8, to: 19 }, 11, 5.25, 4],
  ['the evening', { from: 8, to: 19 }, 11, 22, 16.5],
])('the calendar opens %s', (_, hours, visible, now, expected) => {
  expect(openingHour(hours, visible, now)).toBe(expected)
})

test('the grid shows the availability and all sessions, and without availability at least 8 to 19', () => {
  const [open, early, late] = [
    { from: 9 * 60, to: 17 * 60 },
    { from: 7 * 60 + 30, to: 8 * 60 },
    { from: 18 * 60, to: 20 * 60 + 15 },
  ]
  expect(usedHours([], [open])).toEqual({ from: 9, to: 17 })
  expect(usedHours([early, late], [open])).toEqual({ from: 7, to: 21 })
  expect(usedHours([], [])).toEqual({ from: 8, to: 19 })
})
