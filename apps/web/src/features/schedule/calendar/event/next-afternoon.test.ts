import { expect, test } from 'vitest'
import { nextAfternoon } from './next-afternoon.ts'

test.each([
  [
    'in the morning, the whole afternoon',
    '2026-11-23T08:20:00.000Z',
    '2026-11-23T12:00:00.000Z',
    '2026-11-23T17:00:00.000Z',
  ],
  [
    'in the afternoon, its rest from the next full hour',
    '2026-11-23T13:20:00.000Z',
    '2026-11-23T14:00:00.000Z',
    '2026-11-23T17:00:00.000Z',
  ],
  [
    'in the evening, the afternoon of tomorrow',
    '2026-11-23T16:20:00.000Z',
    '2026-11-24T12:00:00.000Z',
    '2026-11-24T17:00:00.000Z',
  ],
])('%s', (_, now, startUtc, endUtc) => {
  expect(nextAfternoon(new Date(now), 'Europe/Berlin')).toEqual({ startUtc, endUtc })
})
