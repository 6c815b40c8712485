import { expect, test } from 'vitest'
import { roundTicks } from './round-ticks.ts'

test.each([
  { most: 0, ticks: [0, 1, 2] },
  { most: 1, ticks: [0, 1, 2] },
  { most: 4, ticks: [0, 1, 2, 3, 4] },
  { most: 5, ticks: [0, 2, 4, 6] },
  { most: 12, ticks: [0, 5, 10, 15] },
  { most: 21, ticks: [0, 10, 20, 30] },
  { most: 40, ticks: [0, 10, 20, 30, 40] },
])('the lines behind up to $most sessions are $ticks', ({ most, ticks }) => {
  expect(roundTicks(0, most, 1)).toEqual(ticks)
})

test.each([
  { most: 0.4, ticks: [0, 0.5, 1] },
  { most: 1.75, ticks: [0, 0.5, 1, 1.5, 2] },
  { most: 2.4, ticks: [0, 1, 2, 3] },
  { most: 57.5, ticks: [0, 20, 40, 60] },
])('the lines behind up to $most hours are $ticks', ({ most, ticks }) => {
  expect(roundTicks(0, most, 0.5)).toEqual(ticks)
})

test.each([
  { least: 0, most: 0.3, ticks: [0, 1, 2] },
  { least: 0, most: 1000, ticks: [0, 500, 1000] },
  { least: 0, most: 4_321_987.65, ticks: [0, 2_000_000, 4_000_000, 6_000_000] },
  { least: -80, most: 380, ticks: [-200, 0, 200, 400] },
  { least: -380, most: 0, ticks: [-400, -300, -200, -100, 0] },
  { least: -0.3, most: 0, ticks: [-1, 0, 1] },
])('the lines behind amounts from $least to $most are $ticks', ({ least, most, ticks }) => {
  expect(roundTicks(least, most, 1)).toEqual(ticks)
})

test('the lines enclose all values, are round, and are three to five, for amounts of any size', () => {
  for (let size = 0.01; size < 1e14; size *= 1.37) {
    for (const [least, most] of [
      [0, size],
      [-size, size / 3],
      [-size / 7, size],
    ] as const) {
      const ticks = roundTicks(least, most, 1)
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
      expect([3, 4, 5]).toContain(ticks.length)
      expect(ticks).toContain(0)
      expect(ticks[0]).toBeLessThanOrEqual(least)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
      expect(String(step)).toMatch(/^[125]0*$/)
    }
  }
})
