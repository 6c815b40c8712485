import { expect, test } from 'vitest'
import { usedHours } from '../use-calendar-content.ts'
import { hourHeightFor, openingHour, phoneHours } from './hour-height.ts'

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

test.each([
  ['another day, 7 to 21', { from: 9, to: 17 }, null, { from: 7, to: 21 }],
  ['a day with late sessions, until their end', { from: 9, to: 23 }, 12, { from: 7, to: 23 }],
  ['today at 00:10, the whole morning', { from: 9, to: 17 }, 1 / 6, { from: 0, to: 21 }],
  ['today at 22:40, until 23', { from: 9, to: 17 }, 22 + 2 / 3, { from: 7, to: 23 }],
  ['today at 23:50, until the end of the day', { from: 9, to: 17 }, 23 + 5 / 6, { from: 7, to: 24 }],
])('the calendar of a phone has, on %s', (_, used, now, expected) => {
  expect(phoneHours(used, now)).toEqual(expected)
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
